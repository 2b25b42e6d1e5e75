//! Croda: 8x8, all squares, 24 men each, men that step forward three ways and capture along ranks and files.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::boards::square_8x8::{
    DOWN, DOWN_LEFT, DOWN_RIGHT, GEOMETRY, ORTHOGONALS, RANK_1, RANK_8, UP, UP_LEFT, UP_RIGHT, ranks,
};
use crate::rules::color::ByColor;
use crate::rules::game::Game;
use crate::rules::geometry::Geometry;
use crate::rules::variant::Variant;

/// Croda.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Croda;

impl Game for Croda {
    type Word = u64;
    const VARIANT: Variant = Variant::Croda;
    const TITLE: &'static str = "Croda";
    const GEOMETRY: &'static Geometry = &GEOMETRY;
    /// Men and kings capture forward, backward and sideways, never diagonally.
    const CAPTURES: &'static [Direction] = ORTHOGONALS;
    /// A king moves like a rook.
    const KING_STEPS: &'static [Direction] = ORTHOGONALS;
    /// A man moves one square straight or diagonally forward, the only diagonal move of the game.
    const MAN_STEPS: ByColor<&'static [Direction]> =
        ByColor::new(&[UP, UP_LEFT, UP_RIGHT], &[DOWN, DOWN_LEFT, DOWN_RIGHT]);
    /// White's men fill ranks 1 to 3, Black's 6 to 8.
    const START: ByColor<Bitboard> =
        ByColor::new(ranks([0, 0, 0, 0, 0, 0xff, 0xff, 0xff]), ranks([0xff, 0xff, 0xff, 0, 0, 0, 0, 0]));
    /// White promotes on rank 8, Black on rank 1.
    const PROMOTION: ByColor<Bitboard> = ByColor::new(RANK_8, RANK_1);

    type Options = ();
    type Extra = ();
    type Limits = ();
}
