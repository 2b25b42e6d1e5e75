//! In which order moves are tried: what was best before, then what often was.

use super::history::{Context, History};
use super::table::MoveTag;
use crate::rules::{Game, Move, MoveList, Position};

/// The table's move comes before everything else.
const TABLE_MOVE: i32 = 1 << 30;
/// What it counts for a capture that it takes a king.
const CAPTURED_KING: i32 = 1 << 20;

/// The moves of one position, handed out best first.
#[derive(Default)]
pub(super) struct OrderedMoves {
    moves: MoveList,
    scores: Vec<i32>,
    handed_out: usize,
}

impl OrderedMoves {
    /// Generates the legal moves of `position`. They are in no order yet.
    #[inline]
    pub(super) fn generate<G: Game>(&mut self, position: &Position<G>) {
        position.legal_moves(&mut self.moves);
        self.handed_out = 0;
    }

    /// Generates the captures of `position`. They are in no order yet.
    #[inline]
    pub(super) fn generate_captures<G: Game>(&mut self, position: &Position<G>) {
        position.captures(&mut self.moves);
        self.handed_out = 0;
    }

    /// Generates the promotions of `position`, which has no captures. They are in no order yet.
    #[inline]
    pub(super) fn generate_promotions<G: Game>(&mut self, position: &Position<G>) {
        position.promotions(&mut self.moves);
        self.handed_out = 0;
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether the moves are captures: all are, or none.
    #[inline]
    pub(super) fn are_captures(&self) -> bool {
        self.moves.first().is_some_and(|mv| mv.is_capture())
    }

    /// Gives every move its place.
    #[inline]
    pub(super) fn rank<G: Game>(
        &mut self,
        position: &Position<G>,
        best: Option<MoveTag>,
        history: &History,
        before: Context,
    ) {
        let side = position.side();
        let enemy_kings = position.board().kings(!side);
        self.scores.clear();
        self.scores.extend(self.moves.iter().map(|&mv| {
            if best == Some(MoveTag::of(mv)) {
                TABLE_MOVE
            } else if mv.is_capture() {
                (mv.captured() & enemy_kings).count() as i32 * CAPTURED_KING
            } else {
                history.of(G::VARIANT, side, before, mv)
            }
        }));
    }

    /// The best move that was not handed out yet.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Move> {
        let rest = self.scores.get(self.handed_out..)?;
        let (best, _) = rest.iter().enumerate().reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        let (first, best) = (self.handed_out, self.handed_out + best);
        self.moves.swap(first, best);
        self.scores.swap(first, best);
        self.handed_out += 1;
        Some(self.moves[first])
    }

    /// The moves that were handed out before the last one.
    #[inline]
    pub(super) fn before_last(&self) -> &[Move] {
        &self.moves[..self.handed_out.saturating_sub(1)]
    }
}
