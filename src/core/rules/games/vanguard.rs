//! Vanguard Draughts: International Draughts, but men may not jump backwards over the man that has just moved.

use crate::rules::bitboard::{Bitboard, Direction, Square};
use crate::rules::board::Board;
use crate::rules::color::{ByColor, Color};
use crate::rules::extra::{Extra, ExtraKind, ExtraState};
use crate::rules::game::{Game, like};
use crate::rules::games::international::{International, InternationalOptions};
use crate::rules::geometry::Geometry;
use crate::rules::limits::EndingCount;
use crate::rules::moves::Move;
use crate::rules::options::{CaptureTrail, DrawRule, RuleOptions, VanguardScope};
use crate::rules::piece::Kind;
use crate::rules::variant::Variant;
use crate::rules::wide::Wide;
use crate::rules::word::Word;
use crate::rules::zobrist;

/// Vanguard Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Vanguard;

/// The options of Vanguard Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VanguardOptions {
    /// The options shared with International Draughts.
    pub international: InternationalOptions,
    /// Which jumps of a capture may not take the vanguard backwards.
    pub scope: VanguardScope,
}

/// Whether a step in the capture direction of index `direction` goes towards `color`'s own side of the board. The
/// directions that go up the board have even indices, and White plays up.
#[inline(always)]
fn is_backward(color: Color, direction: usize) -> bool {
    (direction % 2 == 1) == (color == Color::White)
}

impl Game for Vanguard {
    type Word = u64;
    const VARIANT: Variant = Variant::Vanguard;
    const TITLE: &'static str = "Vanguard Draughts";
    like!(International);

    type Options = VanguardOptions;
    type Extra = VanguardMan<u64>;
    type Limits = EndingCount;

    fn options(all: &RuleOptions) -> VanguardOptions {
        VanguardOptions { international: International::options(all), scope: all.vanguard_scope }
    }

    fn without_draw_limits(options: Self::Options) -> Self::Options {
        VanguardOptions {
            international: International::without_draw_limits(options.international),
            ..options
        }
    }

    fn options_name(options: &Self::Options) -> String {
        format!("{}-{}", International::options_name(&options.international), options.scope)
    }

    #[inline]
    fn draw_rule(options: &Self::Options) -> DrawRule {
        options.international.draw_rule
    }

    /// A man may not begin its capture by jumping backwards over the vanguard; under the wider
    /// scope no jump of its capture may do so.
    #[inline(always)]
    fn jumpable(
        enemy: Bitboard<Self::Word>,
        us: Color,
        _board: &Board<Self::Word>,
        VanguardMan(vanguard): VanguardMan<u64>,
        options: &VanguardOptions,
        direction: usize,
        first: bool,
    ) -> Bitboard<Self::Word> {
        let guarded = is_backward(us, direction) && (first || options.scope == VanguardScope::Whole);
        if guarded { enemy & !vanguard } else { enemy }
    }

    #[inline]
    fn must_halt(options: &VanguardOptions, trail: CaptureTrail) -> bool {
        International::must_halt(&options.international, trail)
    }
}

/// The vanguard: the man that made the opponent's last move, if it is still a man. One cell or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VanguardMan<W = Wide>(Bitboard<W>);

impl<W: Word> VanguardMan<W> {
    /// The man on `square`.
    #[must_use]
    pub fn on(square: Square) -> Self {
        Self(square.bitboard())
    }

    /// The cell of the vanguard.
    #[inline]
    #[must_use]
    pub fn square(self) -> Option<Square> {
        self.0.first()
    }
}

impl<W: Word> Extra<W> for VanguardMan<W> {
    const KIND: ExtraKind = ExtraKind::Vanguard;

    #[inline(always)]
    fn state(self) -> ExtraState {
        if self.0.is_empty() { ExtraState::None } else { ExtraState::Vanguard(VanguardMan(self.0.widen())) }
    }

    fn of_state(state: ExtraState) -> Option<Self> {
        match state {
            ExtraState::None => Some(Self::default()),
            ExtraState::Vanguard(man) => Some(Self(man.0.narrow())),
            ExtraState::KingMoves(_) => None,
        }
    }

    #[inline(always)]
    fn next(self, _us: Color, mv: Move<W>, _kind: Kind, after: &Board<W>) -> Self {
        Self(after.without_kings(mv.to().bitboard()))
    }

    fn check(self, board: &Board<W>, side: Color, geometry: &Geometry) -> Result<(), String> {
        match self.square() {
            Some(square) if !board.men(!side).contains(square) => Err(format!(
                "the vanguard's cell {} holds no man of the side not to move",
                geometry.name(square)
            )),
            _ => Ok(()),
        }
    }

    #[inline]
    fn key(self) -> u64 {
        self.square().map_or(0, zobrist::vanguard)
    }
}
