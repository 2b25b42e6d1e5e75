//! History heuristic: how often quiet moves caused cutoffs, on their own and after a given move.
//!
//! CITE: Jonathan Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983; Jos Uiterwijk, "The countermove
//! heuristic", ICCA Journal 15(1), 1992; both in the form that Stockfish uses.

use crate::eval::Playable;
use crate::rules::{Color, Move, Square, Word};

/// The bound on the absolute value of the scores: every update also pulls the score towards zero.
const LIMIT: i32 = 16_384;

/// Scores of moves, by the bits of their cells: `[from][to]`
type FromTo<W> = <W as Word>::PerBit<<W as Word>::PerBit<i16>>;

/// The history scores of quiet moves.
pub(super) struct History<W: Word> {
    /// By the move alone: `[side][from][to]`
    main: Box<[FromTo<W>; 2]>,
    /// Continuation history, by the previous move: `[side][to of the previous move][from][to]`
    continuation: Box<[FromTo<W>]>,
}

impl<W: Word> Default for History<W> {
    fn default() -> Self {
        let scores = W::per_bit(W::per_bit(0));
        Self { main: Box::new([scores; 2]), continuation: vec![scores; 2 * W::USED_BITS].into() }
    }
}

impl<W: Word> History<W> {
    /// The score of a quiet move of `side` after a move that ended on `previous`; `weight` is the weight of the
    /// continuation history, in hundredths.
    #[inline]
    pub(super) fn score(&self, weight: i32, side: Color, previous: Option<Square>, mv: Move<W>) -> i32 {
        let main = i32::from(score::<W>(&self.main[side as usize], mv));
        if weight == 0 {
            return main;
        }
        let continuation = &self.continuation[continuation_index::<W>(side, previous)];
        let continuation = i32::from(score::<W>(continuation, mv));
        main + continuation * weight / 100
    }

    /// Gives `best`, which caused a cutoff, a bonus, and the moves `tried` before it a malus. Only quiet moves count:
    /// captures are compulsory.
    pub(super) fn update(
        &mut self,
        bonus: i32,
        side: Color,
        previous: Option<Square>,
        best: Move<W>,
        tried: impl Iterator<Item = Move<W>>,
    ) {
        if best.is_capture() {
            return;
        }
        let continuation = &mut self.continuation[continuation_index::<W>(side, previous)];
        let main = &mut self.main[side as usize];
        let mut update_both = |mv, bonus| {
            update::<W>(main, mv, bonus);
            update::<W>(continuation, mv, bonus);
        };
        update_both(best, bonus);
        for mv in tried {
            update_both(mv, -bonus);
        }
    }
}

/// The bonus of a move that causes a cutoff at this depth.
#[inline]
pub(super) fn history_bonus<G: Playable>(depth: i32) -> i32 {
    (depth * depth * G::TUNABLES.history_bonus()).min(G::TUNABLES.history_bonus_limit())
}

/// The index into the continuation history after a move that ended on `previous`.
#[inline]
fn continuation_index<W: Word>(side: Color, previous: Option<Square>) -> usize {
    side as usize * W::USED_BITS + previous.map_or(0, Square::index_in::<W>)
}

/// The score of a move.
#[inline(always)]
fn score<W: Word>(scores: &FromTo<W>, mv: Move<W>) -> i16 {
    scores.as_ref()[mv.from().index_in::<W>()].as_ref()[mv.to().index_in::<W>()]
}

/// Adds a bonus to a score (history gravity): the higher the score already is, the less is added.
#[inline]
fn update<W: Word>(scores: &mut FromTo<W>, mv: Move<W>, bonus: i32) {
    let to = scores.as_mut()[mv.from().index_in::<W>()].as_mut();
    let score = &mut to[mv.to().index_in::<W>()];
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}
