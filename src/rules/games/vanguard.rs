//! Vanguard Draughts: International Draughts, but the man that has just moved may not be jumped
//! backwards.

use crate::rules::bitboard::{Bitboard, Direction, Square};
use crate::rules::board::Board;
use crate::rules::color::{ByColor, Color};
use crate::rules::game::Game;
use crate::rules::games::{International, Variant};
use crate::rules::geometry::Geometry;
use crate::rules::limits::EndingCount;
use crate::rules::options::{CaptureTrail, DrawRule, Halt, RuleOptions, VanguardScope};
use crate::rules::outcome::DrawReason;
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

/// Whether a step in the capture direction of index `direction` goes towards `color`'s own side.
/// The directions that go up the board have even indices, and White plays up.
#[inline(always)]
fn is_backward(color: Color, direction: usize) -> bool {
    (direction % 2 == 1) == (color == Color::White)
}

impl Game for Vanguard {
    const VARIANT: Variant = Variant::Vanguard;
    const TITLE: &'static str = "Vanguard Draughts";
    const GEOMETRY: &'static Geometry = International::GEOMETRY;
    const CAPTURES: &'static [Direction] = International::CAPTURES;
    const KING_STEPS: &'static [Direction] = International::KING_STEPS;
    const MAN_STEPS: ByColor<&'static [Direction]> = International::MAN_STEPS;
    const HAS_VANGUARD: bool = true;
    const START: ByColor<Bitboard> = International::START;
    const PROMOTION: ByColor<Bitboard> = International::PROMOTION;

    type Options = VanguardOptions;
    /// The man that made the opponent's last move, if it is still a man: the vanguard.
    type Guard = Bitboard;
    type State = EndingCount;

    fn options(all: &RuleOptions) -> VanguardOptions {
        VanguardOptions { halt: all.halt, scope: all.vanguard_scope, draw_rule: all.draw_rule }
    }

    fn without_draw_limits(options: Self::Options) -> Self::Options {
        VanguardOptions { draw_rule: DrawRule::Repetition, ..options }
    }

    fn options_name(options: &Self::Options) -> String {
        format!("{}-{}", options.halt, options.scope)
    }

    fn initial_guard(setup: &Setup, board: &Board) -> Result<Bitboard, SetupError> {
        match setup.vanguard {
            None => Ok(Bitboard::EMPTY),
            Some(square) if board.men(!setup.side).contains(square) => Ok(square.bitboard()),
            Some(square) => Err(SetupError::NoVanguard(Self::GEOMETRY.name(square))),
        }
    }

    #[inline(always)]
    fn next_guard(to: Bitboard, after: &Board) -> Bitboard {
        after.without_kings(to)
    }

    #[inline]
    fn guard_key(guard: Bitboard) -> u64 {
        guard.first().map_or(0, zobrist::vanguard)
    }

    #[inline]
    fn vanguard(guard: Bitboard) -> Option<Square> {
        guard.first()
    }

    /// A man may not begin its capture by jumping backwards over the vanguard; under the wider
    /// scope no jump of its capture may do so.
    #[inline(always)]
    fn jumpable(
        enemy: Bitboard,
        us: Color,
        guard: Bitboard,
        options: VanguardOptions,
        direction: usize,
        first: bool,
    ) -> Bitboard {
        let guarded = is_backward(us, direction) && (first || options.scope == VanguardScope::Whole);
        if guarded { enemy & !guard } else { enemy }
    }

    fn initial_state(board: &Board, quiet_plies: u16) -> EndingCount {
        EndingCount::starting(board, quiet_plies)
    }

    #[inline]
    fn next_state(before: EndingCount, after: &Board, progress: bool) -> EndingCount {
        before.next(after, progress)
    }

    #[inline]
    fn must_halt(options: &VanguardOptions, trail: CaptureTrail) -> bool {
        options.halt.binds(trail)
    }

    #[inline]
    fn draw_limit(position: &Position<Self>) -> Option<DrawReason> {
        position.state().limit(position.options().draw_rule, position.quiet_plies())
    }

    #[inline]
    fn plies_to_draw_limit(position: &Position<Self>) -> u16 {
        position.state().plies_to_limit(position.options().draw_rule, position.quiet_plies())
    }

    #[inline]
    fn limit_key(position: &Position<Self>) -> u64 {
        position.state().key(position.options().draw_rule, position.quiet_plies())
    }
}
