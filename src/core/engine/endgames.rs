//! Endgame tables for the searches of an engine, built and opened in the background once the endgame is near.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam_channel::Sender;
use parking_lot::Mutex;

use super::endgame_store::{Purpose, STORE};
use super::event::Event;
use crate::panics::caught;
use crate::rules::{RuleOptions, Rules};
use crate::search::Endgames;
use crate::tables::files::{DEFAULT_CACHE_MEBIBYTES, MOST_PIECES_IN_FILES, default_root};
use crate::tables::{BuildError, BuildPlan, TableSet, expect_tables};

/// The maximum number of pieces in endgame tables.
pub const MOST_TABLE_PIECES: usize = MOST_PIECES_IN_FILES;

/// Tables with up to this many pieces are built in memory in less than a second; larger ones come from files.
const PIECES_IN_MEMORY: usize = 3;

/// With up to this many pieces on the board a search may soon reach positions in the tables.
const NEAR_ENDGAME: u32 = 12;

/// The endgame tables to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChoice {
    /// Positions with up to this many pieces are looked up; below 2, none are.
    pub pieces: usize,
    /// The folder of the files that `coupturc tables build` has written.
    pub folder: Option<PathBuf>,
    /// The memory for blocks of files, in MiB.
    pub cache_mebibytes: usize,
}

/// The folder in the user's cache, if tables have been built there.
#[must_use]
pub fn default_folder() -> Option<PathBuf> {
    default_root().filter(|folder| folder.is_dir())
}

impl Default for TableChoice {
    /// Up to four pieces, with the files in the user's cache if there are any.
    fn default() -> Self {
        Self { pieces: 4, folder: default_folder(), cache_mebibytes: DEFAULT_CACHE_MEBIBYTES }
    }
}

/// The source of an engine's endgame tables.
///
/// | tables with | come from | started | kept |
/// |---|---|---|---|
/// | up to 3 pieces | memory: built on a thread | at the first search near the endgame | in the [`STORE`] |
/// | 4 and more | files in a folder, if there is one | after those in memory are built | with them, as one set |
///
/// A later search under the same rules gets the set from here, and another engine gets it from the store: a set that is
/// kept is not built again. A set whose work has failed is removed from the store, so that it can be tried again.
pub(super) struct EndgameSource {
    /// The tables in use, pending or ready, and their rules.
    current: Option<(&'static Rules, RuleOptions, Arc<PendingTables>)>,
    /// An empty set, used while no tables are needed.
    none: Arc<Endgames>,
    /// Whether tables are built on a separate thread, not on the caller's.
    on_a_thread: bool,
}

/// Tables that are pending or ready. Dropping the last reference stops the work.
pub(super) struct PendingTables {
    endgames: Arc<Endgames>,
    stop: Arc<AtomicBool>,
    /// Problems that could not be reported, because the engine was gone.
    unreported: Arc<Mutex<Vec<String>>>,
}

impl Drop for PendingTables {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl EndgameSource {
    pub(super) fn new(on_a_thread: bool) -> Self {
        Self { current: None, none: Arc::new(Endgames::none()), on_a_thread }
    }

    /// Drops the tables of `choice` in all games, because the choice has changed.
    pub(super) fn forget(&mut self, choice: &TableChoice) {
        self.current = None;
        STORE.lock().forget(choice);
    }

    /// The tables for a search of a position with this many `pieces`; they may arrive during the search. `options` are
    /// without draw limits. Problems are reported to `events`.
    ///
    /// With many pieces on the board the set is empty even if an earlier game has left tables: earlier games must not
    /// change the result of a search.
    pub(super) fn tables_for(
        &mut self,
        (rules, options): (&'static Rules, RuleOptions),
        pieces: u32,
        choice: &TableChoice,
        events: &Sender<Event>,
    ) -> Arc<Endgames> {
        if choice.pieces < 2 || pieces > NEAR_ENDGAME || expect_tables(rules).is_err() {
            return Arc::clone(&self.none);
        }
        if self.current.as_ref().is_some_and(|&(of, under, _)| (of, under) != (rules, options)) {
            self.current = None;
        }
        if self.current.is_none() {
            let purpose = Purpose { rules, options, choice: choice.clone() };
            self.current = self.shared_or_new(&purpose, events).map(|tables| (rules, options, tables));
        }
        if let Some((.., tables)) = &self.current {
            tables.report_unreported(events);
        }
        let endgames = self.current.as_ref().map_or(&self.none, |(.., tables)| &tables.endgames);
        report_damage(endgames, events);
        Arc::clone(endgames)
    }

    /// The tables in the store, or new ones whose work is started. `None` if no thread can be started.
    fn shared_or_new(&self, purpose: &Purpose, events: &Sender<Event>) -> Option<Arc<PendingTables>> {
        let mut inline_work = None;
        let tables = STORE.lock().get_or_start(purpose, || {
            let (tables, work) = prepare(purpose.clone(), events);
            if self.on_a_thread {
                return start(work, events).then_some(tables);
            }
            inline_work = Some(work);
            Some(tables)
        });
        // Not run earlier, while the store was locked: work that fails locks the store itself.
        if let Some(work) = inline_work {
            work();
        }
        tables
    }

    /// A source with these tables.
    #[cfg(test)]
    pub(super) fn with(rules: &'static Rules, options: RuleOptions, endgames: Arc<Endgames>) -> Self {
        let tables = PendingTables { endgames, stop: Arc::default(), unreported: Arc::default() };
        Self { current: Some((rules, options, Arc::new(tables))), ..Self::new(true) }
    }
}

impl PendingTables {
    /// Reports the problems that could not be reported before.
    fn report_unreported(&self, events: &Sender<Event>) {
        for problem in std::mem::take(&mut *self.unreported.lock()) {
            let _ = events.send(Event::TableProblem(problem));
        }
    }
}

/// Reports the files found to be damaged since the last call; each file once.
pub(super) fn report_damage(endgames: &Endgames, events: &Sender<Event>) {
    for problem in endgames.set().into_iter().flat_map(TableSet::take_problems) {
        let _ = events.send(Event::TableProblem(problem.to_string()));
    }
}

/// Starts a thread for the work. Returns whether it was started.
fn start(work: impl FnOnce() + Send + 'static, events: &Sender<Event>) -> bool {
    let thread = thread::Builder::new().name("tables".to_owned()).spawn(work);
    if let Err(error) = &thread {
        let problem = format!("cannot start a thread to build endgame tables: {error}");
        let _ = events.send(Event::TableProblem(problem));
    }
    thread.is_ok()
}

/// Pending tables, and the work that builds and opens them.
fn prepare(purpose: Purpose, events: &Sender<Event>) -> (PendingTables, impl FnOnce() + Send + use<>) {
    let endgames = Arc::new(Endgames::to_come(purpose.choice.pieces));
    let (stop, unreported) = (Arc::new(AtomicBool::new(false)), Arc::default());
    let tables = PendingTables {
        endgames: Arc::clone(&endgames),
        stop: Arc::clone(&stop),
        unreported: Arc::clone(&unreported),
    };
    let listener = events.clone();
    let report = move |problem: String| {
        // If this engine is gone, the next engine that uses these tables reports the problem.
        if listener.send(Event::TableProblem(problem.clone())).is_err() {
            unreported.lock().push(problem);
        }
    };
    let work = move || {
        let problem = match caught(|| build(&purpose, &stop, &report)) {
            Ok(Ok(set)) => return endgames.arrive(set),
            Ok(Err(BuildError::Stopped)) => return endgames.give_up(),
            Ok(Err(error)) => error.to_string(),
            Err(panic) => panic,
        };
        // The work can be retried later, when there may be enough memory.
        STORE.lock().give_up(&purpose);
        report(problem);
        endgames.give_up();
    };
    (tables, work)
}

/// Held while tables are built: one set at a time, because searches need the processors too.
static BUILDING: Mutex<()> = Mutex::new(());

fn build(purpose: &Purpose, stop: &AtomicBool, report: &dyn Fn(String)) -> Result<TableSet, BuildError> {
    let Purpose { rules, options, choice } = purpose;
    let pieces = choice.pieces.min(PIECES_IN_MEMORY);
    let turn = BUILDING.lock();
    let mut set = BuildPlan { pieces, stop, ..BuildPlan::default() }.build(rules, options)?;
    drop(turn);
    if let Some(folder) = &choice.folder
        && choice.pieces > PIECES_IN_MEMORY
    {
        set.limit_cache(choice.cache_mebibytes);
        set.open(folder).into_iter().for_each(|problem| report(problem.to_string()));
    }
    Ok(set)
}
