//! The 8x8 board with all 64 squares in play.

use crate::rules::bitboard::{Bitboard, Direction, Square};
use crate::rules::geometry::{Cell, Geometry, Naming, Shape};
use crate::rules::wide::Wide;

/// a8 is bit 0 and h1 is bit 63, so that the bits are in text order; a step up is 8 bits.
pub(crate) static GEOMETRY: Geometry = Geometry::new(Shape::AllSquares, Naming::LetterNumber, 64, &CELLS);

const CELLS: [Cell; 64] = {
    let mut cells = [Cell { x: 0, y: 0, bit: 0 }; 64];
    let mut i = 0;
    while i < 64 {
        cells[i] = Cell { x: (i % 8) as i8, y: 7 - (i / 8) as i8, bit: i as u8 };
        i += 1;
    }
    cells
};

pub(crate) const UP: Direction = GEOMETRY.direction(0, 1);
pub(crate) const DOWN: Direction = GEOMETRY.direction(0, -1);
pub(crate) const LEFT: Direction = GEOMETRY.direction(-1, 0);
pub(crate) const RIGHT: Direction = GEOMETRY.direction(1, 0);
pub(crate) const UP_LEFT: Direction = GEOMETRY.direction(-1, 1);
pub(crate) const UP_RIGHT: Direction = GEOMETRY.direction(1, 1);
pub(crate) const DOWN_LEFT: Direction = GEOMETRY.direction(-1, -1);
pub(crate) const DOWN_RIGHT: Direction = GEOMETRY.direction(1, -1);

/// Along ranks and files, opposites side by side.
pub(crate) const ORTHOGONALS: &[Direction] = &[UP, DOWN, LEFT, RIGHT];

/// The set of squares given by one byte per rank, rank 8 first; in each byte the leftmost digit is the a-file, so that
/// the bytes look like the board.
pub(crate) const fn ranks(rows: [u8; 8]) -> Bitboard {
    let mut set: u128 = 0;
    let mut i = 0;
    while i < 8 {
        set |= (rows[i].reverse_bits() as u128) << (8 * i);
        i += 1;
    }
    Bitboard(Wide::new(set))
}

/// Whether two squares are on the same rank.
#[inline(always)]
pub(crate) const fn are_on_one_rank(a: Square, b: Square) -> bool {
    a.index() / 8 == b.index() / 8
}

/// White's first rank, on which Black promotes in games played up and down the board.
pub(crate) const RANK_1: Bitboard = ranks([0, 0, 0, 0, 0, 0, 0, 0xff]);
/// Black's first rank.
pub(crate) const RANK_8: Bitboard = ranks([0xff, 0, 0, 0, 0, 0, 0, 0]);
