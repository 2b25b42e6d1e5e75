//! Log-likelihood ratio (LLR): the logarithm of the generalised likelihood ratio of two hypotheses about one sample.
//!
//! A hypothesis fixes the mean score, or the mean in standard deviations (the "t-value"); the rest of the
//! distribution is unknown. So each hypothesis gets the distribution that maximizes the likelihood of the
//! counted results, among those that agree with it. These have the form
//!
//! p(i) = counted share of i / (1 + theta * pull(i)),
//!
//! where `pull` comes from the hypothesis and theta is the root of a decreasing function.
//!
//! CITE: Michel Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial
//! distribution", proposition 1.1 (the mean), and "Comments on normalized Elo", section 4.1 (the t-value),
//! <https://www.cantate.be/Fishtest/>. The same formulas are in fishtest (`LLRcalc.py`) and fastchess (`sprt.cpp`).

use super::sample::{Sample, moments};

/// The maximum number of steps to a root; about ten are usual. Next to a pole, the last ones are smaller than rounding
/// errors.
const ROOT_STEPS: usize = 100;

/// After a step of Newton's method this small, the next error is negligible. The step is relative to the distance to
/// the next pole, because close to a pole every step is small.
const SMALL_STEP: f64 = 1e-7;

/// The maximum number of rounds in which the pulls of a t-value are computed from the last distribution; about five are
/// usual.
const T_VALUE_ROUNDS: usize = 40;

/// Shares that change by less have converged.
const SAME_SHARE: f64 = 1e-9;

/// Shares that change by more after all rounds have not converged. Changes between the two limits are
/// rounding errors, as in samples of a million games with one score.
const UNSETTLED_SHARE: f64 = 1e-5;

/// ln(likelihood if the mean is `mean1` / likelihood if it is `mean0`); `None` if a mean is impossible.
pub(super) fn of_means<const N: usize>(sample: &Sample<N>, mean0: f64, mean1: f64) -> Option<f64> {
    let sample = sample.regularized();
    Some(log_ratio(&sample, &for_mean(&sample, mean0)?, &for_mean(&sample, mean1)?))
}

/// ln(likelihood if (mean - 1/2) / deviation is `t1` / likelihood if it is `t0`).
pub(super) fn of_t_values<const N: usize>(sample: &Sample<N>, t0: f64, t1: f64) -> f64 {
    let sample = sample.regularized();
    match (for_t_value(&sample, t0), for_t_value(&sample, t1)) {
        (Some(divisors0), Some(divisors1)) => log_ratio(&sample, &divisors0, &divisors1),
        _ => approximate_of_t_values(&sample, t0, t1),
    }
}

/// An approximation of [`of_t_values`] for small differences and many units, used for samples in which
/// rounding errors hide the exact distributions.
///
/// CITE: Van den Bergh, "Comments on normalized Elo", section 4.2.
fn approximate_of_t_values<const N: usize>(sample: &Sample<N>, t0: f64, t1: f64) -> f64 {
    let t = (sample.mean() - 0.5) / sample.variance().sqrt();
    sample.total() / 2.0 * ((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2))).ln()
}

/// The log-likelihood ratio of two distributions, given by their divisors.
fn log_ratio<const N: usize>(sample: &Sample<N>, divisors0: &[f64; N], divisors1: &[f64; N]) -> f64 {
    let ratios = divisors0.iter().zip(divisors1).map(|(of_0, of_1)| (of_0 / of_1).ln());
    sample.weights().iter().zip(ratios).map(|(weight, ratio)| weight * ratio).sum()
}

/// The divisors of the counted shares for the most likely distribution with this mean.
///
/// With 1 loss, 0 draws and 3 wins, the most likely distribution with mean 1/2 has shares 1/2, 0 and 1/2: the counted
/// shares 1/4 and 3/4 divided by 1/2 and 3/2.
fn for_mean<const N: usize>(sample: &Sample<N>, mean: f64) -> Option<[f64; N]> {
    divisors(sample.weights(), &Sample::<N>::scores().map(|score| score - mean))
}

/// The divisors of the counted shares for the most likely distribution with this t-value.
///
/// The pull of a score depends on the distribution to be found, so it is computed in rounds.
fn for_t_value<const N: usize>(sample: &Sample<N>, t: f64) -> Option<[f64; N]> {
    let total = sample.total();
    let mut shares = [1.0 / N as f64; N];
    let mut found = None;
    for _ in 0..T_VALUE_ROUNDS {
        let divisors = divisors(sample.weights(), &t_value_pulls(&shares, t))?;
        let next: [f64; N] = std::array::from_fn(|i| sample.weights()[i] / total / divisors[i]);
        let change = shares.iter().zip(&next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        shares = next;
        found = (change < UNSETTLED_SHARE).then_some(divisors);
        if change < SAME_SHARE {
            break;
        }
    }
    found
}

/// CITE: Van den Bergh, "Comments on normalized Elo", section 4.1: the derivative of the constraint.
fn t_value_pulls<const N: usize>(shares: &[f64; N], t: f64) -> [f64; N] {
    let (mean, variance) = moments(shares);
    let deviation = variance.sqrt();
    Sample::<N>::scores().map(|score| {
        let away = (score - mean) / deviation;
        score - 0.5 - t * deviation * (1.0 + away * away) / 2.0
    })
}

/// 1 + theta * pull of each score, all positive, with the theta that makes the pulls cancel out.
fn divisors<const N: usize>(weights: &[f64; N], pulls: &[f64; N]) -> Option<[f64; N]> {
    let theta = root(weights, pulls)?;
    Some(pulls.map(|pull| 1.0 + theta * pull))
}

/// The root of the sum of weight * pull / (1 + theta * pull), which decreases between two poles.
///
/// Newton's method, with bisection where it would leave the bracket. `None` if all pulls have the same
/// sign: then no distribution agrees with the hypothesis.
fn root<const N: usize>(weights: &[f64; N], pulls: &[f64; N]) -> Option<f64> {
    let least = pulls.iter().copied().fold(f64::INFINITY, f64::min);
    let most = pulls.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let poles = (-1.0 / most, -1.0 / least);
    let (mut low, mut high) = poles;
    let mut theta = 0.0;
    for _ in 0..ROOT_STEPS {
        let (value, slope) = secular(weights, pulls, theta);
        let step = -value / slope;
        if step.abs() <= SMALL_STEP * (theta - poles.0).min(poles.1 - theta) {
            return Some(theta + step);
        }
        if value > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let newton = theta + step;
        theta = if newton > low && newton < high { newton } else { low.midpoint(high) };
    }
    Some(theta)
}

/// The sum of weight * pull / (1 + theta * pull), and its derivative with respect to theta.
fn secular<const N: usize>(weights: &[f64; N], pulls: &[f64; N], theta: f64) -> (f64, f64) {
    let (mut value, mut slope) = (0.0, 0.0);
    for (weight, pull) in weights.iter().zip(pulls) {
        let share = pull / (1.0 + theta * pull);
        value += weight * share;
        slope -= weight * share * share;
    }
    (value, slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shares of the distribution with these divisors.
    fn shares<const N: usize>(sample: &Sample<N>, divisors: &[f64; N]) -> [f64; N] {
        std::array::from_fn(|i| sample.weights()[i] / sample.total() / divisors[i])
    }

    fn samples() -> impl Iterator<Item = Sample<5>> {
        let mut random = fastrand::Rng::with_seed(5);
        (0..2000).map(move |round| {
            let most = 1 + round % 40 * 5;
            Sample::new([0; 5].map(|_: u64| random.u64(0..=most))).regularized()
        })
    }

    #[test]
    fn distributions_agree_with_the_hypothesis() {
        for sample in samples() {
            for mean in [0.3, 0.5, 0.51, 0.9] {
                let found = shares(&sample, &for_mean(&sample, mean).unwrap());
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-7, "{sample:?}");
                assert!((moments(&found).0 - mean).abs() < 1e-7, "{sample:?}");
            }
            for t in [-0.3, 0.0, 0.05, 0.2] {
                let found = shares(&sample, &for_t_value(&sample, t).unwrap());
                let (mean, variance) = moments(&found);
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{sample:?}");
                assert!(((mean - 0.5) / variance.sqrt() - t).abs() < 1e-6, "{sample:?} {t}");
            }
        }
    }

    /// No other distribution with the same mean is more likely. The steps change neither the mean nor the
    /// sum.
    #[test]
    fn distributions_have_maximum_likelihood() {
        let sample = Sample::new([3, 20, 50, 30, 9]);
        let likelihood = |shares: &[f64; 5]| -> f64 {
            sample.weights().iter().zip(shares).map(|(weight, share)| weight * share.ln()).sum()
        };
        let best = shares(&sample, &for_mean(&sample, 0.5).unwrap());
        for step in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [1.0, -1.0, 0.0, -1.0, 1.0]] {
            for size in [1e-3, -1e-3] {
                let other = std::array::from_fn(|i| best[i] + size * step[i]);
                assert!(likelihood(&other) < likelihood(&best), "{step:?} {size}");
            }
        }
    }

    #[test]
    fn the_approximation_is_close_to_the_exact_ratio() {
        for counts in [[300, 2500, 6000, 2600, 280], [10, 900, 8000, 990, 20], [900, 1000, 900, 1010, 890]] {
            let sample = Sample::new(counts);
            let (exact, rough) =
                (of_t_values(&sample, 0.0, 0.02), approximate_of_t_values(&sample, 0.0, 0.02));
            assert!((exact - rough).abs() < 0.05, "{counts:?}: {exact} {rough}");
        }
    }

    /// An engine that crashes loses every game; the test must detect that at any length.
    #[test]
    fn samples_of_one_score_converge() {
        for count in [1, 3, 50, 4250, 100_000] {
            for place in 0..5 {
                let mut counts = [0; 5];
                counts[place] = count;
                let sample = Sample::new(counts).regularized();
                for t in [-0.4, -0.01, 0.0, 0.01, 0.1, 0.4] {
                    assert!(for_t_value(&sample, t).is_some(), "{counts:?} {t}");
                }
            }
        }
    }

    /// Wins and losses only: the distribution follows from the mean, and the ratio is that of binomials.
    #[test]
    fn ratio_without_draws_is_that_of_binomials() {
        let coin = |mean: f64| 60.0 * mean.ln() + 40.0 * (1.0 - mean).ln();
        let found = of_means(&Sample::new([40, 0, 60]), 0.5, 0.55).unwrap();
        assert!((found - (coin(0.55) - coin(0.5))).abs() < 1e-3, "{found}");
    }

    #[test]
    fn impossible_hypotheses_have_no_ratio() {
        assert_eq!(of_means(&Sample::new([1, 2, 3]), 0.5, 1.0), None);
        assert_eq!(of_means(&Sample::new([1, 2, 3]), -0.1, 0.5), None);
    }
}
