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
    /// The number of changes of the best move; a change counts half as much with every later depth.
    unrest: f64,
    /// The fall of the score at the last depth, in hundredths of a man.
    fall: i32,
}

/// The share of a move that was best at every depth.
const QUIET_SHARE: f64 = 0.6;
/// The additional share of a move that was not the best at the previous depth.
const UNREST_SHARE: f64 = 0.5;
/// The additional share for each man by which the score has fallen.
const FALL_SHARE: f64 = 1.0;
/// The maximum share.
const GREATEST_SHARE: f64 = 2.0;

impl TimePolicy {
    /// Notes the best line of a complete depth.
    pub(super) fn depth_done(&mut self, line: &Line) {
        let best = line.moves.first().copied();
        let score = line.score.hundredths();
        if self.best.is_some() {
            self.unrest = self.unrest / 2.0 + f64::from(u8::from(best != self.best));
            self.fall = (self.score - score).max(0);
        }
        (self.best, self.score) = (best, score);
    }

    /// The share of the usual time for this move.
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

    /// The share after depths with these best moves and scores.
    fn share(depths: &[(usize, i32)]) -> f64 {
        let mut moves = MoveList::new();
        Position::<Harzdame>::start().legal_moves(&mut moves);
        let mut time_policy = TimePolicy::default();
        for (depth, &(best, score)) in depths.iter().enumerate() {
            let moves = vec![moves[best].widen()];
            time_policy.depth_done(&Line { depth: depth as u32, score: Score::evaluation(score), moves });
        }
        time_policy.share()
    }

    #[test]
    fn changing_moves_and_falling_scores_get_more_time() {
        let quiet = share(&[(0, 10), (0, 12), (0, 9), (0, 9)]);
        let changed_long_ago = share(&[(0, 10), (1, 12), (1, 9), (1, 9)]);
        let changed_now = share(&[(0, 10), (0, 12), (0, 9), (1, 9)]);
        let fallen = share(&[(0, 10), (0, 12), (0, 9), (0, -60)]);
        assert!(quiet < changed_long_ago && changed_long_ago < changed_now && quiet < fallen);
        assert!(share(&[(0, 100), (1, 0), (2, -300), (3, -900)]) <= GREATEST_SHARE);
        assert!(share(&[]) <= 1.0 && quiet <= 1.0);
    }
}
