//! Dameo: 8x8, all squares, 18 men each, linear moves, orthogonal captures.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::boards::square_8x8::{
    DOWN, DOWN_LEFT, DOWN_RIGHT, GEOMETRY, LEFT, ORTHOGONALS, RANK_1, RANK_8, RIGHT, UP, UP_LEFT, UP_RIGHT,
    ranks,
};
use crate::rules::color::ByColor;
use crate::rules::game::Game;
use crate::rules::geometry::Geometry;
use crate::rules::variant::Variant;

/// Dameo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dameo;

impl Game for Dameo {
    type Word = u64;
    const VARIANT: Variant = Variant::Dameo;
    const TITLE: &'static str = "Dameo";
    const GEOMETRY: &'static Geometry = &GEOMETRY;
    /// All captures are orthogonal: forwards, backwards and sideways.
    const CAPTURES: &'static [Direction] = ORTHOGONALS;
    /// A king moves like a chess queen.
    const KING_STEPS: &'static [Direction] =
        &[UP, DOWN, LEFT, RIGHT, UP_LEFT, DOWN_RIGHT, UP_RIGHT, DOWN_LEFT];
    /// A man moves one square straight or diagonally forward.
    const MAN_STEPS: ByColor<&'static [Direction]> =
        ByColor::new(&[UP, UP_LEFT, UP_RIGHT], &[DOWN, DOWN_LEFT, DOWN_RIGHT]);
    /// A man may jump over an unbroken line of men of its own side to the empty square in front of the line.
    const LINEAR_MOVES: bool = true;
    const START: ByColor<Bitboard> = ByColor::new(
        ranks([0, 0, 0, 0, 0, 0b0011_1100, 0b0111_1110, 0b1111_1111]),
        ranks([0b1111_1111, 0b0111_1110, 0b0011_1100, 0, 0, 0, 0, 0]),
    );
    const PROMOTION: ByColor<Bitboard> = ByColor::new(RANK_8, RANK_1);

    type Options = ();
    type Extra = ();
    type Limits = ();
}
