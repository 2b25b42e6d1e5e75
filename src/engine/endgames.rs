//! Endgame tables for the searches of an engine: built and opened beside them, once an ending is near.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam_channel::Sender;

use super::event::Event;
use crate::panics::caught;
use crate::rules::{Game, Position, RuleOptions};
use crate::search::Endgames;
use crate::tables::files::default_root;
use crate::tables::{BuildError, BuildPlan, TableSet};

/// Tables of so many pieces are built in memory, in less than a second; those of more come from files.
const PIECES_IN_MEMORY: usize = 3;

/// With so many pieces on the board a search may soon come to endings that are in tables.
const NEAR: u32 = 12;

/// Which endgame tables are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChoice {
    /// Positions with up to so many pieces are looked up; none if there are less than 2.
    pub pieces: usize,
    /// Where the files are that `coupturc tables build` has written.
    pub folder: Option<PathBuf>,
}

/// The folder in the user's cache, if somebody has built tables there.
#[must_use]
pub fn default_folder() -> Option<PathBuf> {
    default_root().filter(|folder| folder.is_dir())
}

impl Default for TableChoice {
    /// Up to four pieces, with the files in the user's cache, if there are any.
    fn default() -> Self {
        Self { pieces: 4, folder: default_folder() }
    }
}

/// The tables of an engine.
pub(super) struct TableRoom<G: Game> {
    /// Those that have been begun.
    begun: Option<Begun<G>>,
    /// No tables, while none are needed.
    none: Arc<Endgames<G>>,
}

struct Begun<G: Game> {
    options: RuleOptions,
    endgames: Arc<Endgames<G>>,
    stop: Arc<AtomicBool>,
}

impl<G: Game> Drop for Begun<G> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl<G: Game> TableRoom<G> {
    pub(super) fn new() -> Self {
        Self { begun: None, none: Arc::new(Endgames::to_come(0)) }
    }

    /// Forgets all tables; those that are needed again are built again.
    pub(super) fn clear(&mut self) {
        self.begun = None;
    }

    /// The tables for a search of `position`, which may be still to come. Problems are told to `events`.
    pub(super) fn tables_for(
        &mut self,
        position: &Position<G>,
        choice: &TableChoice,
        events: &Sender<Event>,
    ) -> Arc<Endgames<G>> {
        let options = position.without_draw_limits().rule_options();
        if self.begun.as_ref().is_some_and(|begun| begun.options != options) {
            self.begun = None;
        }
        if self.begun.is_none() && choice.pieces >= 2 && position.board().occupied().count() <= NEAR {
            self.begun = begin(options, choice.clone(), events.clone());
        }
        let endgames = self.begun.as_ref().map_or(&self.none, |begun| &begun.endgames);
        tell_damage(endgames, events);
        Arc::clone(endgames)
    }

    /// A room in which these tables are there already.
    #[cfg(test)]
    pub(super) fn with(options: RuleOptions, set: TableSet<G>) -> Self {
        let endgames = Arc::new(Endgames::to_come(usize::MAX));
        endgames.arrive(set);
        let begun = Begun { options, endgames, stop: Arc::new(AtomicBool::new(false)) };
        Self { begun: Some(begun), ..Self::new() }
    }
}

/// Tells which files have turned out to be damaged when they were read, each once.
pub(super) fn tell_damage<G: Game>(endgames: &Endgames<G>, events: &Sender<Event>) {
    for problem in endgames.set().into_iter().flat_map(TableSet::take_problems) {
        let _ = events.send(Event::TableProblem(problem.to_string()));
    }
}

/// Begins to build and open the tables.
fn begin<G: Game>(options: RuleOptions, choice: TableChoice, events: Sender<Event>) -> Option<Begun<G>> {
    let endgames = Arc::new(Endgames::to_come(choice.pieces));
    let stop = Arc::new(AtomicBool::new(false));
    let begun = Begun { options, endgames: Arc::clone(&endgames), stop: Arc::clone(&stop) };
    let tell = move |problem: String| {
        // Nobody listens any more if the engine is gone.
        let _ = events.send(Event::TableProblem(problem));
    };
    let complain = tell.clone();
    let work = move || match caught(|| build(&options, &choice, &stop, &tell)) {
        Ok(Ok(set)) => endgames.arrive(set),
        Ok(Err(BuildError::Stopped)) => {}
        Ok(Err(error)) => tell(error.to_string()),
        Err(panic) => tell(panic),
    };
    match thread::Builder::new().name("tables".to_owned()).spawn(work) {
        Ok(_) => Some(begun),
        Err(error) => {
            complain(format!("there is no thread to build endgame tables: {error}"));
            None
        }
    }
}

fn build<G: Game>(
    options: &RuleOptions,
    choice: &TableChoice,
    stop: &AtomicBool,
    tell: &dyn Fn(String),
) -> Result<TableSet<G>, BuildError> {
    let pieces = choice.pieces.min(PIECES_IN_MEMORY);
    let mut set = BuildPlan { pieces, stop, ..BuildPlan::default() }.build(options)?;
    if let Some(folder) = &choice.folder
        && choice.pieces > PIECES_IN_MEMORY
    {
        set.open(folder).into_iter().for_each(|problem| tell(problem.to_string()));
    }
    Ok(set)
}
