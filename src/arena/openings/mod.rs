//! Openings: where games begin, from a file, from a match before, or random ones.

mod file;
mod kept;
mod random;

pub use file::read_openings;
pub use kept::KeptOpenings;
pub use random::RandomOpenings;

use serde::{Deserialize, Serialize};

/// Where a game begins: a position, and moves that were played from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The position, as FEN.
    pub fen: String,
    /// The moves, as Hub writes them.
    pub moves: Vec<String>,
}
