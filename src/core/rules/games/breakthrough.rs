//! Breakthrough Draughts: International Draughts, won by the first player to promote a man.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::color::ByColor;
use crate::rules::game::{Game, like};
use crate::rules::games::International;
use crate::rules::geometry::Geometry;
use crate::rules::variant::Variant;

/// Breakthrough Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Breakthrough;

impl Game for Breakthrough {
    type Word = u64;
    const VARIANT: Variant = Variant::Breakthrough;
    const TITLE: &'static str = "Breakthrough Draughts";
    like!(International);
    /// A man that ends its move on the last row wins the game; one that merely passes over it during a capture does
    /// not.
    const FIRST_KING_WINS: bool = true;

    type Options = ();
    type Extra = ();
    /// Men only move forward, so every game ends.
    type Limits = ();
}
