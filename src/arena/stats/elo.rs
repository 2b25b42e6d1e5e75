//! Elo, normalised Elo and likelihood of superiority (LOS), with their error bars.
//!
//! CITE: the estimates and error bars are those of fastchess (`EloPentanomial`, `EloWDL`) and fishtest
//! (`stat_util.get_elo`): the error of the mean score, carried through the logistic curve. Normalised
//! Elo: Michel Van den Bergh, "Normalized Elo" and "Comments on normalized Elo",
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

use std::f64::consts::{FRAC_1_SQRT_2, LN_10};

use super::sample::Sample;
use super::tally::Tally;

/// Normalised Elo for each unit of (score - 1/2) / standard deviation of a game: twice the slope of the
/// logistic curve in the middle, so that Elo and normalised Elo agree if no game is drawn.
pub(super) const NELO_A_DEVIATION: f64 = 800.0 / LN_10;

/// The 97.5 % quantile of the standard normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// The probability on either side of a 95 % interval.
const TAIL: f64 = 0.025;

/// An estimate and the bounds of its 95 % interval, which may be infinite, but never NaN.
///
/// If all games (or pairs) ended the same way, there is no spread to measure. Then the bounds are those
/// of the worst and the best distribution under which such a run has a probability of 2.5 %: they are
/// wide, and shrink with the number of games, as they should.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// What was counted.
    pub basis: Basis,
}

impl Interval {
    /// Half the width: the number after "+/-". Infinite if a bound is infinite.
    ///
    /// ```
    /// use coupturc::arena::stats::Tally;
    /// let elo = Tally::of_games(136, 111, 96).elo();
    /// let text = elo.map(|elo| format!("{:.1} +/- {:.1}", elo.estimate, elo.margin()));
    /// assert_eq!(text.as_deref(), Some("40.7 +/- 30.4"));
    /// ```
    #[must_use]
    pub fn margin(&self) -> f64 {
        let bounded = self.low.is_finite() && self.high.is_finite();
        if bounded { (self.high - self.low) / 2.0 } else { f64::INFINITY }
    }
}

/// The unit that an estimate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Complete pairs, by their five scores.
    Pairs,
    /// Single games, if no pair is complete.
    Games,
}

/// The Elo difference that gives this expected score.
///
/// ```
/// use coupturc::arena::stats::score_to_elo;
/// assert_eq!(score_to_elo(0.5), 0.0);
/// assert!((score_to_elo(0.75) - 190.85).abs() < 0.01);
/// assert_eq!(score_to_elo(1.0), f64::INFINITY);
/// ```
#[must_use]
pub fn score_to_elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score.log10() - (1.0 - score).log10())
}

/// The expected score at this Elo difference.
///
/// ```
/// use coupturc::arena::stats::elo_to_score;
/// assert_eq!(elo_to_score(0.0), 0.5);
/// assert!((elo_to_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn elo_to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Tally {
    /// The Elo difference; `None` before the first game.
    ///
    /// ```
    /// use coupturc::arena::stats::Tally;
    /// let elo = Tally::of_games(10, 0, 0).elo().map(|elo| (elo.estimate, elo.low.round(), elo.high));
    /// assert_eq!(elo, Some((f64::INFINITY, 140.0, f64::INFINITY)));
    /// assert_eq!(Tally::default().elo(), None);
    /// ```
    #[must_use]
    pub fn elo(&self) -> Option<Interval> {
        self.interval(elo_of, elo_of)
    }

    /// The difference in normalised Elo; `None` before the first game.
    ///
    /// Elo shrinks with more draws and more lopsided openings. Normalised Elo is the mean divided by the
    /// deviation of a game, and determines the number of games needed to measure the difference.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<Interval> {
        self.interval(nelo_of, nelo_of)
    }

    /// The likelihood of superiority: the probability that the first player is the stronger one.
    ///
    /// ```
    /// use coupturc::arena::stats::Tally;
    /// assert_eq!(Tally::default().los(), 0.5);
    /// assert_eq!(Tally::of_games(7, 20, 7).los(), 0.5);
    /// assert!(Tally::of_games(9, 20, 5).los() > 0.85);
    /// ```
    #[must_use]
    pub fn los(&self) -> f64 {
        if self.pair_count() > 0 {
            los_of(&Sample::new(self.pairs()))
        } else {
            los_of(&Sample::new(self.games_by_score()))
        }
    }

    fn interval(
        &self,
        of_pairs: impl Fn(&Sample<5>) -> [f64; 3],
        of_games: impl Fn(&Sample<3>) -> [f64; 3],
    ) -> Option<Interval> {
        let ([low, estimate, high], basis) = if self.pair_count() > 0 {
            (of_pairs(&Sample::new(self.pairs())), Basis::Pairs)
        } else if self.game_count() > 0 {
            (of_games(&Sample::new(self.games_by_score())), Basis::Games)
        } else {
            return None;
        };
        Some(Interval { estimate, low, high, basis })
    }
}

/// Lower bound, estimate, upper bound of the Elo difference.
fn elo_of<const N: usize>(sample: &Sample<N>) -> [f64; 3] {
    let mean = sample.mean();
    let [low, high] = match sample.only_score() {
        Some(score) => extremes(score, sample.total()).map(|(mean, _)| mean),
        None => {
            let error = Z_95 * (sample.variance() / sample.total()).sqrt();
            [mean - error, mean + error]
        }
    };
    [low, mean, high].map(score_to_elo)
}

/// Lower bound, estimate, upper bound of the normalised Elo difference.
fn nelo_of<const N: usize>(sample: &Sample<N>) -> [f64; 3] {
    let nelo = |mean: f64, variance: f64| {
        let deviation = (variance * Sample::<N>::games_a_unit()).sqrt();
        if mean == 0.5 { 0.0 } else { (mean - 0.5) / deviation * NELO_A_DEVIATION }
    };
    let estimate = nelo(sample.mean(), sample.variance());
    if let Some(score) = sample.only_score() {
        let [low, high] = extremes(score, sample.total()).map(|(mean, variance)| nelo(mean, variance));
        return [low.min(estimate), estimate, high.max(estimate)];
    }
    let games = sample.total() * Sample::<N>::games_a_unit();
    let error = Z_95 * NELO_A_DEVIATION / games.sqrt();
    [estimate - error, estimate, estimate + error]
}

/// Mean and variance of the worst and of the best distribution under which all of `total` units have
/// `score` with a probability of 2.5 %. Units with another score are lost or won.
///
/// After 10 wins (`score` 1, `total` 10) a win has the probability 0.025^(1/10) = 0.69, and in the worst case the
/// rest is lost: the lower bound of the mean is 0.69, or +140 Elo.
fn extremes(score: f64, total: f64) -> [(f64, f64); 2] {
    let share = TAIL.powf(1.0 / total);
    [0.0, 1.0].map(|other| {
        let mean = share * score + (1.0 - share) * other;
        (mean, share * (1.0 - share) * (score - other).powi(2))
    })
}

fn los_of<const N: usize>(sample: &Sample<N>) -> f64 {
    let lead = sample.mean() - 0.5;
    if sample.total() == 0.0 || lead == 0.0 {
        return 0.5;
    }
    if sample.only_score().is_some() {
        return los_of_run(lead > 0.0, sample.total());
    }
    let z = lead / (sample.variance() / sample.total()).sqrt();
    libm::erfc(-z * FRAC_1_SQRT_2) / 2.0
}

/// The likelihood of superiority after wins only, or losses only.
///
/// CITE: Rémi Coulom, Whole-History Rating and the "likelihood of superiority" of bayeselo: under a
/// uniform prior the probability of a win follows a beta distribution, here with one side empty.
fn los_of_run(won: bool, total: f64) -> f64 {
    let against = 0.5f64.powf(total + 1.0);
    if won { 1.0 - against } else { against }
}

#[cfg(test)]
mod tests {
    use super::super::tally::tally_of_pairs;
    use super::*;

    fn close(left: f64, right: f64, by: f64) -> bool {
        (left - right).abs() <= by
    }

    /// Every tally that counts each score at most twice, including empty and lopsided ones.
    fn small_tallies() -> impl Iterator<Item = Tally> {
        let digits = |code: u64, place: u32| code / 3u64.pow(place) % 3;
        let pairs = (0..3u64.pow(5))
            .map(move |code| tally_of_pairs([0, 1, 2, 3, 4].map(|place| digits(code, place))));
        let games =
            (0..27).map(move |code| Tally::of_games(digits(code, 0), digits(code, 1), digits(code, 2)));
        pairs.chain(games)
    }

    /// CITE: Abramowitz and Stegun, "Handbook of Mathematical Functions", table 26.1 (values of P(x)).
    #[test]
    fn normal_distribution_matches_published_tables() {
        for (x, p) in [(0.5, 0.691_462_461_27), (1.0, 0.841_344_746_07), (2.0, 0.977_249_868_05)] {
            assert!(close(libm::erfc(-x * FRAC_1_SQRT_2) / 2.0, p, 1e-10), "{x}");
        }
        assert!(close(libm::erfc(-Z_95 * FRAC_1_SQRT_2) / 2.0, 1.0 - TAIL, 1e-15));
    }

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-700.0, -20.0, 0.0, 3.5, 400.0] {
            assert!(close(score_to_elo(elo_to_score(elo)), elo, 1e-9), "{elo}");
        }
    }

    /// Without draws and with equal players, the deviation of a game is 1/2, and both curves have the same slope.
    #[test]
    fn normalised_elo_equals_elo_without_draws() {
        let tally = Tally::of_games(50_100, 0, 49_900);
        let (elo, nelo) = (tally.elo().unwrap(), tally.normalized_elo().unwrap());
        assert!(close(elo.estimate, nelo.estimate, 1e-4), "{elo:?} {nelo:?}");
        assert!(close(elo.margin(), nelo.margin(), 1e-3), "{elo:?} {nelo:?}");
    }

    #[test]
    fn the_opponent_has_the_opposite_difference() {
        for tally in small_tallies().filter(|tally| tally.game_count() > 0) {
            let swapped = tally.swapped();
            for of in [Tally::elo, Tally::normalized_elo] {
                let (one, other) = (of(&tally).unwrap(), of(&swapped).unwrap());
                for (a, b) in [(one.estimate, other.estimate), (one.low, other.high), (one.high, other.low)] {
                    assert!(a == -b || close(a, -b, 1e-9), "{tally:?} {one:?} {other:?}");
                }
            }
            assert!(close(tally.los() + swapped.los(), 1.0, 1e-12), "{tally:?}");
        }
    }

    #[test]
    fn bounds_enclose_the_estimate() {
        for tally in small_tallies().filter(|tally| tally.game_count() > 0) {
            for interval in [tally.elo().unwrap(), tally.normalized_elo().unwrap()] {
                let Interval { estimate, low, high, .. } = interval;
                assert!(low <= estimate && estimate <= high && low < high, "{tally:?} {interval:?}");
                assert!(interval.margin() > 0.0);
            }
            assert!((0.0..=1.0).contains(&tally.los()), "{tally:?}");
        }
    }

    #[test]
    fn bounds_of_a_run_narrow_with_more_games() {
        let low = |wins| Tally::of_games(wins, 0, 0).elo().unwrap().low;
        assert!(low(1) < 0.0 && low(1) < low(5) && low(5) < low(50) && low(50).is_finite());
        let drawn = |draws| Tally::of_games(0, draws, 0).elo().unwrap();
        assert_eq!(drawn(9).estimate, 0.0);
        assert!(close(drawn(9).high, -drawn(9).low, 1e-9) && drawn(900).margin() < drawn(9).margin());
    }

    /// 1/2^(n + 1): the probability that a fair coin shows the same side n + 1 times.
    #[test]
    fn a_single_win_proves_little() {
        assert_eq!(Tally::of_games(1, 0, 0).los(), 0.75);
        assert_eq!(Tally::of_games(0, 0, 3).los(), 1.0 / 16.0);
    }

    #[test]
    fn pairs_take_precedence_over_games() {
        let mut tally = tally_of_pairs([1, 2, 9, 3, 1]);
        let of_pairs = tally.elo();
        tally.add_game(super::super::GameScore::Win);
        assert_eq!(tally.elo(), of_pairs);
        assert_eq!(of_pairs.map(|elo| elo.basis), Some(Basis::Pairs));
        assert_eq!(Tally::of_games(1, 0, 0).elo().map(|elo| elo.basis), Some(Basis::Games));
    }
}
