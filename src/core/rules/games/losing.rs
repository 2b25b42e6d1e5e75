//! Losing Draughts: the moves of International Draughts; a player without pieces or legal moves wins.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::capturing::WithoutMove;
use crate::rules::color::ByColor;
use crate::rules::game::{Game, like};
use crate::rules::games::International;
use crate::rules::geometry::Geometry;
use crate::rules::variant::Variant;

/// Losing Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Losing;

impl Game for Losing {
    type Word = u64;
    const VARIANT: Variant = Variant::Losing;
    const TITLE: &'static str = "Losing Draughts";
    like!(International);
    const WITHOUT_MOVE: WithoutMove = WithoutMove::Wins;

    type Options = ();
    type Extra = ();
    /// Games are drawn by repetition only.
    type Limits = ();
}
