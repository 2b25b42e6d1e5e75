//! Hexdame: a hexagon of 61 cells, 16 men each, six directions.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::boards::hexagon::{
    BOTH_DOWN, BOTH_UP, GEOMETRY, LETTER_DOWN, LETTER_UP, LINES, NUMBER_DOWN, NUMBER_UP, corner, edges,
};
use crate::rules::color::ByColor;
use crate::rules::game::Game;
use crate::rules::geometry::Geometry;
use crate::rules::variant::Variant;

/// Hexdame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hexdame;

impl Game for Hexdame {
    type Word = u64;
    const VARIANT: Variant = Variant::Hexdame;
    const TITLE: &'static str = "Hexdame";
    const GEOMETRY: &'static Geometry = &GEOMETRY;
    /// All pieces capture in six directions.
    const CAPTURES: &'static [Direction] = LINES;
    const KING_STEPS: &'static [Direction] = LINES;
    /// White's men move to the next letter, the next number, or both; Black's the reverse.
    const MAN_STEPS: ByColor<&'static [Direction]> =
        ByColor::new(&[LETTER_UP, NUMBER_UP, BOTH_UP], &[LETTER_DOWN, NUMBER_DOWN, BOTH_DOWN]);
    /// White's men stand on a1 to d4, Black's on f6 to i9.
    const START: ByColor<Bitboard> = ByColor::new(corner(0, 3), corner(5, 8));
    /// The nine cells with letter i or number 9, and those with letter a or number 1.
    const PROMOTION: ByColor<Bitboard> = ByColor::new(edges(8), edges(0));

    type Options = ();
    type Extra = ();
    type Limits = ();
}
