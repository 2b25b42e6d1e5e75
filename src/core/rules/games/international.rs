//! International Draughts: 10x10, 50 dark squares, 20 men each.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::boards::dark_10x10::{DIAGONALS, DOWN_LEFT, DOWN_RIGHT, GEOMETRY, UP_LEFT, UP_RIGHT};
use crate::rules::color::ByColor;
use crate::rules::game::Game;
use crate::rules::geometry::Geometry;
use crate::rules::limits::EndingCount;
use crate::rules::options::{CaptureTrail, DrawRule, Halt, RuleOptions};
use crate::rules::variant::Variant;

/// International Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct International;

/// The options of International Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct InternationalOptions {
    /// When a capturing king must stop directly behind the last captured piece.
    pub halt: Halt,
    /// Whether the FMJD's move limits end games.
    pub draw_rule: DrawRule,
}

impl Game for International {
    type Word = u64;
    const VARIANT: Variant = Variant::International;
    const TITLE: &'static str = "International Draughts";
    const GEOMETRY: &'static Geometry = &GEOMETRY;
    /// All pieces capture along the diagonals, forwards and backwards.
    const CAPTURES: &'static [Direction] = DIAGONALS;
    const KING_STEPS: &'static [Direction] = DIAGONALS;
    /// Men move to the two squares diagonally in front.
    const MAN_STEPS: ByColor<&'static [Direction]> =
        ByColor::new(&[UP_LEFT, UP_RIGHT], &[DOWN_LEFT, DOWN_RIGHT]);
    const START: ByColor<Bitboard> = ByColor::new(GEOMETRY.numbered(31, 50), GEOMETRY.numbered(1, 20));
    const PROMOTION: ByColor<Bitboard> = ByColor::new(GEOMETRY.numbered(1, 5), GEOMETRY.numbered(46, 50));

    type Options = InternationalOptions;
    type Extra = ();
    type Limits = EndingCount;

    fn options(all: &RuleOptions) -> InternationalOptions {
        InternationalOptions { halt: all.halt, draw_rule: all.draw_rule }
    }

    fn without_draw_limits(options: Self::Options) -> Self::Options {
        InternationalOptions { draw_rule: DrawRule::Repetition, ..options }
    }

    fn options_name(options: &Self::Options) -> String {
        options.halt.name().to_owned()
    }

    #[inline]
    fn draw_rule(options: &Self::Options) -> DrawRule {
        options.draw_rule
    }

    #[inline]
    fn must_halt(options: &InternationalOptions, trail: CaptureTrail) -> bool {
        options.halt.binds(trail)
    }
}
