//! The engine: a game, a transposition table, searching threads and a clock.
//!
//! It takes values in and sends [`Event`]s out; it never prints.

mod control;
mod endgame_store;
mod endgames;
mod error;
mod event;
mod handlers;
mod lag;
mod limits;
mod skill;
mod table;
#[cfg(test)]
mod tests;
mod time_policy;
mod worker;

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::Sender;

pub use endgames::{MOST_TABLE_PIECES, TableChoice, default_folder};
pub use error::{Busy, GoError, ResourceError};
pub use event::{Done, Event, Info};
pub use limits::{GameClock, Limits};
pub use skill::Level;

use crate::eval::Evaluation;
use crate::memory::has_mebibytes;
use crate::rules::AnyGame;
use crate::search::{Goal, MAX_DEPTH, SearchGame, search_of};
use control::Control;
use endgames::EndgameSource;
use lag::Lag;
use limits::Budget;
use table::EngineTable;
use worker::{CountJob, InlineWorker, Job, SearchJob, SearchPlan, Worker};

/// Why a search is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To play a move; an only move is played at once.
    Think,
    /// On the opponent's time, until [`Engine::ponder_hit`] or [`Engine::stop`].
    Ponder,
    /// To learn about the position.
    Analyze,
}

/// What can be chosen about how the engine works, whatever the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Searching threads, at least one.
    pub threads: usize,
    /// The size of the transposition table.
    pub hash_mebibytes: usize,
    /// Time that is lost between the clock and the search.
    pub move_overhead: Duration,
    /// How many best lines to report.
    pub multi_pv: usize,
    /// How well to play.
    pub level: Level,
    /// Which endgame tables to use.
    pub tables: TableChoice,
    /// What judges positions.
    pub evaluation: Evaluation,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mebibytes: 64,
            move_overhead: Duration::from_millis(10),
            multi_pv: 1,
            level: Level::FULL,
            tables: TableChoice::default(),
            evaluation: Evaluation::default(),
        }
    }
}

/// An engine for any game.
///
/// ```
/// use coupturc_core::engine::{Engine, Event, Limits, Mode, Settings};
/// use coupturc_core::rules::{RuleOptions, games::Variant};
///
/// let (events, inbox) = crossbeam_channel::unbounded();
/// let settings = Settings { hash_mebibytes: 1, ..Settings::default() };
/// let game = Variant::Harzdame.rules().start(&RuleOptions::default());
/// let mut engine = Engine::new(game, settings, events)?;
/// engine.go(Mode::Think, &Limits { depth: Some(5), ..Limits::default() })?;
/// let done = inbox.iter().find_map(|event| match event {
///     Event::Done(done) => Some(done),
///     _ => None,
/// });
/// assert!(done.and_then(|done| done.best).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    game: Arc<dyn AnyGame>,
    search: SearchGame,
    settings: Settings,
    table: EngineTable,
    endgames: EndgameSource,
    workers: Vec<Worker>,
    /// Does the jobs of the only worker, where there are no threads.
    inline: Option<InlineWorker>,
    events: Sender<Event>,
    /// How late the searches have come to look at the clock.
    lag: Arc<Lag>,
    /// The search or count that runs, unless it has ended by itself.
    running: Option<Running>,
}

/// What the threads are busy with.
struct Running {
    control: Arc<Control>,
    pondering: bool,
    /// Whether nothing limits it.
    unlimited: bool,
}

impl Engine {
    /// An engine with a game; it reports to `events`.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the table, or the threads cannot be started.
    pub fn new(
        game: Box<dyn AnyGame>,
        settings: Settings,
        events: Sender<Event>,
    ) -> Result<Self, ResourceError> {
        let threads = settings.threads;
        let mut engine = Self::idle(game, settings, EndgameSource::new(true), events)?;
        engine.start_threads(threads.max(1))?;
        Ok(engine)
    }

    /// An engine without threads, for machines that have none: [`work`](Self::work) does what [`go`](Self::go) has begun.
    ///
    /// ```
    /// use coupturc_core::engine::{Engine, Event, Limits, Mode, Settings};
    /// use coupturc_core::rules::{RuleOptions, games::Variant};
    ///
    /// let (events, inbox) = crossbeam_channel::unbounded();
    /// let settings = Settings { hash_mebibytes: 1, ..Settings::default() };
    /// let game = Variant::Dameo.rules().start(&RuleOptions::default());
    /// let mut engine = Engine::without_threads(game, settings, events)?;
    /// engine.go(Mode::Analyze, &Limits::default())?;
    /// assert!(inbox.is_empty());
    /// let mut asked = 0;
    /// while engine.work(&mut || { asked += 1; asked == 10 }) {}
    /// assert!(inbox.iter().any(|event| matches!(event, Event::Done(done) if done.best.is_some())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the table.
    pub fn without_threads(
        game: Box<dyn AnyGame>,
        settings: Settings,
        events: Sender<Event>,
    ) -> Result<Self, ResourceError> {
        let mut engine = Self::idle(game, settings, EndgameSource::new(false), events)?;
        let (worker, inline) = Worker::inline(engine.events.clone());
        engine.workers.push(worker);
        engine.inline = Some(inline);
        Ok(engine)
    }

    /// An engine without workers.
    fn idle(
        game: Box<dyn AnyGame>,
        settings: Settings,
        endgames: EndgameSource,
        events: Sender<Event>,
    ) -> Result<Self, ResourceError> {
        Ok(Self {
            search: search_of(game.rules().variant),
            game: Arc::from(game),
            table: EngineTable::with_mebibytes(settings.hash_mebibytes)?,
            settings,
            endgames,
            workers: Vec::new(),
            inline: None,
            events,
            lag: Arc::default(),
            running: None,
        })
    }

    /// Does a part of what there is to do in an engine [without threads](Self::without_threads), such as a whole search,
    /// and says whether there was anything to do. While it searches, it asks `is_enough` some thousand times a second
    /// whether to stop.
    pub fn work(&mut self, is_enough: &mut dyn FnMut() -> bool) -> bool {
        self.inline.as_mut().is_some_and(|inline| inline.work(is_enough))
    }
}

impl Engine {
    /// The game.
    #[must_use]
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// How the engine works.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

/// Changes, which are possible only while nothing runs.
impl Engine {
    /// Puts another game on the board, which may be one of other rules; then everything that was learnt is forgotten.
    ///
    /// # Errors
    ///
    /// If the engine is busy; then nothing changes.
    pub fn set_game(&mut self, game: Box<dyn AnyGame>) -> Result<(), Busy> {
        self.expect_idle()?;
        let (old, new) = (self.game.rules().variant, game.rules().variant);
        self.game = Arc::from(game);
        if new != old {
            self.search = search_of(new);
            self.forget()?;
        }
        Ok(())
    }

    /// Forgets everything learnt from earlier searches.
    ///
    /// # Errors
    ///
    /// If the engine is busy; then nothing changes.
    pub fn forget(&mut self) -> Result<(), Busy> {
        self.expect_idle()?;
        self.table.clear();
        for worker in &self.workers {
            worker.give(Job::Forget);
        }
        Ok(())
    }

    fn expect_idle(&self) -> Result<(), Busy> {
        if self.is_busy() { Err(Busy) } else { Ok(()) }
    }
}

impl Engine {
    /// Changes how the engine works. A table of another size begins empty.
    ///
    /// # Errors
    ///
    /// If the engine is busy, or memory or threads are not to be had; the settings then stay as
    /// they were.
    pub fn configure(&mut self, settings: Settings) -> Result<(), ResourceError> {
        self.expect_idle()?;
        let (before, wanted) = (self.workers.len(), settings.threads.max(1));
        self.start_threads(wanted)?;
        if settings.hash_mebibytes != self.settings.hash_mebibytes {
            self.set_table(settings.hash_mebibytes).inspect_err(|_| self.keep_threads(before))?;
        }
        self.keep_threads(wanted);
        if settings.tables != self.settings.tables {
            self.endgames.forget(&self.settings.tables);
        }
        let is_judged_otherwise = settings.evaluation != self.settings.evaluation;
        self.settings = settings;
        if is_judged_otherwise {
            // Its scores have nothing to do with those of before.
            self.forget()?;
        }
        Ok(())
    }

    /// Ends all threads but the first `count`, and waits for their end.
    fn keep_threads(&mut self, count: usize) {
        // All are told before the first is waited for.
        self.workers.iter_mut().skip(count).for_each(Worker::hang_up);
        self.workers.truncate(count);
    }

    /// Starts threads until there are `count`; none if not all of them can be started.
    fn start_threads(&mut self, count: usize) -> Result<(), ResourceError> {
        let before = self.workers.len();
        if self.inline.is_some() {
            return Ok(());
        }
        for index in before..count {
            match Worker::start(index, self.events.clone()) {
                Ok(worker) => self.workers.push(worker),
                Err(error) => {
                    self.keep_threads(before);
                    return Err(ResourceError::Threads(error.to_string()));
                }
            }
        }
        Ok(())
    }

    /// The old table stays until there is a new one, or at least room for it.
    fn set_table(&mut self, mebibytes: usize) -> Result<(), ResourceError> {
        let old = self.settings.hash_mebibytes;
        self.table = EngineTable::with_mebibytes(mebibytes).or_else(|error| {
            // Without the old table there may be enough.
            if !has_mebibytes(mebibytes.saturating_sub(old)) {
                return Err(error);
            }
            self.table = EngineTable::with_mebibytes(1)?;
            EngineTable::with_mebibytes(mebibytes).inspect_err(|_| self.restore_table(old))
        })?;
        Ok(())
    }

    fn restore_table(&mut self, mebibytes: usize) {
        if let Ok(table) = EngineTable::with_mebibytes(mebibytes) {
            self.table = table;
        }
    }
}

/// Work.
impl Engine {
    /// Whether a search or count runs.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.control.has_ended())
    }

    /// Begins a search of the position on the board. It ends in one [`Event::Done`]. A game that a rule has ended
    /// while there are moves may be played on: not every client knows all these rules, and none is helped by silence.
    ///
    /// # Errors
    ///
    /// If the engine is busy or there is no legal move; then there is no event.
    pub fn go(&mut self, mode: Mode, limits: &Limits) -> Result<(), GoError> {
        self.expect_idle()?;
        let moves = self.game.legal_moves().len();
        let game = match self.game.outcome() {
            Some(outcome) if moves == 0 => return Err(GoError::GameOver(outcome)),
            // Where every move were a draw, none would be better than another.
            Some(_) => Arc::from(self.game.without_draw_limits()),
            None => Arc::clone(&self.game),
        };
        let only_move = moves == 1 && mode != Mode::Analyze;
        let pondering = mode == Mode::Ponder;
        let unlimited = limits.is_unlimited() && !only_move;
        let control = Arc::new(Control::new(self.workers.len(), pondering || unlimited));
        let job = self.search_job(game, mode, limits, only_move, &control);
        for worker in &self.workers {
            worker.give(Job::Search(job.clone()));
        }
        self.running = Some(Running { control, pondering, unlimited });
        Ok(())
    }

    /// What the threads are told of a search.
    fn search_job(
        &mut self,
        game: Arc<dyn AnyGame>,
        mode: Mode,
        limits: &Limits,
        only_move: bool,
        control: &Arc<Control>,
    ) -> SearchJob {
        // Who wants to learn about a position wants to hear the best.
        let level = if mode == Mode::Analyze { Level::FULL } else { self.settings.level };
        let deepest = if only_move && mode == Mode::Think { Some(1) } else { limits.depth };
        let budget = Budget::of(limits, self.settings.move_overhead);
        let is_counted = limits.is_counted();
        // One ply of an only move takes no time; where it is counted, no clock may end it sooner.
        let is_at_once = only_move && !(is_counted && mode == Mode::Think);
        let position = game.position();
        let rules = (game.rules().variant, position.options_in_tables());
        let pieces = position.board().occupied().count();
        let endgames = self.endgames.tables_for(rules, pieces, &self.settings.tables, &self.events);
        let plan = SearchPlan {
            table: self.table.for_search(),
            evaluation: self.settings.evaluation.clone(),
            control: Arc::clone(control),
            goal: Goal {
                to_depth: deepest.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
                lines: self.settings.multi_pv.max(level.lines()),
                ..Goal::default()
            },
            budget: if is_at_once { Some(Budget::NOTHING) } else { budget },
            // What is searched on the opponent's time is never the same twice.
            waits_for_tables: is_counted && mode != Mode::Ponder,
            lag: Arc::clone(&self.lag),
            node_limit: limits.nodes.into_iter().chain(level.nodes(rules.0)).min(),
            lines_told: self.settings.multi_pv,
            level,
        };
        SearchJob { game, search: self.search, endgames, plan: Arc::new(plan) }
    }

    /// Whether a search runs that will not end before [`Engine::stop`] or [`Engine::ponder_hit`].
    #[must_use]
    pub fn is_endless(&self) -> bool {
        let endless = |running: &Running| {
            let stopped = running.control.is_stopped() || running.control.has_ended();
            !stopped && (running.pondering || running.unlimited)
        };
        self.running.as_ref().is_some_and(endless)
    }

    /// Counts the leaves `depth` plies from the position on the board. The count ends in one
    /// [`Event::Counted`] or [`Event::CountFailed`].
    ///
    /// # Errors
    ///
    /// If the engine is busy; then there is no event.
    pub fn count_leaves(&mut self, depth: u32) -> Result<(), Busy> {
        self.expect_idle()?;
        let control = Arc::new(Control::new(0, false));
        let job = CountJob { game: Arc::clone(&self.game), depth, control: Arc::clone(&control) };
        if let Some(worker) = self.workers.first() {
            worker.give(Job::Count(job));
        }
        self.running = Some(Running { control, pondering: false, unlimited: false });
        Ok(())
    }

    /// Ends the search or count that runs, if one does; its last event follows at once.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Ends all work for good, and has the threads end by themselves: who drops the engine then does not wait for them,
    /// which takes long if there are many more than processors.
    pub fn abandon(&mut self) {
        self.stop();
        self.workers.iter_mut().for_each(Worker::detach);
        self.workers.clear();
    }

    /// The opponent has made the expected move: a search in [`Mode::Ponder`] goes on under its
    /// limits. Says whether there was one.
    pub fn ponder_hit(&mut self) -> bool {
        match &mut self.running {
            Some(running) if running.pondering && !running.control.has_ended() => {
                running.pondering = false;
                running.control.ponder_hit();
                true
            }
            _ => false,
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}
