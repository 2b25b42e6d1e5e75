//! SPRT, the sequential probability ratio test, which ends a match as soon as the results suffice.

use std::fmt;
use std::str::FromStr;

use super::elo::{NELO_A_DEVIATION, elo_to_score};
use super::likelihood;
use super::sample::Sample;
use super::tally::Tally;

/// The unit in which a test measures strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// Elo: the mean score.
    Logistic,
    /// Normalised Elo: the mean score in standard deviations. The length of tests does not depend on the
    /// share of draws or lopsided openings.
    Normalized,
}

impl Model {
    /// The largest difference that can be tested; larger ones show in a handful of games.
    #[must_use]
    pub const fn most_elo(self) -> f64 {
        match self {
            Self::Logistic => 400.0,
            Self::Normalized => 95.0,
        }
    }
}

impl FromStr for Model {
    type Err = String;

    /// Reads `logistic` or `normalized`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "logistic" => Ok(Self::Logistic),
            "normalized" => Ok(Self::Normalized),
            _ => Err(format!("'{text}' is not a model, expected logistic or normalized")),
        }
    }
}

/// The hypothesis that a test has accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Accepted {
    /// The difference is `elo0` or less.
    H0,
    /// The difference is `elo1` or more.
    H1,
}

/// Invalid parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtError {
    /// `elo0` is not less than `elo1`.
    Order,
    /// An Elo difference exceeds the limit of the model: [`Model::most_elo`].
    Elo(Model),
    /// `alpha` or `beta` is not between 0 and 1, or their sum is 1 or more.
    ErrorRates,
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order => f.write_str("elo0 must be less than elo1"),
            Self::Elo(model) => write!(f, "elo0 and elo1 must be between -{0} and {0}", model.most_elo()),
            Self::ErrorRates => f.write_str("alpha and beta must be above 0, and their sum below 1"),
        }
    }
}

impl std::error::Error for SprtError {}

/// A sequential probability ratio test of two hypotheses about the first player of a match.
///
/// H0: this player is `elo0` stronger than the other; H1: this player is `elo1` stronger. If the difference is `elo0`,
/// the test accepts H1 with a probability of about `alpha`, or less; if it is `elo1`, the test accepts H0 with a
/// probability of about `beta`, or less.
///
/// CITE: Abraham Wald, "Sequential Tests of Statistical Hypotheses", 1945; the generalised test as in
/// fishtest and fastchess, see [`Sprt::llr`].
///
/// ```
/// use coupturc::arena::stats::{Model, Sprt, SprtError, Tally};
///
/// let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized)?;
/// let (lower, upper) = sprt.bounds();
/// assert_eq!(format!("{lower:.2} {upper:.2}"), "-2.94 2.94");
/// assert_eq!(sprt.verdict(&Tally::default()), None);
/// assert_eq!(Sprt::new(5.0, 0.0, 0.05, 0.05, Model::Logistic), Err(SprtError::Order));
/// # Ok::<(), SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl Sprt {
    /// A test of `elo0` against `elo1`, in the units of the model.
    ///
    /// # Errors
    ///
    /// If the parameters are invalid: see [`SprtError`].
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Self, SprtError> {
        let possible = |elo: f64| elo.abs() <= model.most_elo();
        if !possible(elo0) || !possible(elo1) {
            return Err(SprtError::Elo(model));
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order);
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates);
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The difference of the players under H0.
    #[must_use]
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The difference of the players under H1.
    #[must_use]
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The probability of accepting H1 if H0 is true.
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The probability of accepting H0 if H1 is true.
    #[must_use]
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// The unit in which the test measures strength.
    #[must_use]
    pub const fn model(&self) -> Model {
        self.model
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted.
    ///
    /// CITE: Wald's bounds, ln(beta / (1 - alpha)) and ln((1 - beta) / alpha).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 and H0 after the complete pairs of a match; 0 before the first.
    ///
    /// Games of incomplete pairs do not count: the first games of all pairs have the same colours, and
    /// depend more on the openings than on the players.
    ///
    /// CITE: Michel Van den Bergh, "Comments on normalized Elo" and "Comparing the approximations for
    /// the generalized log likelihood ratio of a multinomial distribution",
    /// <https://www.cantate.be/Fishtest/>: the likelihoods are those of the most likely distributions
    /// that agree with the hypotheses.
    ///
    /// ```
    /// use coupturc::arena::stats::{GameScore::{Draw, Win}, Model, Sprt, SprtError, Tally};
    ///
    /// let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Logistic)?;
    /// let mut tally = Tally::default();
    /// tally.add_pair(Win, Draw);
    /// assert!(sprt.llr(&tally) > 0.0);
    /// # Ok::<(), SprtError>(())
    /// ```
    #[must_use]
    pub fn llr(&self, tally: &Tally) -> f64 {
        self.llr_of(&Sample::new(tally.pairs()))
    }

    /// The log-likelihood ratio of H1 and H0 after all games of a match that is not played in pairs.
    #[must_use]
    pub fn llr_of_games(&self, tally: &Tally) -> f64 {
        self.llr_of(&Sample::new(tally.games_by_score()))
    }

    /// The accepted hypothesis after the complete pairs of a match; `None` while the test is undecided.
    ///
    /// Call it after every pair; the first verdict is final.
    #[must_use]
    pub fn verdict(&self, tally: &Tally) -> Option<Accepted> {
        self.decide(self.llr(tally))
    }

    /// The hypothesis that is accepted at this log-likelihood ratio, if any.
    #[must_use]
    pub fn decide(&self, llr: f64) -> Option<Accepted> {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Some(Accepted::H1)
        } else if llr <= lower {
            Some(Accepted::H0)
        } else {
            None
        }
    }

    fn llr_of<const N: usize>(&self, sample: &Sample<N>) -> f64 {
        if sample.total() == 0.0 {
            return 0.0;
        }
        match self.model {
            Model::Logistic => {
                let [mean0, mean1] = [self.elo0, self.elo1].map(elo_to_score);
                // Never `None`: `new` has checked that both means are possible.
                likelihood::of_means(sample, mean0, mean1).unwrap_or(0.0)
            }
            Model::Normalized => {
                let t = |nelo: f64| nelo / NELO_A_DEVIATION * Sample::<N>::games_a_unit().sqrt();
                likelihood::of_t_values(sample, t(self.elo0), t(self.elo1))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tally::tally_of_pairs;
    use super::*;

    const MODELS: [Model; 2] = [Model::Logistic, Model::Normalized];

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
    }

    #[test]
    fn invalid_numbers_are_rejected() {
        let with = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, Model::Logistic).err();
        for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0)] {
            assert_eq!(with(elo0, elo1, 0.05, 0.05), Some(SprtError::Order));
        }
        for (elo0, elo1) in [(f64::NAN, 5.0), (0.0, f64::INFINITY), (-401.0, 5.0)] {
            assert_eq!(with(elo0, elo1, 0.05, 0.05), Some(SprtError::Elo(Model::Logistic)));
        }
        for (alpha, beta) in [(0.0, 0.05), (0.05, -0.1), (0.5, 0.5), (f64::NAN, 0.05), (0.05, f64::NAN)] {
            assert_eq!(with(0.0, 5.0, alpha, beta), Some(SprtError::ErrorRates));
        }
        assert_eq!(with(-5.0, 0.0, 0.01, 0.2), None);
    }

    /// CITE: Wald's formulas, computed by hand: ln 0.1/0.99 and ln 0.9/0.01.
    #[test]
    fn bounds_depend_on_both_error_rates() {
        let (lower, upper) = Sprt::new(0.0, 5.0, 0.01, 0.1, Model::Logistic).unwrap().bounds();
        assert!((lower + 2.292_534_757_14).abs() < 1e-9 && (upper - 4.499_809_670_33).abs() < 1e-9);
    }

    #[test]
    fn the_bounds_decide() {
        let test = sprt(0.0, 5.0, Model::Logistic);
        let (lower, upper) = test.bounds();
        let cases = [(lower, Some(Accepted::H0)), (lower + 1e-9, None), (0.0, None), (upper - 1e-9, None)];
        for (llr, accepted) in cases.into_iter().chain([(upper, Some(Accepted::H1))]) {
            assert_eq!(test.decide(llr), accepted, "{llr}");
        }
    }

    /// Swapping the players and the hypotheses reverses the sign of the ratio.
    #[test]
    fn the_opponent_has_the_opposite_ratio() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..500 {
            let tally = tally_of_pairs([0; 5].map(|_: u64| random.u64(0..50)));
            for model in MODELS {
                let (one, other) = (sprt(-3.0, 12.0, model), sprt(-12.0, 3.0, model));
                let (llr, opposite) = (one.llr(&tally), other.llr(&tally.swapped()));
                assert!((llr + opposite).abs() < 1e-6, "{tally:?} {model:?}: {llr} {opposite}");
                let (llr, opposite) = (one.llr_of_games(&tally), other.llr_of_games(&tally.swapped()));
                assert!((llr + opposite).abs() < 1e-6, "{tally:?} {model:?}: {llr} {opposite}");
            }
        }
    }

    #[test]
    fn better_results_raise_the_ratio() {
        for model in MODELS {
            let test = sprt(0.0, 10.0, model);
            let llrs = (0..20).map(|more| test.llr(&tally_of_pairs([20, 50, 100, 50, 20 + 5 * more])));
            assert!(llrs.is_sorted_by(|one, next| one < next), "{model:?}");
        }
    }

    #[test]
    fn matches_of_one_result_end() {
        for model in MODELS {
            let test = sprt(0.0, 10.0, model);
            for place in 0..5 {
                let mut pairs = [0; 5];
                pairs[place] = 3000;
                let accepted = if place > 2 { Accepted::H1 } else { Accepted::H0 };
                assert_eq!(test.verdict(&tally_of_pairs(pairs)), Some(accepted), "{model:?} {place}");
            }
        }
    }

    #[test]
    fn incomplete_pairs_decide_nothing() {
        let test = sprt(0.0, 10.0, Model::Logistic);
        let tally = Tally::of_games(1000, 0, 0);
        assert_eq!((test.llr(&tally), test.verdict(&tally)), (0.0, None));
        assert!(test.llr_of_games(&tally) > 3.0);
    }
}
