//! Time management: the share of its usual time that a move gets, by the course of the search.

use crate::rules::Move;
use crate::search::Line;

/// The stability of the best move and its score over the depths so far.
///
/// CITE: Stockfish's time management: a best move that changes from depth to depth, and a score that falls, are signs
/// of a difficult position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimePolicy {
    best: Option<Move>,
    score: i32,
    /// How often the best move has changed, where a change counts half as much with every depth since then.
    unrest: f64,
    /// By how many hundredths of a man the score has fallen with the last depth.
    fall: i32,
}

/// What a move gets that was the best one at every depth, as a part of the usual time.
const QUIET_SHARE: f64 = 0.6;
/// What a move gets more that was not the best one at the depth before.
const UNREST_SHARE: f64 = 0.5;
/// What a move gets more for each man that the score has fallen.
const FALL_SHARE: f64 = 1.0;
/// Nothing gets more than this.
const GREATEST_SHARE: f64 = 2.0;

impl TimePolicy {
    /// Notes the best line of a depth that was searched to its end.
    pub(super) fn depth_done(&mut self, line: &Line) {
        let best = line.moves.first().copied();
        let score = line.score.hundredths();
        if self.best.is_some() {
            self.unrest = self.unrest / 2.0 + f64::from(u8::from(best != self.best));
            self.fall = (self.score - score).max(0);
        }
        (self.best, self.score) = (best, score);
    }

    /// The part of the usual time that this move deserves.
    pub(super) fn share(&self) -> f64 {
        let share = QUIET_SHARE + UNREST_SHARE * self.unrest + FALL_SHARE * f64::from(self.fall) / 100.0;
        share.min(GREATEST_SHARE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::Harzdame;
    use crate::rules::{MoveList, Position};
    use crate::search::Score;

    /// The share after depths that were won by these moves with these scores.
    fn share(depths: &[(usize, i32)]) -> f64 {
        let mut moves = MoveList::new();
        Position::<Harzdame>::start().legal_moves(&mut moves);
        let mut time_policy = TimePolicy::default();
        for (depth, &(best, score)) in depths.iter().enumerate() {
            let moves = vec![moves[best]];
            time_policy.depth_done(&Line { depth: depth as u32, score: Score::evaluation(score), moves });
        }
        time_policy.share()
    }

    #[test]
    fn unrest_and_a_falling_score_take_time() {
        let quiet = share(&[(0, 10), (0, 12), (0, 9), (0, 9)]);
        let changed_long_ago = share(&[(0, 10), (1, 12), (1, 9), (1, 9)]);
        let changed_now = share(&[(0, 10), (0, 12), (0, 9), (1, 9)]);
        let fallen = share(&[(0, 10), (0, 12), (0, 9), (0, -60)]);
        assert!(quiet < changed_long_ago && changed_long_ago < changed_now && quiet < fallen);
        assert!(share(&[(0, 100), (1, 0), (2, -300), (3, -900)]) <= GREATEST_SHARE);
        assert!(share(&[]) <= 1.0 && quiet <= 1.0);
    }
}
