//! Games of draughts written down as TOML files.
//!
//! [`Rules::read`] reads a file, [`builtin`] has the games that are embedded, and [`play`] is a slow referee that plays
//! by any such file. `docs/game-file.md` explains the format to people who write files; what the keys accept is listed
//! once, in `keys.rs`, from which its tables and the schema are written.

mod board;
pub mod builtin;
mod choices;
mod document;
mod essence;
mod fault;
mod keys;
pub mod play;
mod read;
#[cfg(test)]
mod reference;
mod rules;
mod sanity;
mod words;

pub use board::{Board, Cell, LONGEST_SIDE, MOST_ROWS, Outline, Piece, Pieces, Step};
pub use choices::{
    Cells, Choice, Color, Corner, Criterion, Direction, First, Group, Halt, InPassing, KingAgainstKing,
    KingAgainstMan, Landing, Naming, Prey, Progress, Removal, Vanguard, WithoutMove,
};
pub use fault::{Fault, Faults};
pub use rules::{ByColor, Captures, Counts, Directions, End, Kings, Limit, Material, Men, Rules};
