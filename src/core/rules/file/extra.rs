//! The extra state of a game from a file: none, or that of Vanguard or Frisian Draughts.

use crate::rules::bitboard::Bitboard;
use crate::rules::board::Board;
use crate::rules::color::Color;
use crate::rules::extra::{Extra, ExtraState};
use crate::rules::games::{KingMoves, VanguardMan};
use crate::rules::geometry::Geometry;
use crate::rules::moves::Move;
use crate::rules::piece::Kind;
use crate::rules::wide::Wide;
use crate::rules::word::Word;

/// The extra state of a position. Its kind is the same in all positions of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FileExtra<W = Wide> {
    /// None.
    #[default]
    None,
    /// The man that has just moved.
    Vanguard(VanguardMan<W>),
    /// The moves of kings, which must rest.
    KingMoves(KingMoves),
}

impl<W: Word> FileExtra<W> {
    /// The same kind of state with this value; `None` if the value is of another kind.
    pub(super) fn with(self, state: ExtraState) -> Option<Self> {
        match self {
            Self::None => (state == ExtraState::None).then_some(Self::None),
            Self::Vanguard(_) => VanguardMan::of_state(state).map(Self::Vanguard),
            Self::KingMoves(_) => <KingMoves as Extra<W>>::of_state(state).map(Self::KingMoves),
        }
    }

    /// The cell of the vanguard, if there is one.
    #[inline(always)]
    pub(super) fn vanguard(self) -> Bitboard<W> {
        match self {
            Self::Vanguard(man) => man.square().map_or(Bitboard::EMPTY, |square| square.bitboard()),
            Self::None | Self::KingMoves(_) => Bitboard::EMPTY,
        }
    }
}

impl FileExtra {
    /// The same state in a narrower word, which has a bit for each cell of the board.
    pub(super) fn narrow<W: Word>(self) -> FileExtra<W> {
        match self {
            Self::None => FileExtra::None,
            Self::Vanguard(man) => {
                FileExtra::Vanguard(VanguardMan::of_state(man.state()).unwrap_or_default())
            }
            Self::KingMoves(moves) => FileExtra::KingMoves(moves),
        }
    }
}

impl<W: Word> Extra<W> for FileExtra<W> {
    #[inline(always)]
    fn state(self) -> ExtraState {
        match self {
            Self::None => ExtraState::None,
            Self::Vanguard(man) => man.state(),
            Self::KingMoves(moves) => Extra::<W>::state(moves),
        }
    }

    fn of_state(state: ExtraState) -> Option<Self> {
        Some(match state {
            ExtraState::None => Self::None,
            ExtraState::Vanguard(_) => Self::Vanguard(VanguardMan::of_state(state)?),
            ExtraState::KingMoves(moves) => Self::KingMoves(moves),
        })
    }

    #[inline(always)]
    fn next(self, us: Color, mv: Move<W>, kind: Kind, after: &Board<W>) -> Self {
        match self {
            Self::None => Self::None,
            Self::Vanguard(man) => Self::Vanguard(man.next(us, mv, kind, after)),
            Self::KingMoves(moves) => Self::KingMoves(moves.next(us, mv, kind, after)),
        }
    }

    #[inline(always)]
    fn resting(self, us: Color) -> Bitboard<W> {
        match self {
            Self::KingMoves(moves) => moves.resting(us),
            Self::None | Self::Vanguard(_) => Bitboard::EMPTY,
        }
    }

    fn completed(self, board: &Board<W>) -> Self {
        match self {
            Self::KingMoves(moves) => Self::KingMoves(moves.completed(board)),
            Self::None | Self::Vanguard(_) => self,
        }
    }

    fn check(self, board: &Board<W>, side: Color, geometry: &Geometry) -> Result<(), String> {
        match self {
            Self::None => Ok(()),
            Self::Vanguard(man) => man.check(board, side, geometry),
            Self::KingMoves(moves) => moves.check(board, side, geometry),
        }
    }

    #[inline]
    fn key(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Vanguard(man) => man.key(),
            Self::KingMoves(moves) => Extra::<W>::key(moves),
        }
    }
}
