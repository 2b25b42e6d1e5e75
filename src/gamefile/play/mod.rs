//! A slow referee for every game file: the rules taken literally, cell by cell, without tables.
//!
//! It decides nothing quickly. It tells before a game starts whether a file can be played at all, plays for `coupturc
//! check`, and is what a fast generator for game files will be compared with.

mod captures;
mod game;
mod position;
mod quiet;

pub use captures::TooManyCaptures;
pub use game::{Game, Outcome};
pub use position::{Move, Position};
