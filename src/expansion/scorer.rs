//! Searches of positions.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::memory::OutOfMemory;
use crate::rules::{AnyPosition, Move, Rules};
use crate::search::{
    Endgames, Goal, Handler, Score, SearchGame, Searcher, Stopped, TranspositionTable, search_of,
};

/// About the number of moves in the opening.
const MOVES: u32 = 20;

/// The effort of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// Its nodes.
    Nodes(u64),
    /// Its time.
    Time(Duration),
}

impl Effort {
    /// Of two books, the one with the greater effort has the better scores. A node takes about a microsecond.
    pub(super) fn weight(self) -> u128 {
        match self {
            Self::Nodes(nodes) => u128::from(nodes),
            Self::Time(time) => time.as_micros(),
        }
    }

    /// The effort of the search that chooses the best move of a position, where every move gets this one: about the
    /// same for one move as for all.
    pub(super) fn of_choice(self) -> Self {
        match self {
            Self::Nodes(nodes) => Self::Nodes(nodes.saturating_mul(u64::from(MOVES))),
            Self::Time(time) => Self::Time(time.saturating_mul(MOVES)),
        }
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text.split_once(' ')? {
            (nodes, "nodes") => nodes.parse().ok().map(Self::Nodes),
            (seconds, "s") => Duration::try_from_secs_f64(seconds.parse().ok()?).ok().map(Self::Time),
            _ => None,
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Self::Time(time) => write!(f, "{} s", time.as_secs_f64()),
        }
    }
}

/// Searches positions one after the other, each as if it were the first.
pub(super) struct Scorer<'a> {
    search: SearchGame,
    searcher: Searcher,
    table: TranspositionTable,
    stop: &'a AtomicBool,
}

/// The entries of a transposition table in a MiB.
const ENTRIES: u64 = 1 << 16;
/// The largest table in MiB: it is cleared before every search.
const LARGEST_TABLE: u64 = 64;

impl<'a> Scorer<'a> {
    pub(super) fn new(
        rules: &'static Rules,
        effort: Effort,
        stop: &'a AtomicBool,
    ) -> Result<Self, OutOfMemory> {
        let entries = u64::try_from(effort.of_choice().weight()).unwrap_or(u64::MAX);
        let mebibytes = (entries / ENTRIES).clamp(1, LARGEST_TABLE) as usize;
        let table = TranspositionTable::with_mebibytes(mebibytes)?;
        Ok(Self { search: search_of(rules), searcher: Searcher::new(), table, stop })
    }

    /// The score of a position with a legal move, for the side to move, and the best move. `None` if the search was
    /// stopped.
    pub(super) fn search(&mut self, position: &dyn AnyPosition, effort: Effort) -> Option<(Score, Move)> {
        self.searcher.clear();
        self.table.clear();
        let mut limit = match effort {
            Effort::Nodes(nodes) => Limit { nodes, deadline: None, stop: self.stop },
            Effort::Time(time) => {
                Limit { nodes: u64::MAX, deadline: Some(Instant::now() + time), stop: self.stop }
            }
        };
        let (game, endgames) = (position.to_game(), Endgames::none());
        let search = self.search;
        let lines = search(&mut self.searcher, &*game, &self.table, &endgames, Goal::default(), &mut limit);
        let best = lines.first().filter(|_| !self.stop.load(Relaxed))?;
        Some((best.score, *best.moves.first()?))
    }
}

/// Ends a search at its limit, or when `stop` is set.
struct Limit<'a> {
    nodes: u64,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
}

/// The number of nodes between two checks of the clock and of `stop`.
const POLL_NODES: u64 = 4096;

impl Limit<'_> {
    fn is_reached(&self, nodes: u64) -> bool {
        nodes >= self.nodes
            || self.stop.load(Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Handler for Limit<'_> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if self.is_reached(nodes) { Err(Stopped) } else { Ok(self.nodes.min(nodes + POLL_NODES)) }
    }

    fn next_depth(&mut self, nodes: u64) -> bool {
        !self.is_reached(nodes)
    }
}
