//! Errors of the engine.

use std::fmt;

use crate::memory::OutOfMemory;
use crate::rules::Outcome;

/// The reason why a search does not start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoError {
    /// The engine is searching or counting.
    Busy,
    /// The game is over.
    GameOver(Outcome),
}

/// The engine is searching or counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

/// The reason why settings cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceError {
    /// A search is running.
    Busy,
    /// There is not enough memory for a table of that size.
    Memory,
    /// The threads cannot be started, with the system's error.
    Threads(String),
}

const BUSY: &str = "a search is running, expected its end or stop first";

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(BUSY)
    }
}

impl fmt::Display for GoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => f.write_str(BUSY),
            Self::GameOver(outcome) => write!(f, "the game is over, {outcome}; expected another position"),
        }
    }
}

impl fmt::Display for ResourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => f.write_str(BUSY),
            Self::Memory => f.write_str("not enough memory for a table of that size, expected a smaller one"),
            Self::Threads(why) => write!(f, "cannot start that many threads, expected fewer: {why}"),
        }
    }
}

impl std::error::Error for Busy {}
impl std::error::Error for GoError {}
impl std::error::Error for ResourceError {}

impl From<Busy> for GoError {
    fn from(_: Busy) -> Self {
        Self::Busy
    }
}

impl From<Busy> for ResourceError {
    fn from(_: Busy) -> Self {
        Self::Busy
    }
}

impl From<OutOfMemory> for ResourceError {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}
