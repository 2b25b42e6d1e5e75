//! Extra state: what a position remembers beside its pieces because legal moves depend on it.

use std::fmt::Debug;
use std::hash::Hash;

use super::bitboard::Bitboard;
use super::board::Board;
use super::color::Color;
use super::games::{KingMoves, VanguardMan};
use super::geometry::Geometry;
use super::moves::Move;
use super::piece::Kind;

/// The kinds of extra state that there are.
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
    /// What it is called in messages and in the arguments of the Hub's `pos`; empty where there is none.
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
    /// There is nothing to remember, whatever the game.
    #[default]
    None,
    /// There is a vanguard.
    Vanguard(VanguardMan),
    /// A king has moved.
    KingMoves(KingMoves),
}

impl ExtraState {
    /// What it is called; empty where there is none.
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
/// Most games have none; theirs is `()`. The defaults are those of a game without, and cost nothing.
pub trait Extra: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// Which kind it is.
    const KIND: ExtraKind = ExtraKind::None;

    /// The state as a value that all games have.
    #[inline(always)]
    #[must_use]
    fn state(self) -> ExtraState {
        ExtraState::None
    }

    /// The state that such a value is in this game, if it can be.
    #[must_use]
    fn of_state(state: ExtraState) -> Option<Self> {
        (state == ExtraState::None).then(Self::default)
    }

    /// The state after `mv`, a move of a piece of `us` that was of this kind, which led to the board `after`.
    #[inline(always)]
    #[must_use]
    fn next(self, _us: Color, _mv: Move, _kind: Kind, _after: &Board) -> Self {
        Self::default()
    }

    /// The pieces of `us`, the side to move, that may capture but not make quiet moves.
    #[inline(always)]
    #[must_use]
    fn resting(self, _us: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The same on this board, for a state whose text leaves out what follows from the board.
    #[must_use]
    fn completed(self, _board: &Board) -> Self {
        self
    }

    /// Whether it can be, with `side` to move.
    ///
    /// # Errors
    ///
    /// If not, what is wrong with it.
    fn check(self, _board: &Board, _side: Color, _geometry: &Geometry) -> Result<(), String> {
        Ok(())
    }

    /// Its part of the hash key.
    #[inline]
    #[must_use]
    fn key(self) -> u64 {
        0
    }
}

impl Extra for () {}
