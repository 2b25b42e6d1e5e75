//! Events that the engine sends to its owner.

use std::time::Duration;

use crate::rules::{Move, PerftError};
use crate::search::Line;

/// An event in the engine. Every search ends with one [`Event::Done`], every count with one [`Event::Counted`] or
/// [`Event::CountFailed`].
#[derive(Clone, Debug)]
pub enum Event {
    /// New best lines.
    Info(Info),
    /// The search has ended.
    Done(Done),
    /// The count of leaves has ended.
    Counted {
        /// The count, or the error.
        leaves: Result<u64, PerftError>,
        /// The duration of the count.
        time: Duration,
    },
    /// A search thread has panicked, which is a bug in the engine, with the message. [`Event::Done`] follows.
    Failed(String),
    /// Some endgame tables cannot be used, with the reason.
    TableProblem(String),
    /// The opening book cannot be used, with the reason.
    BookProblem(String),
    /// A count has panicked, which is a bug in the engine, with the message. The count has ended.
    CountFailed(String),
}

/// The best lines and the effort spent on them.
#[derive(Clone, Debug)]
pub struct Info {
    /// The lines, best first: the requested number, or one per move if there are fewer moves.
    pub lines: Vec<Line>,
    /// The average depth of the leaves in plies.
    pub mean_depth: f64,
    /// The number of moves made by all threads.
    pub nodes: u64,
    /// The time since the search started.
    pub time: Duration,
    /// The share of the transposition table filled by this search, in thousandths.
    pub hash_permille: usize,
    /// The number of positions found in endgame tables.
    pub table_hits: u64,
    /// Whether the lines come from an opening book, not from a search.
    pub from_book: bool,
}

impl Info {
    /// The news of a line from an opening book.
    pub(super) fn from_book(line: Line) -> Self {
        Self {
            lines: vec![line],
            mean_depth: 0.0,
            nodes: 0,
            time: Duration::ZERO,
            hash_permille: 0,
            table_hits: 0,
            from_book: true,
        }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// The move to play.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
}

impl Done {
    /// The first moves of a line.
    pub(super) fn of(line: &Line) -> Self {
        let mut moves = line.moves.iter().copied();
        Self { best: moves.next(), ponder: moves.next() }
    }
}
