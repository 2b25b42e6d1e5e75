//! Events that the engine sends to its owner.

use std::time::Duration;

use crate::rules::{Move, PerftError};
use crate::search::Line;

/// Something that happened in the engine. Every search ends in one [`Event::Done`], every count
/// in one [`Event::Counted`] or [`Event::CountFailed`].
#[derive(Clone, Debug)]
pub enum Event {
    /// New best lines.
    Info(Info),
    /// The search has ended.
    Done(Done),
    /// The count of leaves has ended.
    Counted {
        /// The count, or why it failed.
        leaves: Result<u64, PerftError>,
        /// How long it took.
        time: Duration,
    },
    /// A searching thread has panicked, which is a bug in the engine; its message. The end of the search follows.
    Failed(String),
    /// Some endgame tables cannot be used, and why.
    TableProblem(String),
    /// A count has panicked, which is a bug in the engine; its message. The count has ended.
    CountFailed(String),
}

/// The best lines and the effort spent on them.
#[derive(Clone, Debug)]
pub struct Info {
    /// The lines, best first: as many as are asked for and there are moves.
    pub lines: Vec<Line>,
    /// The average depth of the leaves in plies.
    pub mean_depth: f64,
    /// How many moves all threads have made.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How much of the transposition table this search has filled, in thousandths.
    pub hash_permille: usize,
    /// How many positions were found in endgame tables.
    pub table_hits: u64,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// The move to play.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
}

impl Done {
    /// The first moves of a line.
    pub(super) fn of(line: &Line) -> Self {
        let mut moves = line.moves.iter().copied();
        Self { best: moves.next(), ponder: moves.next() }
    }
}
