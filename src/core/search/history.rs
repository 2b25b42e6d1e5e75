//! The history heuristic: how often quiet moves turned out to be good, in general and behind the move before.
//!
//! CITE: Jonathan Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983; Jos Uiterwijk, "The countermove
//! heuristic", ICCA Journal 15(1), 1992; both in the form that Stockfish has given them.

use crate::eval::Playable;
use crate::rules::{Color, Move, Square};

/// Scores stay below this, because every change pulls them back towards zero.
const LIMIT: i32 = 16_384;

/// Scores by the cells that a move goes from and to.
type FromTo = [[i16; 64]; 64];

/// What is known of quiet moves.
pub(super) struct History {
    /// The history by the move alone: `[side][from][to]`
    general: Box<[FromTo; 2]>,
    /// The continuation history, by the move before: `[side][where the move before ended][from][to]`
    continuation: Box<[FromTo]>,
}

impl Default for History {
    fn default() -> Self {
        Self { general: Box::new([[[0; 64]; 64]; 2]), continuation: vec![[[0; 64]; 64]; 2 * 64].into() }
    }
}

impl History {
    /// What is to be expected of a quiet move of `side` after one that ended on `previous`, where the continuation
    /// history counts with this weight, in hundredths.
    #[inline]
    pub(super) fn of(&self, weight: i32, side: Color, previous: Option<Square>, mv: Move) -> i32 {
        let (from, to) = (mv.from().index(), mv.to().index());
        let general = i32::from(self.general[side as usize][from][to]);
        if weight == 0 {
            return general;
        }
        let continuation = i32::from(self.continuation[behind(side, previous)][from][to]);
        general + continuation * weight / 100
    }

    /// Notes with a bonus that `best` refuted a position, and that the moves `tried` before it did not. Only quiet moves
    /// count: captures are forced.
    pub(super) fn learn(
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
        let continuation = &mut self.continuation[behind(side, previous)];
        let general = &mut self.general[side as usize];
        let mut change_both = |mv, bonus| {
            change(general, mv, bonus);
            change(continuation, mv, bonus);
        };
        change_both(best, bonus);
        for mv in tried {
            change_both(mv, -bonus);
        }
    }
}

/// What a refutation at this depth adds to a history.
#[inline]
pub(super) fn history_bonus<G: Playable>(depth: i32) -> i32 {
    (depth * depth * G::TUNABLES.history_bonus()).min(G::TUNABLES.history_bonus_limit())
}

/// The place of the scores behind a move that ended on a cell in the continuation history.
#[inline]
fn behind(side: Color, previous: Option<Square>) -> usize {
    side as usize * 64 + previous.map_or(0, Square::index)
}

/// The greater a score, the less a bonus adds to it.
#[inline]
fn change(scores: &mut FromTo, mv: Move, bonus: i32) {
    let score = &mut scores[mv.from().index()][mv.to().index()];
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}
