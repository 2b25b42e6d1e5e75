//! Placement: the part of a position that determines its legal moves.

use super::bitboard::Bitboard;
use super::board::Board;
use super::capturing::CaptureOrder;
use super::color::Color;
use super::extra::Extra;
use super::game::Game;
use super::moves::Move;

/// Pieces, side to move, extra state and options: a [`Position`](super::Position) without draw counts and hash key.
/// Counting leaves needs nothing else.
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

    /// The rank of a capture of the `count` pieces on `captured`.
    #[inline(always)]
    pub(super) fn rank(&self, captured: Bitboard, count: u32, by_king: bool) -> u32 {
        let kings = match G::CAPTURE_ORDER {
            CaptureOrder::MostValuable { .. } => count - self.board.without_kings(captured).count(),
            CaptureOrder::MostPieces | CaptureOrder::Any => 0,
        };
        G::CAPTURE_ORDER.rank(count, kings, by_king)
    }

    /// The cells on which a man that ends `mv` on `to` becomes a king.
    #[inline(always)]
    fn promotion(&self, us: Color, to: Bitboard, mv: Move) -> Bitboard {
        let crowned = G::CROWNING[us].any() && (mv.captured() & G::CROWNING[us]).any();
        if crowned { to } else { G::PROMOTION[us] }
    }

    /// The placement after `mv`, a legal move of `us`, the side to move.
    #[inline(always)]
    pub(crate) fn after(&self, us: Color, mv: Move) -> Self {
        let (from, to) = (mv.from().bitboard(), mv.to().bitboard());
        let board = self.board.after(us, from, to, mv.captured(), self.promotion(us, to, mv));
        let kind = self.board.kind(mv.from());
        Self { board, side: !us, extra: self.extra.next(us, mv, kind, &board), options: self.options }
    }
}
