//! Russian Draughts: the board, the moves and the draw limits of Brazilian Draughts, but any capture may be chosen, and
//! a man can promote during a capture.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::boards::dark_8x8::LETTERED;
use crate::rules::capturing::CaptureOrder;
use crate::rules::color::ByColor;
use crate::rules::game::{Game, like, only_option_is_draw_rule};
use crate::rules::games::Brazilian;
use crate::rules::geometry::Geometry;
use crate::rules::limits::SmallBoardCount;
use crate::rules::options::{DrawRule, RuleOptions};
use crate::rules::variant::Variant;

/// Russian Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Russian;

impl Game for Russian {
    type Word = u64;
    const VARIANT: Variant = Variant::Russian;
    const TITLE: &'static str = "Russian Draughts";
    like!(Brazilian, &LETTERED);
    /// Any capture may be chosen, but it must be completed. A king must land on a square from which it can jump on, if
    /// there is such a square.
    const CAPTURE_ORDER: CaptureOrder = CaptureOrder::Any;
    /// A man that reaches the last rank during a capture continues as a king. A jump over a piece on the last rank but
    /// one can land nowhere else.
    const CROWNING: ByColor<Bitboard> = ByColor::new(LETTERED.numbered(5, 8), LETTERED.numbered(25, 28));

    only_option_is_draw_rule!();
    type Extra = ();
    type Limits = SmallBoardCount;
}
