//! The hexagon of 61 cells, five per side.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::geometry::{Cell, Geometry, Naming, Shape};

/// Copies of a hexagon with five cells per side tile the plane in such a way that `13 * letter + number` modulo 61
/// gives each of its 61 cells a different number. A step in one of the six directions then adds or subtracts 1, 13 or
/// 14 modulo 61 for every cell: one rotation of a 61-bit word, and one mask for the cells that would come back in at
/// the other side.
///
/// Alternatives cost more. A sheared layout, row by row with a spare column so that no step comes back in, takes 9
/// times 10 bits: two words, so shifts need a carry and every other operation has to be done twice. Tables by direction
/// give the steps of one piece, but men are moved all at once.
pub(crate) static GEOMETRY: Geometry = Geometry::new(Shape::Hexagon, Naming::LetterNumber, 61, &CELLS);

/// Row by row from i9 down to a1: the cells of equal letter + number, low letters first.
const CELLS: [Cell; 61] = {
    let mut cells = [Cell { x: 0, y: 0, bit: 0 }; 61];
    let (mut i, mut row) = (0, 17);
    while row > 0 {
        row -= 1;
        let mut x = 0;
        while x < 9 {
            let y = row - x;
            if 0 <= y && y < 9 && -4 <= x - y && x - y <= 4 {
                cells[i] = Cell { x: x as i8, y: y as i8, bit: ((13 * x + y) % 61) as u8 };
                i += 1;
            }
            x += 1;
        }
    }
    cells
};

pub(crate) const LETTER_UP: Direction = GEOMETRY.direction(1, 0);
pub(crate) const LETTER_DOWN: Direction = GEOMETRY.direction(-1, 0);
pub(crate) const NUMBER_UP: Direction = GEOMETRY.direction(0, 1);
pub(crate) const NUMBER_DOWN: Direction = GEOMETRY.direction(0, -1);
pub(crate) const BOTH_UP: Direction = GEOMETRY.direction(1, 1);
pub(crate) const BOTH_DOWN: Direction = GEOMETRY.direction(-1, -1);

/// All six directions, opposites side by side.
pub(crate) const LINES: &[Direction] = &[LETTER_UP, LETTER_DOWN, NUMBER_UP, NUMBER_DOWN, BOTH_UP, BOTH_DOWN];

/// The cells whose letter and number (from 0) both lie between `low` and `high`.
pub(crate) const fn corner(low: i8, high: i8) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < 61 {
        let Cell { x, y, .. } = CELLS[i];
        if low <= x && x <= high && low <= y && y <= high {
            set = set.union(GEOMETRY.squares()[i].wide_bitboard());
        }
        i += 1;
    }
    set
}

/// The cells on the two edges where letter or number (from 0) is `end`.
pub(crate) const fn edges(end: i8) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < 61 {
        if CELLS[i].x == end || CELLS[i].y == end {
            set = set.union(GEOMETRY.squares()[i].wide_bitboard());
        }
        i += 1;
    }
    set
}
