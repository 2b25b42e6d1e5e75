//! What the engine tells its owner.

use std::time::Duration;

use crate::rules::{Move, PerftError};
use crate::search::Line;

/// Something that happened in the engine. Every search ends in one [`Event::Done`], every count
/// in one [`Event::Counted`].
#[derive(Clone, Debug)]
pub enum Event {
    /// A line was found.
    Info(Info),
    /// The search has ended.
    Done(Done),
    /// The count of leaves has ended.
    Counted {
        /// The count, or why there is none.
        leaves: Result<u64, PerftError>,
        /// How long it took.
        time: Duration,
    },
    /// A thread has failed, which is a mistake in the engine; what it says of it. The end of the
    /// search or count follows.
    Failed(String),
}

/// A line, and what it took to find it.
#[derive(Clone, Debug)]
pub struct Info {
    /// The line.
    pub line: Line,
    /// How many moves all threads have made.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// The move to play.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
}
