//! The 50 dark squares of the 10x10 board, numbered row by row from Black's side.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::geometry::{Cell, Geometry, Naming, Shape};

/// Square 1 is bit 0. After every second row one bit stays unused, so that a step down is always
/// 5 or 6 bits, and a step off the left or right edge lands on an unused bit:
///
/// ```text
///      0   1   2   3   4        squares  1 to  5
///    5   6   7   8   9                   6 to 10   (10 is unused)
///     11  12  13  14  15                11 to 15
///   16  17  18  19  20                  16 to 20   (21 is unused)
///     ..
/// ```
pub(crate) static GEOMETRY: Geometry = Geometry::new(Shape::DarkSquares, Naming::Numbers, 64, &CELLS);

const CELLS: [Cell; 50] = {
    let mut cells = [Cell { x: 0, y: 0, bit: 0 }; 50];
    let mut i = 0;
    while i < 50 {
        let (row, place) = (i / 5, i % 5);
        // Even rows begin with a light square.
        let x = 2 * place + 1 - row % 2;
        cells[i] = Cell { x: x as i8, y: 9 - row as i8, bit: (5 * row + row / 2 + place) as u8 };
        i += 1;
    }
    cells
};

pub(crate) const UP_LEFT: Direction = GEOMETRY.direction(-1, 1);
pub(crate) const UP_RIGHT: Direction = GEOMETRY.direction(1, 1);
pub(crate) const DOWN_LEFT: Direction = GEOMETRY.direction(-1, -1);
pub(crate) const DOWN_RIGHT: Direction = GEOMETRY.direction(1, -1);

/// Opposites side by side; the directions that go up the board have even places.
pub(crate) const DIAGONALS: &[Direction] = &[UP_LEFT, DOWN_RIGHT, UP_RIGHT, DOWN_LEFT];

/// The squares numbered `from` to `to`.
pub(crate) const fn squares(from: usize, to: usize) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut number = from;
    while number <= to {
        set = set.union(GEOMETRY.squares()[number - 1].bitboard());
        number += 1;
    }
    set
}
