//! Searches whose results depend on the position and the number of nodes alone.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use crate::memory::OutOfMemory;
use crate::rules::{AnyGame, Move, Rules};
use crate::search::{
    Endgames, Goal, Handler, Line, Progress, SearchGame, Searcher, Stopped, TranspositionTable, search_of,
};

/// Up to this many nodes, a search uses the small table: emptying the large one would take as long as the search.
const SMALL_SEARCH: u64 = 30_000;
/// The sizes of the tables in MiB.
const SMALL_TABLE: usize = 1;
const LARGE_TABLE: usize = 16;

/// What a search found.
#[derive(Clone, Debug)]
pub(super) struct Look {
    /// The best lines, best first; never empty.
    pub(super) lines: Vec<Line>,
    /// The best move at depth 1.
    at_first_sight: Move,
    /// The number of nodes after which the best move no longer changed.
    pub(super) found_after: u64,
    /// All nodes of the search.
    pub(super) nodes: u64,
}

impl Look {
    /// The best line.
    pub(super) fn best(&self) -> Option<&Line> {
        self.lines.first()
    }

    /// The best move.
    pub(super) fn best_move(&self) -> Option<Move> {
        self.best()?.moves.first().copied()
    }

    /// The expected points after the best move, or after the next one.
    pub(super) fn chance(&self, rank: usize, rules: &'static Rules) -> Option<f64> {
        Some(self.lines.get(rank)?.score.chance(rules))
    }

    /// How much better the best move is than the second best, in expected points.
    pub(super) fn lead(&self, rules: &'static Rules) -> Option<f64> {
        Some(self.chance(0, rules)? - self.chance(1, rules)?)
    }

    /// Whether another move looks better at first sight.
    pub(super) fn is_hidden(&self) -> bool {
        self.best_move() != Some(self.at_first_sight)
    }
}

/// One thread's searcher for the positions of a game.
pub(super) struct Looker<'a> {
    search: SearchGame,
    searcher: Searcher,
    small: TranspositionTable,
    large: TranspositionTable,
    endgames: &'a Endgames,
    stop: &'a AtomicBool,
}

impl<'a> Looker<'a> {
    pub(super) fn new(
        rules: &'static Rules,
        endgames: &'a Endgames,
        stop: &'a AtomicBool,
    ) -> Result<Self, OutOfMemory> {
        Ok(Self {
            search: search_of(rules),
            searcher: Searcher::new(),
            small: TranspositionTable::with_mebibytes(SMALL_TABLE)?,
            large: TranspositionTable::with_mebibytes(LARGE_TABLE)?,
            endgames,
            stop,
        })
    }

    /// Searches a position as if it were the first. `None` if there is no legal move or the search was stopped.
    pub(super) fn look(&mut self, game: &dyn AnyGame, nodes: u64, lines: usize) -> Option<Look> {
        self.searcher.clear();
        let table = if nodes <= SMALL_SEARCH { &self.small } else { &self.large };
        table.clear();
        let mut watch = Watch { nodes, stop: self.stop, first: None, best: None, made: 0 };
        let goal = Goal { lines, ..Goal::default() };
        let lines = (self.search)(&mut self.searcher, game, table, self.endgames, goal, &mut watch);
        let (_, found_after) = watch.best?;
        let at_first_sight = watch.first?;
        (!self.stop.load(Relaxed)).then_some(Look { lines, at_first_sight, found_after, nodes: watch.made })
    }
}

/// Ends a search at the node limit or when `stop` is set, and notes when its best move changes.
struct Watch<'a> {
    nodes: u64,
    stop: &'a AtomicBool,
    /// The best move at depth 1.
    first: Option<Move>,
    /// The best move, and the number of nodes when it became the best.
    best: Option<(Move, u64)>,
    made: u64,
}

/// The number of nodes between two checks of `stop`.
const POLL_NODES: u64 = 4096;

impl Handler for Watch<'_> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if nodes >= self.nodes || self.stop.load(Relaxed) {
            return Err(Stopped);
        }
        Ok(self.nodes.min(nodes + POLL_NODES))
    }

    fn lines(&mut self, lines: &[Line], progress: Progress) {
        self.made = progress.nodes;
        let Some(best) = lines.first() else { return };
        let Some(&mv) = best.moves.first() else { return };
        if best.depth == 1 || self.first.is_none() {
            self.first = Some(mv);
        }
        if self.best.is_none_or(|(known, _)| known != mv) {
            self.best = Some((mv, progress.nodes));
        }
    }

    fn next_depth(&mut self, nodes: u64) -> bool {
        nodes < self.nodes
    }
}
