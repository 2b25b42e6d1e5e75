//! Move ordering: the move of the transposition table first, then captures of kings, then quiet moves by their history.

use super::history::History;
use super::transposition::MoveTag;
use crate::eval::Playable;
use crate::rules::{Game, Move, MoveList, Position};

/// The move of the transposition table comes before everything else.
const HASH_MOVE: i32 = 1 << 30;
/// What it counts for a capture that it takes a king.
const CAPTURED_KING: i32 = 1 << 20;

/// A node whose captures take more steps to find than this becomes a leaf: some half of a millisecond. None does that a
/// game comes to; boards set up by hand can have many.
const MOST_STEPS: u32 = 20_000;

/// The moves of one position, handed out best first.
pub(super) struct OrderedMoves {
    moves: MoveList,
    scores: Vec<i32>,
    handed_out: usize,
}

impl Default for OrderedMoves {
    fn default() -> Self {
        Self { moves: MoveList::with_most_steps(MOST_STEPS), scores: Vec::new(), handed_out: 0 }
    }
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

    /// Whether it took unusually long to find the moves.
    #[inline]
    pub(super) fn took_long(&self) -> bool {
        self.moves.took_long()
    }

    /// One of the longest captures that were found, if it would take too long to find all. To be asked after moves that
    /// took long.
    pub(super) fn one_of_too_many(&mut self) -> Option<Move> {
        let is_complete = self.moves.is_complete();
        self.moves.take_steps();
        if is_complete { None } else { self.moves.first().copied() }
    }

    /// Whether the moves are captures: all are, or none.
    #[inline]
    pub(super) fn are_captures(&self) -> bool {
        self.moves.first().is_some_and(|mv| mv.is_capture())
    }

    /// Gives every move its place.
    #[inline]
    pub(super) fn rank<G: Playable>(
        &mut self,
        position: &Position<G>,
        hash_move: Option<MoveTag>,
        history: &History,
        previous: Option<Move>,
    ) {
        let side = position.side();
        let weight = G::TUNABLES.continuation_history_weight();
        let enemy_kings = position.board().kings(!side);
        self.scores.clear();
        self.scores.extend(self.moves.iter().map(|&mv| {
            if hash_move == Some(MoveTag::of(mv)) {
                HASH_MOVE
            } else if mv.is_capture() {
                (mv.captured() & enemy_kings).count() as i32 * CAPTURED_KING
            } else {
                history.of(weight, side, previous, mv)
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
