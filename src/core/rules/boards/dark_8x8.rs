//! The 32 dark squares of the 8x8 board, row by row from Black's side. Names are numbers, or a letter and a number;
//! both are read everywhere.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::boards::dark_squares;
use crate::rules::geometry::{Geometry, Naming, Shape};

/// The board with its squares named by numbers.
pub(crate) static GEOMETRY: Geometry = board(Naming::Numbers);
/// The board with its squares named by letters and numbers.
pub(crate) static LETTERED: Geometry = board(Naming::LetterNumber);

const fn board(naming: Naming) -> Geometry {
    Geometry::new(Shape::DarkSquares, naming, 64, &dark_squares::<32, 4>()).read_both_ways()
}

pub(crate) const UP_LEFT: Direction = GEOMETRY.direction(-1, 1);
pub(crate) const UP_RIGHT: Direction = GEOMETRY.direction(1, 1);
pub(crate) const DOWN_LEFT: Direction = GEOMETRY.direction(-1, -1);
pub(crate) const DOWN_RIGHT: Direction = GEOMETRY.direction(1, -1);

/// Opposites side by side; the directions that go up the board have even indices.
pub(crate) const DIAGONALS: &[Direction] = &[UP_LEFT, DOWN_RIGHT, UP_RIGHT, DOWN_LEFT];

/// The longest diagonal, from a1 to h8: the main road.
pub(crate) const LONG_DIAGONAL: Bitboard = {
    let (mut set, mut i) = (Bitboard::EMPTY, 0);
    while i < 8 {
        if let Some(square) = GEOMETRY.at(i, i) {
            set = set.union(square.wide_bitboard());
        }
        i += 1;
    }
    set
};
