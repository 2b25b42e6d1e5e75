//! Levels: playing worse on purpose, so that people can win.

use crate::search::Line;

/// How well to play, from 1 for a beginner to 20 for everything the engine can do.
///
/// A lower level looks at fewer positions, and does not always play the best move that it has found: it overlooks
/// differences between moves, the greater the lower the level. It takes no more time than it needs for that.
///
/// CITE: the idea of Stockfish's `Skill`: several lines are searched, and one is chosen at random and by score.
///
/// ```
/// use coupturc_core::engine::Level;
///
/// assert_eq!(Level::new(21), None);
/// assert!(Level::new(20).is_some_and(Level::is_full));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// Moves that the search of level 1 may make.
const FEWEST_NODES: f64 = 30.0;
/// How many times more each next level may make.
const NODES_FACTOR: f64 = 1.8;
/// Differences up to so many hundredths of a man are overlooked one level below the highest, and more with the square of
/// the distance: among beginners a level is a matter of care, among others of depth.
const OVERLOOKED: f64 = 0.8;

impl Level {
    /// The lowest level.
    pub const LOWEST: Self = Self(1);
    /// Everything the engine can do.
    pub const FULL: Self = Self(20);

    /// The level of this number, if there is one.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        let level = Self(number);
        (Self::LOWEST..=Self::FULL).contains(&level).then_some(level)
    }

    /// The number of the level.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Whether nothing is held back.
    #[must_use]
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }

    /// How many moves a search may make.
    pub(super) fn nodes(self) -> Option<u64> {
        let steps = i32::from(self.0 - Self::LOWEST.0);
        (!self.is_full()).then(|| (FEWEST_NODES * NODES_FACTOR.powi(steps)) as u64)
    }

    /// How many lines are looked for, to choose one.
    pub(super) fn lines(self) -> usize {
        match usize::from(Self::FULL.0 - self.0) {
            0 => 1,
            below => 2 + below / 3,
        }
    }

    /// Puts the line to play before the others: the best one, as it seems to this level.
    pub(super) fn choose(self, lines: &mut [Line], random: &mut fastrand::Rng) {
        if self.is_full() {
            return;
        }
        let below = f64::from(Self::FULL.0 - self.0);
        let overlooked = (OVERLOOKED * below * below) as i32;
        // Wins and losses are further from everything else than any level overlooks.
        let seeming = lines.iter().map(|line| line.score.hundredths() + random.i32(0..=overlooked));
        let chosen = seeming.enumerate().reduce(|a, b| if b.1 > a.1 { b } else { a });
        if let Some((chosen, _)) = chosen {
            lines[..=chosen].rotate_right(1);
        }
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;

    fn all() -> impl Iterator<Item = Level> {
        (1..=20).filter_map(Level::new)
    }

    fn lines(scores: &[Score]) -> Vec<Line> {
        let line = |(depth, &score)| Line { depth: depth as u32, score, moves: Vec::new() };
        scores.iter().enumerate().map(line).collect()
    }

    /// How often each of the lines is chosen in a thousand games.
    fn choices(level: Level, scores: &[Score]) -> Vec<u32> {
        let mut random = fastrand::Rng::with_seed(1);
        let mut counts = vec![0; scores.len()];
        for _ in 0..1_000 {
            let mut lines = lines(scores);
            level.choose(&mut lines, &mut random);
            counts[lines[0].depth as usize] += 1;
        }
        counts
    }

    #[test]
    fn every_level_sees_more_than_the_one_below() {
        assert_eq!(all().count(), 20);
        for (lower, higher) in all().zip(all().skip(1)) {
            let (fewer, more) = (lower.nodes(), higher.nodes());
            assert!(more.is_none() || more > fewer, "{lower:?} {fewer:?} {more:?}");
            assert!(higher.lines() <= lower.lines());
        }
        assert_eq!((Level::FULL.nodes(), Level::FULL.lines()), (None, 1));
    }

    #[test]
    fn the_best_line_is_chosen_more_often_the_higher_the_level() {
        let scores = [Score::evaluation(30), Score::evaluation(10), Score::evaluation(-90)];
        let best: Vec<u32> = all().map(|level| choices(level, &scores)[0]).collect();
        assert!(best[0] > 400 && best[0] < 600, "{best:?}");
        assert!(best.windows(2).all(|pair| pair[1] + 40 > pair[0]), "{best:?}");
        assert_eq!(best[19], 1_000);
        assert!(choices(Level::LOWEST, &scores)[2] > 0, "a beginner loses a man now and then");
        assert_eq!(choices(Level(15), &scores)[2], 0, "others do not");
    }

    #[test]
    fn nobody_overlooks_a_win_that_was_found() {
        let scores = [Score::win_in(3), Score::evaluation(8_000), Score::loss_in(2)];
        assert_eq!(choices(Level::LOWEST, &scores), [1_000, 0, 0]);
    }
}
