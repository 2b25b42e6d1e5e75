//! The engine: a game, a transposition table, search threads and a clock.
//!
//! The engine receives values and sends [`Event`]s; it never prints.

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

use crate::book::{BookLine, Choice};
use crate::eval::Evaluation;
use crate::memory::has_mebibytes;
use crate::rules::AnyGame;
use crate::search::{Goal, Line, MAX_DEPTH, SearchGame, search_of};
use control::Control;
use endgames::EndgameSource;
use lag::Lag;
use limits::Budget;
use table::EngineTable;
use worker::{CountJob, InlineWorker, Job, SearchJob, SearchPlan, Worker};

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To play a move; a single legal move is played immediately.
    Think,
    /// On the opponent's time, until [`Engine::ponder_hit`] or [`Engine::stop`].
    Ponder,
    /// To analyse the position.
    Analyze,
}

/// Settings of the engine that do not depend on the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The number of search threads, at least one.
    pub threads: usize,
    /// The size of the transposition table.
    pub hash_mebibytes: usize,
    /// Time lost between the clock and the search.
    pub move_overhead: Duration,
    /// The number of best lines to report.
    pub multi_pv: usize,
    /// The playing strength.
    pub level: Level,
    /// Which endgame tables to use.
    pub tables: TableChoice,
    /// The evaluation.
    pub evaluation: Evaluation,
    /// How to play from an opening book, if at all.
    pub book: Option<Choice>,
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
            book: None,
        }
    }
}

/// An engine for any of the games.
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
    /// Runs the jobs of the only worker if there are no threads.
    inline: Option<InlineWorker>,
    events: Sender<Event>,
    /// How late recent searches have read the clock.
    lag: Arc<Lag>,
    /// The running search or count, unless it has ended by itself.
    running: Option<Running>,
}

/// The search or count that the threads are working on.
struct Running {
    control: Arc<Control>,
    pondering: bool,
    /// Whether the work has no limit.
    unlimited: bool,
}

impl Engine {
    /// An engine for `game` that reports to `events`.
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

    /// An engine without threads, for machines without them: [`work`](Self::work) runs the searches that
    /// [`go`](Self::go) starts.
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
    /// let mut polls = 0;
    /// while engine.work(&mut || { polls += 1; polls == 10 }) {}
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
            search: search_of(game.rules()),
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

    /// Runs the pending work of an engine [without threads](Self::without_threads), such as a whole search. Returns
    /// whether there was any. During a search it calls `is_enough` a few thousand times a second; the search stops when
    /// that returns true.
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

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

/// Changes, which are possible only while the engine is idle.
impl Engine {
    /// Sets the game. If its rules are another game's, the engine forgets everything it has learned.
    ///
    /// # Errors
    ///
    /// If the engine is busy; then nothing changes.
    pub fn set_game(&mut self, game: Box<dyn AnyGame>) -> Result<(), Busy> {
        self.expect_idle()?;
        let (old, new) = (self.game.rules(), game.rules());
        self.game = Arc::from(game);
        if new != old {
            self.search = search_of(new);
            self.forget()?;
        }
        Ok(())
    }

    /// Forgets everything learned from earlier searches.
    ///
    /// # Errors
    ///
    /// If the engine is busy; then nothing changes.
    pub fn forget(&mut self) -> Result<(), Busy> {
        self.expect_idle()?;
        self.table.clear();
        for worker in &self.workers {
            worker.send(Job::Forget);
        }
        Ok(())
    }

    fn expect_idle(&self) -> Result<(), Busy> {
        if self.is_busy() { Err(Busy) } else { Ok(()) }
    }
}

impl Engine {
    /// Changes the settings. A table of another size starts empty.
    ///
    /// # Errors
    ///
    /// If the engine is busy, or memory or threads are not available; then nothing changes.
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
        let evaluation_changes = settings.evaluation != self.settings.evaluation;
        self.settings = settings;
        if evaluation_changes {
            // Scores of the old evaluation are not comparable.
            self.forget()?;
        }
        Ok(())
    }

    /// Ends all threads except the first `count`, and waits for their end.
    fn keep_threads(&mut self, count: usize) {
        // Closing all queues before waiting lets the threads end at the same time.
        self.workers.iter_mut().skip(count).for_each(Worker::close);
        self.workers.truncate(count);
    }

    /// Starts threads until there are `count`. If one cannot be started, ends the new ones.
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

    /// Replaces the table. The old one is kept until there is a new one, or at least enough memory for it.
    fn set_table(&mut self, mebibytes: usize) -> Result<(), ResourceError> {
        let old = self.settings.hash_mebibytes;
        self.table = EngineTable::with_mebibytes(mebibytes).or_else(|error| {
            // Without the old table there may be enough memory.
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
    /// Whether a search or count is running.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.control.has_ended())
    }

    /// Starts a search of the current position. The search ends with one [`Event::Done`], at once if the move comes
    /// from an opening book. A game that a rule has ended although there are legal moves may be continued: not every
    /// client knows all these rules.
    ///
    /// # Errors
    ///
    /// If the engine is busy or there is no legal move; then there is no event.
    pub fn go(&mut self, mode: Mode, limits: &Limits) -> Result<(), GoError> {
        self.expect_idle()?;
        let moves = self.game.legal_moves().len();
        let game = match self.game.outcome() {
            Some(outcome) if moves == 0 => return Err(GoError::GameOver(outcome)),
            // Under the draw limits every move would draw, and all moves would be equal.
            Some(_) => Arc::from(self.game.without_draw_limits()),
            None => Arc::clone(&self.game),
        };
        if mode == Mode::Think && self.plays_from_book() {
            return Ok(());
        }
        let only_move = moves == 1 && mode != Mode::Analyze;
        let pondering = mode == Mode::Ponder;
        let unlimited = limits.is_unlimited() && !only_move;
        let control = Arc::new(Control::new(self.workers.len(), pondering || unlimited));
        let job = self.search_job(game, mode, limits, only_move, &control);
        for worker in &self.workers {
            worker.send(Job::Search(job.clone()));
        }
        self.running = Some(Running { control, pondering, unlimited });
        Ok(())
    }

    /// Answers with a move from the book, if there is one.
    fn plays_from_book(&self) -> bool {
        let Some(choice) = &self.settings.book else { return false };
        let line = choice.line(&*self.game).unwrap_or_else(|problem| {
            let _ = self.events.send(Event::BookProblem(problem.to_string()));
            None
        });
        let Some(BookLine { score, moves }) = line else { return false };
        let line = Line { depth: 0, score, moves };
        let done = Done::of(&line);
        let _ = self.events.send(Event::Info(Info::from_book(line)));
        let _ = self.events.send(Event::Done(done));
        true
    }

    /// The job that the threads receive for a search.
    fn search_job(
        &mut self,
        game: Arc<dyn AnyGame>,
        mode: Mode,
        limits: &Limits,
        only_move: bool,
        control: &Arc<Control>,
    ) -> SearchJob {
        // An analysis is always at full strength.
        let level = if mode == Mode::Analyze { Level::FULL } else { self.settings.level };
        let deepest = if only_move && mode == Mode::Think { Some(1) } else { limits.depth };
        let budget = Budget::of(limits, self.settings.move_overhead);
        let is_counted = limits.is_counted();
        // One ply of a single legal move takes no time; a search with counted limits must not be ended by a clock.
        let is_immediate = only_move && !(is_counted && mode == Mode::Think);
        let position = game.position();
        let rules = (game.rules(), position.options_in_tables());
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
            budget: if is_immediate { Some(Budget::NOTHING) } else { budget },
            // Searches on the opponent's time are not reproducible anyway.
            waits_for_tables: is_counted && mode != Mode::Ponder,
            lag: Arc::clone(&self.lag),
            node_limit: limits.nodes.into_iter().chain(level.nodes(rules.0)).min(),
            reported_lines: self.settings.multi_pv,
            level,
        };
        SearchJob { game, search: self.search, endgames, plan: Arc::new(plan) }
    }

    /// Whether a running search will not end before [`Engine::stop`] or [`Engine::ponder_hit`].
    #[must_use]
    pub fn is_endless(&self) -> bool {
        let endless = |running: &Running| {
            let stopped = running.control.is_stopped() || running.control.has_ended();
            !stopped && (running.pondering || running.unlimited)
        };
        self.running.as_ref().is_some_and(endless)
    }

    /// Counts the leaves `depth` plies from the current position. The count ends with one [`Event::Counted`] or
    /// [`Event::CountFailed`].
    ///
    /// # Errors
    ///
    /// If the engine is busy; then there is no event.
    pub fn count_leaves(&mut self, depth: u32) -> Result<(), Busy> {
        self.expect_idle()?;
        let control = Arc::new(Control::new(0, false));
        let job = CountJob { game: Arc::clone(&self.game), depth, control: Arc::clone(&control) };
        if let Some(worker) = self.workers.first() {
            worker.send(Job::Count(job));
        }
        self.running = Some(Running { control, pondering: false, unlimited: false });
        Ok(())
    }

    /// Stops the running search or count, if any; its last event follows immediately.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Stops all work and detaches the threads. Dropping the engine then does not wait for them, which would take long
    /// with many more threads than processors.
    pub fn abandon(&mut self) {
        self.stop();
        self.workers.iter_mut().for_each(Worker::detach);
        self.workers.clear();
    }

    /// Continues a search in [`Mode::Ponder`] under its limits: the opponent has made the expected move. Returns
    /// whether there was such a search.
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
