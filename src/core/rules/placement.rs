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
    pub(crate) board: Board<G::Word>,
    pub(crate) side: Color,
    pub(crate) extra: G::Extra,
    pub(crate) options: G::Options,
}

impl<G: Game> Placement<G> {
    /// The cells without a piece.
    #[inline(always)]
    pub(super) fn empty(&self) -> Bitboard<G::Word> {
        G::geometry(&self.options).board().narrow() & !self.board.occupied()
    }

    /// The rank of a capture of the `count` pieces on `captured`, of which `before_king` were taken before the first
    /// king.
    #[inline(always)]
    pub(super) fn rank(
        &self,
        captured: Bitboard<G::Word>,
        count: u32,
        by_king: bool,
        before_king: u32,
    ) -> u64 {
        let order = G::capture_order(&self.options);
        let kings = match order {
            CaptureOrder::MostValuable { .. } | CaptureOrder::ByCriteria(_) => {
                count - self.board.without_kings(captured).count()
            }
            CaptureOrder::MostPieces | CaptureOrder::Any => 0,
        };
        order.rank(count, kings, by_king, before_king)
    }

    /// The cells on which a man that ends `mv` on `to` becomes a king.
    #[inline(always)]
    fn promotion(&self, us: Color, to: Bitboard<G::Word>, mv: Move<G::Word>) -> Bitboard<G::Word> {
        if G::was_crowned(&self.board, us, mv, &self.options) { to } else { G::promotion(&self.options, us) }
    }

    /// The placement after `mv`, a legal move of `us`, the side to move.
    #[inline(always)]
    pub(crate) fn after(&self, us: Color, mv: Move<G::Word>) -> Self {
        let (from, to) = (mv.from().bitboard(), mv.to().bitboard());
        let board = self.board.after(us, from, to, mv.captured(), self.promotion(us, to, mv));
        let kind = self.board.kind(mv.from());
        Self { board, side: !us, extra: self.extra.next(us, mv, kind, &board), options: self.options }
    }
}
