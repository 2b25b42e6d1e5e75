//! The rules of all games: boards, positions, moves, and how a game ends.
//!
//! No module here depends on notation, evaluation or search. A game is a type that implements [`Game`]; code that moves
//! pieces is generic over it. Code that need not be fast takes [`Rules`], [`AnyPosition`] and [`AnyGame`], and is
//! compiled once.

#[macro_use]
mod variant;

mod bitboard;
mod board;
mod boards;
mod capturing;
mod color;
mod erased;
mod extra;
pub mod file;
mod game;
pub mod games;
mod generate;
mod geometry;
mod limits;
mod moves;
mod options;
mod outcome;
mod perft;
mod piece;
mod placement;
mod position;
mod record;
mod rule_set;
mod setup;
mod wide;
mod word;
mod zobrist;

pub(crate) use bitboard::nth;
pub use bitboard::{Bitboard, Direction, MOST_BITS, Square, Squares};
pub use board::Board;
pub use capturing::{CaptureOrder, Criterion, InPassing, Removal, WithoutMove};
pub use color::{ByColor, Color};
pub use erased::{AnyGame, AnyPosition};
pub use extra::{Extra, ExtraKind, ExtraState};
pub use file::FileGame;
pub use game::Game;
pub use geometry::{Cell, Geometry, Naming, Shape};
pub use limits::{DrawLimits, EndingCount, KingsCount, SmallBoardCount};
pub use moves::{Move, MoveList, TooManyCaptures};
pub use options::{
    CaptureTrail, Changes, DrawRule, Halt, KingAgainstMan, OptionValue, RuleOption, RuleOptions,
    UnknownValue, VanguardScope,
};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use perft::{PerftError, PerftPlan, PerftTable, perft, perft_divide, perft_until};
pub use piece::Kind;
pub(crate) use placement::Placement;
pub use position::{IllegalMove, Position};
pub use record::{PlayError, Record};
pub use rule_set::Rules;
pub use setup::{Setup, SetupError};
pub use wide::Wide;
pub use word::{Large, Word};
