//! Brazilian Draughts: International Draughts on the 32 dark squares of the 8x8 board, with 12 men each and the draw
//! limits of that board.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::boards::dark_8x8::{DIAGONALS, DOWN_LEFT, DOWN_RIGHT, GEOMETRY, UP_LEFT, UP_RIGHT};
use crate::rules::color::ByColor;
use crate::rules::game::{Game, only_option_is_draw_rule};
use crate::rules::geometry::Geometry;
use crate::rules::limits::SmallBoardCount;
use crate::rules::options::{DrawRule, RuleOptions};
use crate::rules::variant::Variant;

/// Brazilian Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Brazilian;

impl Game for Brazilian {
    type Word = u64;
    const VARIANT: Variant = Variant::Brazilian;
    const TITLE: &'static str = "Brazilian Draughts";
    const GEOMETRY: &'static Geometry = &GEOMETRY;
    /// All pieces capture along the diagonals, forwards and backwards.
    const CAPTURES: &'static [Direction] = DIAGONALS;
    const KING_STEPS: &'static [Direction] = DIAGONALS;
    /// Men move to the two squares diagonally in front.
    const MAN_STEPS: ByColor<&'static [Direction]> =
        ByColor::new(&[UP_LEFT, UP_RIGHT], &[DOWN_LEFT, DOWN_RIGHT]);
    /// White's men stand on 21 to 32, Black's on 1 to 12.
    const START: ByColor<Bitboard> = ByColor::new(GEOMETRY.numbered(21, 32), GEOMETRY.numbered(1, 12));
    /// White promotes on 1 to 4, Black on 29 to 32.
    const PROMOTION: ByColor<Bitboard> = ByColor::new(GEOMETRY.numbered(1, 4), GEOMETRY.numbered(29, 32));

    only_option_is_draw_rule!();
    type Extra = ();
    type Limits = SmallBoardCount;
}
