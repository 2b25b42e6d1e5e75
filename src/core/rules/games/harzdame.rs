//! Harzdame: 8x8, all squares, 21 men each, played along the diagonal from corner to corner.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::boards::square_8x8::{DOWN, GEOMETRY, LEFT, ORTHOGONALS, RIGHT, UP, ranks};
use crate::rules::color::ByColor;
use crate::rules::game::Game;
use crate::rules::geometry::Geometry;
use crate::rules::variant::Variant;

/// Harzdame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Harzdame;

impl Game for Harzdame {
    type Word = u64;
    const VARIANT: Variant = Variant::Harzdame;
    const TITLE: &'static str = "Harzdame";
    const GEOMETRY: &'static Geometry = &GEOMETRY;
    /// Men and kings capture in all four orthogonal directions.
    const CAPTURES: &'static [Direction] = ORTHOGONALS;
    /// Kings move like rooks.
    const KING_STEPS: &'static [Direction] = ORTHOGONALS;
    /// White's men move up or to the right, Black's down or to the left.
    const MAN_STEPS: ByColor<&'static [Direction]> = ByColor::new(&[UP, RIGHT], &[DOWN, LEFT]);
    /// 21 men each, in the corner at White's left and in the opposite corner.
    const START: ByColor<Bitboard> = ByColor::new(
        ranks([
            0, //
            0,
            0b1000_0000,
            0b1100_0000,
            0b1110_0000,
            0b1111_0000,
            0b1111_1000,
            0b1111_1100,
        ]),
        ranks([
            0b0011_1111, //
            0b0001_1111,
            0b0000_1111,
            0b0000_0111,
            0b0000_0011,
            0b0000_0001,
            0,
            0,
        ]),
    );
    /// The six cells nearest the opponent's corner on each of the two edges that meet there.
    const PROMOTION: ByColor<Bitboard> = ByColor::new(
        ranks([0b0011_1111, 1, 1, 1, 1, 1, 0, 0]),
        ranks([0, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0b1111_1100]),
    );

    type Options = ();
    type Extra = ();
    type Limits = ();
}
