//! History heuristic: how often quiet moves caused cutoffs, on their own and after a given move.
//!
//! CITE: Jonathan Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983; Jos Uiterwijk, "The countermove
//! heuristic", ICCA Journal 15(1), 1992; both in the form that Stockfish uses.

use crate::eval::Playable;
use crate::rules::{Color, Move, Square};

/// The bound on the absolute value of the scores: every update also pulls the score towards zero.
const LIMIT: i32 = 16_384;

/// Scores of moves: `[from][to]`
type FromTo = [[i16; 64]; 64];

/// The history scores of quiet moves.
pub(super) struct History {
    /// By the move alone: `[side][from][to]`
    main: Box<[FromTo; 2]>,
    /// Continuation history, by the previous move: `[side][to of the previous move][from][to]`
    continuation: Box<[FromTo]>,
}

impl Default for History {
    fn default() -> Self {
        Self { main: Box::new([[[0; 64]; 64]; 2]), continuation: vec![[[0; 64]; 64]; 2 * 64].into() }
    }
}

impl History {
    /// The score of a quiet move of `side` after a move that ended on `previous`; `weight` is the weight of the
    /// continuation history, in hundredths.
    #[inline]
    pub(super) fn score(&self, weight: i32, side: Color, previous: Option<Square>, mv: Move) -> i32 {
        let (from, to) = (mv.from().index(), mv.to().index());
        let main = i32::from(self.main[side as usize][from][to]);
        if weight == 0 {
            return main;
        }
        let continuation = i32::from(self.continuation[continuation_index(side, previous)][from][to]);
        main + continuation * weight / 100
    }

    /// Gives `best`, which caused a cutoff, a bonus, and the moves `tried` before it a malus. Only quiet moves count:
    /// captures are compulsory.
    pub(super) fn update(
        &mut self,
        bonus: i32,
        side: Color,
        previous: Option<Square>,
        best: Move,
        tried: impl Iterator<Item = Move>,
    ) {
        if best.is_capture() {
            return;
        }
        let continuation = &mut self.continuation[continuation_index(side, previous)];
        let main = &mut self.main[side as usize];
        let mut update_both = |mv, bonus| {
            update(main, mv, bonus);
            update(continuation, mv, bonus);
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
fn continuation_index(side: Color, previous: Option<Square>) -> usize {
    side as usize * 64 + previous.map_or(0, Square::index)
}

/// Adds a bonus to a score (history gravity): the higher the score already is, the less is added.
#[inline]
fn update(scores: &mut FromTo, mv: Move, bonus: i32) {
    let score = &mut scores[mv.from().index()][mv.to().index()];
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}
