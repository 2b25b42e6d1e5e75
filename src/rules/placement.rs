//! All that legal moves depend on, and hardly anything else.

use super::bitboard::Bitboard;
use super::board::Board;
use super::color::Color;
use super::extra::Extra;
use super::game::Game;
use super::moves::Move;

/// Pieces, side to move, and the rules that move them: a [`Position`](super::Position) without
/// what only draws and hash tables ask for. Counting leaves needs no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement<G: Game> {
    pub(crate) board: Board,
    pub(crate) side: Color,
    pub(crate) extra: G::Extra,
    pub(crate) options: G::Options,
}

impl<G: Game> Placement<G> {
    /// The cells without a piece.
    #[inline(always)]
    pub(super) fn empty(&self) -> Bitboard {
        G::GEOMETRY.board() & !self.board.occupied()
    }

    /// The placement after `mv`, a legal move of `us`, the side to move.
    #[inline(always)]
    pub(crate) fn after(&self, us: Color, mv: Move) -> Self {
        let (from, to) = (mv.from().bitboard(), mv.to().bitboard());
        let board = self.board.after(us, from, to, mv.captured(), G::PROMOTION[us]);
        Self { board, side: !us, extra: self.extra.next(us, mv, &board), options: self.options }
    }
}
