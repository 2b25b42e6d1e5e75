//! Extra state: the part of a position, besides pieces and side to move, that its legal moves depend on.

use std::fmt::Debug;
use std::hash::Hash;

use super::bitboard::Bitboard;
use super::board::Board;
use super::color::Color;
use super::games::{KingMoves, VanguardMan};
use super::geometry::Geometry;
use super::moves::Move;
use super::piece::Kind;
use super::wide::Wide;
use super::word::Word;

/// The kinds of extra state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraKind {
    /// None, as in most games.
    None,
    /// The vanguard of Vanguard Draughts.
    Vanguard,
    /// The moves of kings in Frisian Draughts.
    KingMoves,
}

impl ExtraKind {
    /// The name of this kind in messages and in the arguments of Hub's `pos`; empty for none.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Vanguard => "vanguard",
            Self::KingMoves => "king-moves",
        }
    }
}

/// The extra state of a position of any game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExtraState {
    /// None, in any game.
    #[default]
    None,
    /// There is a vanguard.
    Vanguard(VanguardMan),
    /// A king has moved.
    KingMoves(KingMoves),
}

impl ExtraState {
    /// The name of the state; empty for none.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => ExtraKind::None.name(),
            Self::Vanguard(_) => ExtraKind::Vanguard.name(),
            Self::KingMoves(_) => ExtraKind::KingMoves.name(),
        }
    }
}

/// The extra state of one game.
///
/// Most games have none: theirs is `()`, and the default methods cost nothing. Two games have one:
///
/// | game | state | effect on legal moves |
/// |---|---|---|
/// | Vanguard | the man that has just moved, unless it promoted | men may not jump it backwards |
/// | Frisian | for each side, a king and the number of its last quiet moves in a row | after three, it rests |
///
/// If White plays 47-41, 41-47 and 47-41 with a king in Frisian Draughts, and then 50-45 with a man,
/// [`next`](Self::next) makes White's state 41+1, 47+2, 41+3 (now [`resting`](Self::resting) is the cell 41) and
/// finally empty.
pub trait Extra<W: Word = Wide>: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The kind of this state.
    const KIND: ExtraKind = ExtraKind::None;

    /// Returns the state as a value of the type that all games share.
    #[inline(always)]
    #[must_use]
    fn state(self) -> ExtraState {
        ExtraState::None
    }

    /// Converts a value of that type to a state of this game, or returns `None` if it belongs to another.
    #[must_use]
    fn of_state(state: ExtraState) -> Option<Self> {
        (state == ExtraState::None).then(Self::default)
    }

    /// The state after `mv`, by which `us` moved a piece of kind `_kind` (before any promotion) and reached the board
    /// `_after`.
    #[inline(always)]
    #[must_use]
    fn next(self, _us: Color, _mv: Move<W>, _kind: Kind, _after: &Board<W>) -> Self {
        Self::default()
    }

    /// The pieces of `us`, the side to move, that may capture but not make quiet moves.
    #[inline(always)]
    #[must_use]
    fn resting(self, _us: Color) -> Bitboard<W> {
        Bitboard::EMPTY
    }

    /// Fills in what the text of a state may omit because it follows from the board, such as the cell of a side's only
    /// king.
    #[must_use]
    fn completed(self, _board: &Board<W>) -> Self {
        self
    }

    /// Checks that the state is possible on this board with `side` to move.
    ///
    /// # Errors
    ///
    /// If it is not possible; the text says why.
    fn check(self, _board: &Board<W>, _side: Color, _geometry: &Geometry) -> Result<(), String> {
        Ok(())
    }

    /// The part of the hash key that stands for the state.
    #[inline]
    #[must_use]
    fn key(self) -> u64 {
        0
    }
}

impl<W: Word> Extra<W> for () {}
