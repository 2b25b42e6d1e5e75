//! Sample: mean and variance of the scores of games (three scores) or pairs of games (five).

/// The number of times that each of `N` scores occurred. The scores are evenly spaced from 0 (all lost) to 1 (all won).
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<const N: usize> {
    weights: [f64; N],
}

/// Replaces a count of zero, whose logarithm would be infinite.
///
/// CITE: fishtest's `LLRcalc.regularize` and fastchess's `regularize` use the same number.
const EPSILON: f64 = 1e-3;

impl<const N: usize> Sample<N> {
    pub(super) fn new(counts: [u64; N]) -> Self {
        Self { weights: counts.map(|count| count as f64) }
    }

    /// The same sample with zero counts replaced by [`EPSILON`].
    pub(super) fn regularized(&self) -> Self {
        Self { weights: self.weights.map(|weight| if weight == 0.0 { EPSILON } else { weight }) }
    }

    /// The scores, as shares of the possible points.
    pub(super) fn scores() -> [f64; N] {
        std::array::from_fn(|place| place as f64 / (N - 1) as f64)
    }

    pub(super) const fn weights(&self) -> &[f64; N] {
        &self.weights
    }

    pub(super) fn total(&self) -> f64 {
        self.weights.iter().sum()
    }

    /// The number of games of a unit: one, or two for pairs.
    pub(super) const fn games_a_unit() -> f64 {
        (N - 1) as f64 / 2.0
    }

    pub(super) fn mean(&self) -> f64 {
        moments(&self.weights).0
    }

    pub(super) fn variance(&self) -> f64 {
        moments(&self.weights).1
    }

    /// The score of all units, if they all have the same one.
    pub(super) fn only_score(&self) -> Option<f64> {
        let mut made = Self::scores().into_iter().zip(self.weights).filter(|&(_, weight)| weight > 0.0);
        let (score, _) = made.next()?;
        made.next().is_none().then_some(score)
    }
}

/// Mean and variance of the scores under weights that need not add up to one.
pub(super) fn moments<const N: usize>(weights: &[f64; N]) -> (f64, f64) {
    let (mut total, mut first) = (0.0, 0.0);
    let scores = Sample::<N>::scores();
    for (weight, score) in weights.iter().zip(scores) {
        total += weight;
        first += weight * score;
    }
    let mean = first / total;
    let second: f64 = weights.iter().zip(scores).map(|(weight, score)| weight * (score - mean).powi(2)).sum();
    (mean, second / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_a_coin() {
        let coin = Sample::new([5, 0, 5]);
        assert_eq!((coin.total(), coin.mean(), coin.variance()), (10.0, 0.5, 0.25));
        assert_eq!(coin.only_score(), None);
    }

    #[test]
    fn a_single_score_is_detected() {
        assert_eq!(Sample::new([0, 0, 0, 4, 0]).only_score(), Some(0.75));
        assert_eq!(Sample::new([0, 0, 1, 4, 0]).only_score(), None);
        assert_eq!(Sample::new([0, 0, 0]).only_score(), None);
    }
}
