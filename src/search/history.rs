//! How often quiet moves turned out to be good.

use crate::rules::games::Variant;
use crate::rules::{Color, Move};
use crate::tunables;

/// Scores stay below this, because every change pulls them back towards zero.
const LIMIT: i32 = 16_384;

/// Scores by the cells that a move goes from and to.
type FromTo = [[i16; 64]; 64];

/// What is known of quiet moves: in general, and as answers to the move before.
pub(super) struct History {
    /// `[side][from][to]`
    general: Box<[FromTo; 2]>,
    /// `[side][where the move before ended][from][to]`
    answers: Box<[FromTo]>,
}

/// The cells at which the moves before a node have ended, from which its answers are chosen.
pub(super) type Context = Option<Move>;

impl Default for History {
    fn default() -> Self {
        Self { general: Box::new([[[0; 64]; 64]; 2]), answers: vec![[[0; 64]; 64]; 2 * 64].into() }
    }
}

impl History {
    /// What is to be expected of a quiet move of `side` after the move `before`.
    #[inline]
    pub(super) fn of(&self, game: Variant, side: Color, before: Context, mv: Move) -> i32 {
        let (from, to) = (mv.from().index(), mv.to().index());
        let general = i32::from(self.general[side as usize][from][to]);
        let weight = tunables::continuation_weight(game);
        if weight == 0 {
            return general;
        }
        let answer = i32::from(self.answers[answers_to(side, before)][from][to]);
        general + answer * weight / 100
    }

    /// Notes that `best` refuted a position at `depth`, and that the moves `tried` before it did not. Only quiet moves
    /// count: captures are forced.
    pub(super) fn learn(
        &mut self,
        game: Variant,
        side: Color,
        before: Context,
        best: Move,
        tried: &[Move],
        depth: i32,
    ) {
        if best.is_capture() {
            return;
        }
        let bonus = (depth * depth * tunables::history_slope(game)).min(tunables::history_most(game));
        let answers = &mut self.answers[answers_to(side, before)];
        for scores in [&mut self.general[side as usize], answers] {
            change(scores, best, bonus);
            for &mv in tried {
                change(scores, mv, -bonus);
            }
        }
    }
}

#[inline]
fn answers_to(side: Color, before: Context) -> usize {
    side as usize * 64 + before.map_or(0, |mv| mv.to().index())
}

#[inline]
fn change(scores: &mut FromTo, mv: Move, bonus: i32) {
    let score = &mut scores[mv.from().index()][mv.to().index()];
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}
