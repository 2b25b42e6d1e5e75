//! Endgame tables for the searches of an engine: built and opened beside them, once an ending is near.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam_channel::Sender;
use parking_lot::Mutex;

use super::endgame_store::{Purpose, STORE};
use super::event::Event;
use crate::panics::caught;
use crate::rules::RuleOptions;
use crate::rules::games::Variant;
use crate::search::Endgames;
use crate::tables::files::{MOST_PIECES_IN_FILES, default_root};
use crate::tables::{BuildError, BuildPlan, TableSet};

/// There are no tables of more pieces.
pub const MOST_TABLE_PIECES: usize = MOST_PIECES_IN_FILES;

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

/// Where an engine has its endgame tables from.
pub(super) struct EndgameSource {
    /// Those that have been begun, and under which rules.
    begun: Option<(Variant, RuleOptions, Arc<Begun>)>,
    /// No tables, while none are needed.
    none: Arc<Endgames>,
    /// Whether they are built on a thread of their own, or by who asks for them.
    on_a_thread: bool,
}

/// Tables that are being built or opened, or have been. When nobody has them any more, it is given up.
pub(super) struct Begun {
    endgames: Arc<Endgames>,
    stop: Arc<AtomicBool>,
    /// Problems that nobody was there to hear of.
    unreported: Arc<Mutex<Vec<String>>>,
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl EndgameSource {
    pub(super) fn new(on_a_thread: bool) -> Self {
        Self { begun: None, none: Arc::new(Endgames::none()), on_a_thread }
    }

    /// Forgets all tables, because others than those of `choice` are wanted now, in all games.
    pub(super) fn forget(&mut self, choice: &TableChoice) {
        self.begun = None;
        STORE.lock().forget(choice);
    }

    /// The tables for a search of a position with so many `pieces`, which may be still to come. `options` are without draw
    /// limits. Problems are told to `events`.
    ///
    /// Far from the end there are none, even if an earlier game has left some: what was played before must not change
    /// what a search finds.
    pub(super) fn tables_for(
        &mut self,
        (variant, options): (Variant, RuleOptions),
        pieces: u32,
        choice: &TableChoice,
        events: &Sender<Event>,
    ) -> Arc<Endgames> {
        if choice.pieces < 2 || pieces > NEAR {
            return Arc::clone(&self.none);
        }
        if self.begun.as_ref().is_some_and(|&(of, under, _)| (of, under) != (variant, options)) {
            self.begun = None;
        }
        if self.begun.is_none() {
            let purpose = Purpose { variant, options, choice: choice.clone() };
            self.begun = self.kept_or_begun(&purpose, events).map(|begun| (variant, options, begun));
        }
        if let Some((.., begun)) = &self.begun {
            begun.tell_untold(events);
        }
        let endgames = self.begun.as_ref().map_or(&self.none, |(.., begun)| &begun.endgames);
        tell_damage(endgames, events);
        Arc::clone(endgames)
    }

    /// The tables that the process has, or new ones, which are at least begun.
    fn kept_or_begun(&self, purpose: &Purpose, events: &Sender<Event>) -> Option<Arc<Begun>> {
        let mut to_do = None;
        let begun = STORE.lock().get_or_begin(purpose, || {
            let (begun, work) = begin(purpose.clone(), events);
            if self.on_a_thread {
                return start(work, events).then_some(begun);
            }
            to_do = Some(work);
            Some(begun)
        });
        // The store is open again: work that fails goes back to it.
        if let Some(work) = to_do {
            work();
        }
        begun
    }

    /// A source with these tables of a game.
    #[cfg(test)]
    pub(super) fn with(variant: Variant, options: RuleOptions, endgames: Arc<Endgames>) -> Self {
        let begun = Begun { endgames, stop: Arc::default(), unreported: Arc::default() };
        Self { begun: Some((variant, options, Arc::new(begun))), ..Self::new(true) }
    }
}

impl Begun {
    /// Tells what there was nobody to hear of.
    fn tell_untold(&self, events: &Sender<Event>) {
        for problem in std::mem::take(&mut *self.unreported.lock()) {
            let _ = events.send(Event::TableProblem(problem));
        }
    }
}

/// Tells which files have turned out to be damaged when they were read, each once.
pub(super) fn tell_damage(endgames: &Endgames, events: &Sender<Event>) {
    for problem in endgames.set().into_iter().flat_map(TableSet::take_problems) {
        let _ = events.send(Event::TableProblem(problem.to_string()));
    }
}

/// Does the work on a thread, if there is one.
fn start(work: impl FnOnce() + Send + 'static, events: &Sender<Event>) -> bool {
    let thread = thread::Builder::new().name("tables".to_owned()).spawn(work);
    if let Err(error) = &thread {
        let problem = format!("there is no thread to build endgame tables: {error}");
        let _ = events.send(Event::TableProblem(problem));
    }
    thread.is_ok()
}

/// Tables to come, and the work of building and opening them.
fn begin(purpose: Purpose, events: &Sender<Event>) -> (Begun, impl FnOnce() + Send + use<>) {
    let endgames = Arc::new(Endgames::to_come(purpose.choice.pieces));
    let (stop, unreported) = (Arc::new(AtomicBool::new(false)), Arc::default());
    let begun = Begun {
        endgames: Arc::clone(&endgames),
        stop: Arc::clone(&stop),
        unreported: Arc::clone(&unreported),
    };
    let listener = events.clone();
    let tell = move |problem: String| {
        // The engine may be gone; the next one that gets these tables tells it.
        if listener.send(Event::TableProblem(problem.clone())).is_err() {
            unreported.lock().push(problem);
        }
    };
    let work = move || {
        let problem = match caught(|| build(&purpose, &stop, &tell)) {
            Ok(Ok(set)) => return endgames.arrive(set),
            Ok(Err(BuildError::Stopped)) => return endgames.give_up(),
            Ok(Err(error)) => error.to_string(),
            Err(panic) => panic,
        };
        // Another time there may be memory enough.
        STORE.lock().give_up(&purpose);
        tell(problem);
        endgames.give_up();
    };
    (begun, work)
}

/// Tables are built one set after the other, for the searches want the processors too.
static BUILDING: Mutex<()> = Mutex::new(());

fn build(purpose: &Purpose, stop: &AtomicBool, tell: &dyn Fn(String)) -> Result<TableSet, BuildError> {
    let Purpose { variant, options, choice } = purpose;
    let pieces = choice.pieces.min(PIECES_IN_MEMORY);
    let turn = BUILDING.lock();
    let mut set = BuildPlan { pieces, stop, ..BuildPlan::default() }.build(*variant, options)?;
    drop(turn);
    if let Some(folder) = &choice.folder
        && choice.pieces > PIECES_IN_MEMORY
    {
        set.open(folder).into_iter().for_each(|problem| tell(problem.to_string()));
    }
    Ok(set)
}
