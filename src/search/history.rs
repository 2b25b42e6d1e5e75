//! The history heuristic: how often quiet moves turned out to be good, in general and behind the move before.
//!
//! CITE: Jonathan Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983; Jos Uiterwijk, "The countermove
//! heuristic", ICCA Journal 15(1), 1992; both in the form that Stockfish has given them.

use crate::rules::games::Variant;
use crate::rules::{Color, Move};
use crate::tunables;

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
    /// What is to be expected of a quiet move of `side` after the move `previous`.
    #[inline]
    pub(super) fn of(&self, game: Variant, side: Color, previous: Option<Move>, mv: Move) -> i32 {
        let (from, to) = (mv.from().index(), mv.to().index());
        let general = i32::from(self.general[side as usize][from][to]);
        let weight = tunables::continuation_history_weight(game);
        if weight == 0 {
            return general;
        }
        let continuation = i32::from(self.continuation[behind(side, previous)][from][to]);
        general + continuation * weight / 100
    }

    /// Notes that `best` refuted a position at `depth`, and that the moves `tried` before it did not. Only quiet moves
    /// count: captures are forced.
    pub(super) fn learn(
        &mut self,
        game: Variant,
        side: Color,
        previous: Option<Move>,
        best: Move,
        tried: &[Move],
        depth: i32,
    ) {
        if best.is_capture() {
            return;
        }
        let bonus = (depth * depth * tunables::history_bonus(game)).min(tunables::history_bonus_limit(game));
        let continuation = &mut self.continuation[behind(side, previous)];
        for scores in [&mut self.general[side as usize], continuation] {
            change(scores, best, bonus);
            for &mv in tried {
                change(scores, mv, -bonus);
            }
        }
    }
}

/// The place of the scores behind a move in the continuation history.
#[inline]
fn behind(side: Color, previous: Option<Move>) -> usize {
    side as usize * 64 + previous.map_or(0, |mv| mv.to().index())
}

/// The greater a score, the less a bonus adds to it.
#[inline]
fn change(scores: &mut FromTo, mv: Move, bonus: i32) {
    let score = &mut scores[mv.from().index()][mv.to().index()];
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}
