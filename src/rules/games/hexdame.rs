//! Hexdame: a hexagon of 61 cells, 16 men each, six directions.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::color::ByColor;
use crate::rules::game::Game;
use crate::rules::games::Variant;
use crate::rules::geometry::{Cell, Geometry, Shape};

/// Hexdame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hexdame;

/// Copies of a hexagon with five cells a side tile the plane so that its 61 cells are numbered by
/// `13 * letter + number` modulo 61, each number once. A step in one of the six directions then
/// adds 1, 13 or 14 or takes it away, everywhere, modulo 61: one rotation of a 61-bit word, and one
/// mask for the cells that would come back in at the other side.
///
/// The other ways cost more. A sheared layout, row by row with a column to spare so that no step
/// comes back in, takes 9 times 10 bits: two words, for which every shift has to carry and every
/// other operation and every count of bits is done twice. Tables by direction give the steps of
/// one piece, and men are moved all at once.
static GEOMETRY: Geometry = Geometry::new(Shape::Hexagon, 61, &CELLS);

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

const LETTER_UP: Direction = GEOMETRY.direction(1, 0);
const LETTER_DOWN: Direction = GEOMETRY.direction(-1, 0);
const NUMBER_UP: Direction = GEOMETRY.direction(0, 1);
const NUMBER_DOWN: Direction = GEOMETRY.direction(0, -1);
const BOTH_UP: Direction = GEOMETRY.direction(1, 1);
const BOTH_DOWN: Direction = GEOMETRY.direction(-1, -1);

const LINES: &[Direction] = &[LETTER_UP, LETTER_DOWN, NUMBER_UP, NUMBER_DOWN, BOTH_UP, BOTH_DOWN];

/// The cells whose letter and number (from 0) both lie between `low` and `high`.
const fn corner(low: i8, high: i8) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < 61 {
        let Cell { x, y, .. } = CELLS[i];
        if low <= x && x <= high && low <= y && y <= high {
            set = set.union(GEOMETRY.squares()[i].bitboard());
        }
        i += 1;
    }
    set
}

/// The cells on the two edges where letter or number (from 0) is `end`.
const fn edges(end: i8) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut i = 0;
    while i < 61 {
        if CELLS[i].x == end || CELLS[i].y == end {
            set = set.union(GEOMETRY.squares()[i].bitboard());
        }
        i += 1;
    }
    set
}

impl Game for Hexdame {
    const VARIANT: Variant = Variant::Hexdame;
    const TITLE: &'static str = "Hexdame";
    const GEOMETRY: &'static Geometry = &GEOMETRY;
    /// All pieces capture in six directions.
    const CAPTURES: &'static [Direction] = LINES;
    const KING_STEPS: &'static [Direction] = LINES;
    /// White's men move to the next letter, the next number, or both; Black's the reverse.
    const MAN_STEPS: ByColor<&'static [Direction]> =
        ByColor::new(&[LETTER_UP, NUMBER_UP, BOTH_UP], &[LETTER_DOWN, NUMBER_DOWN, BOTH_DOWN]);
    /// a1 to d4 against f6 to i9.
    const START: ByColor<Bitboard> = ByColor::new(corner(0, 3), corner(5, 8));
    /// The nine cells with letter i or number 9, and those with letter a or number 1.
    const PROMOTION: ByColor<Bitboard> = ByColor::new(edges(8), edges(0));

    type Options = ();
    type Guard = ();
    type State = ();
}
