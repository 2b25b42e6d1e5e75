//! Vanguard Draughts: International Draughts, but the man that has just moved may not be jumped
//! backwards.

use crate::rules::bitboard::{Bitboard, Direction, Square};
use crate::rules::board::Board;
use crate::rules::color::{ByColor, Color};
use crate::rules::game::{Game, Played};
use crate::rules::games::{International, Variant};
use crate::rules::geometry::Geometry;
use crate::rules::limits::EndingCount;
use crate::rules::options::{CaptureTrail, DrawRule, Halt, RuleOptions, VanguardScope};
use crate::rules::outcome::DrawReason;
use crate::rules::piece::Kind;
use crate::rules::position::Position;
use crate::rules::setup::{Setup, SetupError};
use crate::rules::zobrist;

/// Vanguard Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Vanguard;

/// The options of Vanguard Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VanguardOptions {
    /// When a capturing king must stop behind the last captured piece.
    pub halt: Halt,
    /// Which jumps may not take the vanguard backwards.
    pub scope: VanguardScope,
    /// Whether the limits of the federation end games.
    pub draw_rule: DrawRule,
}

/// The vanguard, and how long an ending with few pieces has lasted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VanguardState {
    vanguard: Option<Square>,
    ending: EndingCount,
}

/// Whether a step in the capture direction of index `direction` goes towards `color`'s own side.
/// The directions that go up the board have even indices, and White plays up.
#[inline]
fn is_backward(color: Color, direction: usize) -> bool {
    match color {
        Color::White => direction % 2 == 1,
        Color::Black => direction.is_multiple_of(2),
    }
}

impl Game for Vanguard {
    const VARIANT: Variant = Variant::Vanguard;
    const TITLE: &'static str = "Vanguard Draughts";
    const GEOMETRY: &'static Geometry = International::GEOMETRY;
    const CAPTURES: &'static [Direction] = International::CAPTURES;
    const KING_STEPS: &'static [Direction] = International::KING_STEPS;
    const MAN_STEPS: ByColor<&'static [Direction]> = International::MAN_STEPS;
    const START: ByColor<Bitboard> = International::START;
    const PROMOTION: ByColor<Bitboard> = International::PROMOTION;
    const KING_VALUE: i32 = International::KING_VALUE;

    type Options = VanguardOptions;
    type State = VanguardState;

    fn options(all: &RuleOptions) -> VanguardOptions {
        VanguardOptions { halt: all.halt, scope: all.vanguard_scope, draw_rule: all.draw_rule }
    }

    fn initial_state(setup: &Setup, board: &Board) -> Result<VanguardState, SetupError> {
        if let Some(square) = setup.vanguard
            && !board.men(!setup.side).contains(square)
        {
            return Err(SetupError::NoVanguard(Self::GEOMETRY.name(square)));
        }
        let ending = EndingCount::starting(board, setup.quiet_plies);
        Ok(VanguardState { vanguard: setup.vanguard, ending })
    }

    /// The man that made the opponent's last move, if it is still a man, is the vanguard.
    #[inline]
    fn next_state(before: &Position<Self>, played: &Played) -> VanguardState {
        let still_a_man = played.kind == Kind::Man && !played.promoted;
        let progress = played.mv.is_capture() || played.promoted;
        VanguardState {
            vanguard: still_a_man.then_some(played.mv.to()),
            ending: before.state().ending.next(&played.board, progress),
        }
    }

    #[inline]
    fn state_key(state: &VanguardState) -> u64 {
        state.vanguard.map_or(0, zobrist::vanguard)
    }

    #[inline]
    fn vanguard(state: &VanguardState) -> Option<Square> {
        state.vanguard
    }

    /// A man may not begin its capture by jumping backwards over the vanguard; under the wider
    /// scope no jump of its capture may do so.
    #[inline]
    fn man_may_jump(position: &Position<Self>, over: Bitboard, direction: usize, first: bool) -> bool {
        let guarded = first || position.options().scope == VanguardScope::Whole;
        !guarded
            || !is_backward(position.side(), direction)
            || position.state().vanguard.is_none_or(|vanguard| !over.contains(vanguard))
    }

    #[inline]
    fn must_halt(options: &VanguardOptions, trail: CaptureTrail) -> bool {
        options.halt.binds(trail)
    }

    #[inline]
    fn draw_limit(position: &Position<Self>) -> Option<DrawReason> {
        position.state().ending.limit(position.options().draw_rule, position.quiet_plies())
    }

    #[inline]
    fn limit_key(position: &Position<Self>) -> u64 {
        position.state().ending.key(position.options().draw_rule, position.quiet_plies())
    }
}
