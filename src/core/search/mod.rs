//! One thread's search: iterative deepening over a principal variation search with quiescence.
//!
//! It reports to a [`Handler`] and is stopped by it; it prints nothing and looks at no clock. A table is the
//! transposition table here; endgame tables are called endgames.

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

use crate::eval::{Evaluation, Evaluator, Playable};
use crate::rules::{Move, Position, Record};
use endgame::Lookup;
use history::History;
use stack::{Path, Stack};

/// The search was stopped before it came to a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Whom a search reports to, and who stops it. A handler needs to have only the functions that it wants: by the others
/// it hears nothing, and stops nothing.
pub trait Handler {
    /// Called from time to time with the number of moves made so far; gives the number at which
    /// it wants to be called next.
    ///
    /// # Errors
    ///
    /// If the search must stop now.
    fn poll(&mut self, _nodes: u64) -> Result<u64, Stopped> {
        Ok(u64::MAX)
    }

    /// Called with the best lines, best first, and with what they took: after each depth, when a better move is found
    /// in the middle of one, and at the end.
    ///
    /// Lines of the same depth are sorted by score. At the end of a search that was stopped, lines of the last depth may
    /// come before lines of the depth before it.
    fn lines(&mut self, _lines: &[Line], _progress: Progress) {}

    /// Called after all lines of a depth are complete; says whether to begin the next depth.
    fn next_depth(&mut self, _nodes: u64) -> bool {
        true
    }
}

/// Nobody: the search comes to its goal, and gives its lines at the end.
impl Handler for () {}

/// What both sides are expected to play after one of the moves at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The depth of the search in plies; of a line from tables its plies to the end, but no more than [`Goal::to_depth`].
    pub depth: u32,
    /// The score for the side to move at the root.
    pub score: Score,
    /// The expected moves, beginning with the one to play.
    pub moves: Vec<Move>,
}

/// How much a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Moves made so far.
    pub nodes: u64,
    /// The average depth of the leaves in plies.
    pub mean_depth: f64,
    /// Positions found in endgame tables.
    pub table_hits: u64,
}

/// How far a search may go by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The first depth in plies.
    pub from_depth: u32,
    /// The last depth in plies.
    pub to_depth: u32,
    /// How many best lines to find.
    pub lines: usize,
}

/// The depth at which a search without other limits ends.
pub const MAX_DEPTH: u32 = 100;

impl Default for Goal {
    fn default() -> Self {
        Self { from_depth: 1, to_depth: MAX_DEPTH, lines: 1 }
    }
}

/// One thread's search: the memory that it uses again and again, and keeps from move to move.
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
    /// What judges positions. It must fit to the games that are searched, and to the scores in their transposition table.
    pub evaluation: Evaluation,
    history: History,
    stack: Stack,
}

impl Searcher {
    /// A search that has learnt nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets what earlier searches have learnt.
    pub fn clear(&mut self) {
        self.history = History::default();
    }

    /// Searches the position on the board of `game`, deeper and deeper, until the goal is
    /// reached or `handler` stops it. Gives the best lines, best first, each with at least one
    /// move; none where there is no legal move.
    pub fn search<G: Playable>(
        &mut self,
        game: &Record<G>,
        table: &TranspositionTable,
        goal: Goal,
        handler: &mut dyn Handler,
    ) -> Vec<Line> {
        self.search_with_endgames(game, table, &Endgames::to_come(0), goal, handler)
    }

    /// The same with endgame tables, which may come in the meantime. What they know of the position on the board ends the
    /// search at once, unless it is a draw: then all moves that keep it are searched, and the line is said to be a draw.
    pub fn search_with_endgames<G: Playable>(
        &mut self,
        game: &Record<G>,
        table: &TranspositionTable,
        endgames: &Endgames,
        goal: Goal,
        handler: &mut dyn Handler,
    ) -> Vec<Line> {
        let evaluation = self.evaluation.clone();
        self.search_with_evaluator(&evaluation.evaluator::<G>(), game, table, endgames, goal, handler)
    }

    /// The same with any evaluator.
    pub fn search_with_evaluator<G: Playable, E: Evaluator<G>>(
        &mut self,
        evaluator: &E,
        game: &Record<G>,
        table: &TranspositionTable,
        endgames: &Endgames,
        goal: Goal,
        handler: &mut dyn Handler,
    ) -> Vec<Line> {
        Run::new(self, evaluator, game, table, endgames, handler).iterate(game.legal_moves(), goal)
    }
}

/// One search while it runs.
struct Run<'a, G: Playable, E: Evaluator<G>> {
    history: &'a mut History,
    stack: &'a mut Stack,
    evaluator: &'a E,
    /// What the evaluator keeps of the position at each ply.
    states: Vec<E::State>,
    root: Position<G>,
    table: &'a TranspositionTable,
    /// Asked every few hundred moves, so that it costs nothing not to know its type.
    handler: &'a mut dyn Handler,
    path: Path,
    /// The keys behind the moves of one node, used again and again.
    keys: Vec<u64>,
    lookup: Lookup<'a>,
    nodes: u64,
    next_poll: u64,
    leaves: Leaves,
}

/// How many leaves there were, and how deep.
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
