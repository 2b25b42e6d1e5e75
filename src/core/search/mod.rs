//! One thread's search: iterative deepening over a principal variation search with quiescence.
//!
//! The search reports to a [`Handler`], which can stop it; it prints nothing and reads no clock. In this module "table"
//! means the transposition table; endgame tables are called endgames.

mod endgame;
mod erased;
mod history;
mod iterate;
mod node;
mod ordering;
mod quiescence;
mod root;
mod score;
mod selectivity;
mod stack;
#[cfg(test)]
mod tests;
mod transposition;

pub use endgame::Endgames;
pub use erased::{SearchGame, search_game, search_of};
pub use score::{Score, ScoreKind};
pub use transposition::TranspositionTable;

use std::any::Any;

use crate::eval::{Evaluation, Evaluator, Playable};
use crate::rules::{Move, Position, Record, Word};
use endgame::Lookup;
use history::History;
use stack::{Path, STACK_PLIES, Stack};

/// The error of a search that was stopped before it had a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Receives the progress of a search and may stop it. By default every method does nothing.
pub trait Handler {
    /// Called from time to time with the number of moves made so far. Returns the number at which the next call is due.
    ///
    /// # Errors
    ///
    /// If the search has to stop now.
    fn poll(&mut self, _nodes: u64) -> Result<u64, Stopped> {
        Ok(u64::MAX)
    }

    /// Called with the best lines, best first, and the progress so far: after each depth, when a better move is found
    /// within a depth, and at the end.
    ///
    /// Lines of the same depth are sorted by score. If the search was stopped, lines of the last depth may come before
    /// lines of the previous one.
    fn lines(&mut self, _lines: &[Line], _progress: Progress) {}

    /// Called when all lines of a depth are complete. Returns whether to start the next depth.
    fn next_depth(&mut self, _nodes: u64) -> bool {
        true
    }
}

/// No handler: the search runs to its goal and only returns its lines.
impl Handler for () {}

/// A principal variation: one of the moves at the root and the best play expected after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The depth of the search in plies. For a line from endgame tables, its plies to the end of the game, but at most
    /// [`Goal::to_depth`].
    pub depth: u32,
    /// The score for the side to move at the root.
    pub score: Score,
    /// The moves, starting with the one to play.
    pub moves: Vec<Move>,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Moves made so far.
    pub nodes: u64,
    /// The average depth of the leaves in plies.
    pub mean_depth: f64,
    /// Positions found in endgame tables.
    pub table_hits: u64,
}

/// The goal of a search; the search ends when the goal is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The first depth in plies.
    pub from_depth: u32,
    /// The last depth in plies.
    pub to_depth: u32,
    /// The number of lines to find: 1, or more for multi-PV.
    pub lines: usize,
}

/// The depth in plies at which a search without other limits ends.
pub const MAX_DEPTH: u32 = 100;

impl Default for Goal {
    fn default() -> Self {
        Self { from_depth: 1, to_depth: MAX_DEPTH, lines: 1 }
    }
}

/// The search of one thread, with the memory it reuses and the histories it keeps from move to move.
///
/// ```
/// use coupturc_core::rules::{Position, Record, games::Dameo};
/// use coupturc_core::search::{Goal, Searcher, TranspositionTable};
///
/// let table = TranspositionTable::with_mebibytes(1)?;
/// let game = Record::new(Position::<Dameo>::start());
/// let goal = Goal { to_depth: 4, ..Goal::default() };
/// let lines = Searcher::new().search(&game, &table, goal, &mut ());
/// assert_eq!(lines[0].depth, 4);
/// # Ok::<(), coupturc_core::memory::OutOfMemory>(())
/// ```
#[derive(Default)]
pub struct Searcher {
    /// The evaluation. It must fit the games that are searched and the scores in their transposition table.
    pub evaluation: Evaluation,
    /// The [`Memory`] of the last search, in the word of its game.
    memory: Option<Box<dyn Any + Send + Sync>>,
}

/// What a thread keeps from node to node and from search to search.
#[derive(Default)]
struct Memory<W: Word> {
    history: History<W>,
    stack: Stack<W>,
}

impl Searcher {
    /// A searcher with empty histories.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Clears the histories.
    pub fn clear(&mut self) {
        self.memory = None;
    }

    /// The memory in this word; empty if the last search was in another.
    fn memory<W: Word>(memory: &mut Option<Box<dyn Any + Send + Sync>>) -> &mut Memory<W> {
        if !memory.as_ref().is_some_and(|known| known.is::<Memory<W>>()) {
            *memory = None;
        }
        let memory = memory.get_or_insert_with(|| Box::new(Memory::<W>::default()));
        memory.downcast_mut().unwrap_or_else(|| unreachable!("just replaced"))
    }

    /// Searches the current position of `game` by iterative deepening until the goal is reached or `handler` stops it.
    /// Returns the best lines, best first, each with at least one move; no lines if there is no legal move.
    pub fn search<G: Playable>(
        &mut self,
        game: &Record<G>,
        table: &TranspositionTable,
        goal: Goal,
        handler: &mut dyn Handler,
    ) -> Vec<Line> {
        self.search_with_endgames(game, table, &Endgames::none(), goal, handler)
    }

    /// Like [`search`](Self::search), with endgame tables, which may arrive during the search. If the current position
    /// is in the tables, the search ends immediately, unless the position is a draw: then the drawing moves are
    /// searched, and the line is scored as a draw.
    pub fn search_with_endgames<G: Playable>(
        &mut self,
        game: &Record<G>,
        table: &TranspositionTable,
        endgames: &Endgames,
        goal: Goal,
        handler: &mut dyn Handler,
    ) -> Vec<Line> {
        let evaluation = self.evaluation.clone();
        let evaluator = evaluation.evaluator::<G>(game.rules());
        self.search_with_evaluator(&evaluator, game, table, endgames, goal, handler)
    }

    /// Like [`search_with_endgames`](Self::search_with_endgames), with any evaluator.
    pub fn search_with_evaluator<G: Playable, E: Evaluator<G>>(
        &mut self,
        evaluator: &E,
        game: &Record<G>,
        table: &TranspositionTable,
        endgames: &Endgames,
        goal: Goal,
        handler: &mut dyn Handler,
    ) -> Vec<Line> {
        let Memory { history, stack } = Self::memory::<G::Word>(&mut self.memory);
        let mut states = Vec::new();
        states.resize_with(STACK_PLIES, E::State::default);
        states[0] = evaluator.start(game.position());
        let mut run = Run {
            history,
            stack,
            evaluator,
            states,
            root: *game.position(),
            table,
            handler,
            path: Path::of(game),
            keys: Vec::new(),
            lookup: Lookup::new(endgames),
            nodes: 0,
            quiescence_nodes: 0,
            slow_nodes: 0,
            next_poll: 0,
            leaves: Leaves::default(),
        };
        run.iterate(game.legal_moves(), goal)
    }
}

/// A running search.
struct Run<'a, G: Playable, E: Evaluator<G>> {
    history: &'a mut History<G::Word>,
    stack: &'a mut Stack<G::Word>,
    evaluator: &'a E,
    /// The state of the evaluator at each ply.
    states: Vec<E::State>,
    root: Position<G>,
    table: &'a TranspositionTable,
    /// Called so rarely that dynamic dispatch costs nothing.
    handler: &'a mut dyn Handler,
    path: Path,
    /// Reused memory: the keys of the positions after the moves of one node.
    keys: Vec<u64>,
    lookup: Lookup<'a>,
    nodes: u64,
    /// The part of `nodes` made by the quiescence search.
    quiescence_nodes: u64,
    /// The number of quiescence nodes whose captures took a long time to find.
    slow_nodes: u64,
    next_poll: u64,
    leaves: Leaves,
}

/// The number of leaves, and the sum of their plies from the root.
#[derive(Clone, Copy, Debug, Default)]
struct Leaves {
    count: u64,
    plies: u64,
}

impl Leaves {
    #[inline]
    fn add(&mut self, ply: usize) {
        self.count += 1;
        self.plies += ply as u64;
    }

    fn mean_depth(self) -> f64 {
        if self.count == 0 { 0.0 } else { self.plies as f64 / self.count as f64 }
    }
}
