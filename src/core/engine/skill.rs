//! Playing levels: weaker play on purpose, so that people can win.

use crate::rules::Rules;
use crate::rules::games::Variant;
use crate::search::Line;

/// The playing strength, from 1 (beginner) to 20 (full strength).
///
/// A lower level searches fewer positions and does not always play the best move found: it overlooks differences
/// between moves, larger ones at lower levels. A lower level uses only the time needed for its nodes. Each step is
/// meant to be worth about 100 Elo in every game; docs/log/experiments.md has the matches.
///
/// CITE: Stockfish's `Skill`: several lines are searched, and one is chosen by score plus a random number.
///
/// ```
/// use coupturc_core::engine::Level;
///
/// assert_eq!(Level::new(21), None);
/// assert!(Level::new(20).is_some_and(Level::is_full));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// The levels below the highest in one game. The value of a doubling of nodes depends on the game, and, in games with
/// many draws, also on the level.
struct Ladder {
    /// The nodes of level 1, and of those above it that fit no doubling. A game with many legal moves needs more, to
    /// search each of them once.
    lowest: &'static [u64],
    /// The number of doublings from [`FEWEST_NODES`] to the nodes of level 19.
    doublings: f64,
    /// How far the doublings are shifted towards the highest levels, or towards the lowest if negative.
    bend: f64,
    /// The largest difference overlooked by level 1, in hundredths of a man.
    overlooked: f64,
}

/// The base from which the nodes of the levels above the first double.
const FEWEST_NODES: f64 = 30.0;
/// The share of the doublings at each level below the highest. The steps are smaller where a level searches one line
/// less than the level below, which is worth some Elo too. Level 2 starts high because the first doublings gain
/// nothing.
const SHARES: [f64; 19] = [
    0.0, 0.232, 0.287, 0.345, 0.396, 0.435, 0.437, 0.476, 0.514, 0.553, 0.594, 0.637, 0.644, 0.689, 0.741,
    0.798, 0.860, 0.928, 1.0,
];

fn ladder(rules: &'static Rules) -> Ladder {
    let (lowest, doublings, bend, overlooked): (&[u64], _, _, _) = match rules.variant {
        // The middle of the others, for games that were never measured.
        None => (&[40], 9.5, 0.0, 300.0),
        Some(Variant::International) => (&[30], 9.0, 0.0, 600.0),
        Some(Variant::Vanguard) => (&[30], 9.1, 0.0, 400.0),
        Some(Variant::Dameo) => (&[70], 9.7, -0.1, 150.0),
        Some(Variant::Hexdame) => (&[30], 9.4, 0.0, 350.0),
        Some(Variant::Harzdame) => (&[45], 9.7, -0.05, 120.0),
        Some(Variant::Croda) => (&[78], 9.9, -0.1, 60.0),
        Some(Variant::Brazilian) => (&[30, 140], 9.1, 0.1, 900.0),
        Some(Variant::Russian) => (&[10], 8.3, 0.1, 900.0),
        Some(Variant::Frisian) => (&[30], 8.9, 0.0, 120.0),
        Some(Variant::Turkish) => (&[75], 9.4, 0.0, 600.0),
        Some(Variant::Breakthrough) => (&[30], 9.9, 0.0, 300.0),
        Some(Variant::Losing) => (&[30, 128, 148, 190, 264, 386, 410, 650, 950], 9.6, 0.0, 250.0),
    };
    Ladder { lowest, doublings, bend, overlooked }
}

impl Level {
    /// The lowest level.
    pub const LOWEST: Self = Self(1);
    /// The highest level: full strength.
    pub const FULL: Self = Self(20);

    /// The level with this number, if it is from 1 to 20.
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

    /// Whether this is full strength.
    #[must_use]
    pub fn is_full(self) -> bool {
        self == Self::FULL
    }

    /// The number of nodes of a search in this game.
    pub(super) fn nodes(self, rules: &'static Rules) -> Option<u64> {
        let Ladder { lowest, doublings, bend, .. } = ladder(rules);
        let above = usize::from(self.0 - Self::LOWEST.0);
        if let Some(&nodes) = lowest.get(above) {
            return Some(nodes);
        }
        let share = SHARES.get(above)?;
        let bent = share + bend * (share.powi(3) - share);
        Some((FEWEST_NODES * (doublings * bent).exp2()) as u64)
    }

    /// The number of lines from which one is chosen.
    pub(super) fn lines(self) -> usize {
        match self.0 {
            20.. => 1,
            13.. => 2,
            7.. => 3,
            3.. => 4,
            _ => 5,
        }
    }

    /// Moves the line to play to the front: the one that seems best at this level.
    pub(super) fn choose(self, rules: &'static Rules, lines: &mut [Line], random: &mut fastrand::Rng) {
        if self.is_full() {
            return;
        }
        let below = f64::from(Self::FULL.0 - self.0) / f64::from(Self::FULL.0 - Self::LOWEST.0);
        let overlooked = (ladder(rules).overlooked * below.powi(3)) as i32;
        // Wins and losses differ from all other scores by more than any level overlooks.
        let perceived = lines.iter().map(|line| line.score.hundredths() + random.i32(0..=overlooked));
        let chosen = perceived.enumerate().reduce(|a, b| if b.1 > a.1 { b } else { a });
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

    /// How often each line is chosen in a thousand tries.
    fn choices(level: Level, rules: &'static Rules, scores: &[Score]) -> Vec<u32> {
        let mut random = fastrand::Rng::with_seed(1);
        let mut counts = vec![0; scores.len()];
        for _ in 0..1_000 {
            let mut lines = lines(scores);
            level.choose(rules, &mut lines, &mut random);
            counts[lines[0].depth as usize] += 1;
        }
        counts
    }

    #[test]
    fn every_level_searches_more_than_the_one_below() {
        assert_eq!(all().count(), 20);
        for rules in Variant::ALL.iter().map(|game| game.rules()) {
            for (lower, higher) in all().zip(all().skip(1)) {
                let (fewer, more) = (lower.nodes(rules), higher.nodes(rules));
                assert!(more.is_none() || more > fewer, "{rules} {lower:?} {fewer:?} {more:?}");
                assert!(higher.lines() <= lower.lines());
            }
            assert!(Level::LOWEST.nodes(rules).is_some_and(|nodes| (10..100).contains(&nodes)), "{rules}");
            assert_eq!(Level::FULL.nodes(rules), None);
        }
        assert_eq!(Level::FULL.lines(), 1);
    }

    #[test]
    fn higher_levels_choose_the_best_line_more_often() {
        let scores = [Score::evaluation(30), Score::evaluation(10), Score::evaluation(-90)];
        for rules in Variant::ALL.iter().map(|game| game.rules()) {
            let best: Vec<u32> = all().map(|level| choices(level, rules, &scores)[0]).collect();
            assert!(best[0] > 300 && best[0] < 900, "{rules} {best:?}");
            assert!(best.windows(2).all(|pair| pair[1] + 60 > pair[0]), "{rules} {best:?}");
            assert_eq!(best[19], 1_000);
            assert_eq!(choices(Level(15), rules, &scores)[2], 0, "only beginners lose a man");
        }
        assert!(choices(Level::LOWEST, Variant::International.rules(), &scores)[2] > 0);
    }

    #[test]
    fn no_level_overlooks_a_win_in_its_lines() {
        let scores = [Score::win_in(3), Score::evaluation(8_000), Score::loss_in(2)];
        assert_eq!(choices(Level::LOWEST, Variant::Russian.rules(), &scores), [1_000, 0, 0]);
    }
}
