//! Logistic regression by improving one weight after the other.

/// What is known of a position, and how its game ended.
pub(super) struct Sample {
    /// 1 for a win of the side to move, 0.5 for a draw, 0 for a loss.
    pub(super) result: f32,
    pub(super) features: Vec<f32>,
}

/// Weights for features, which foretell results: the probability to win is the logistic function of the weighted sum.
pub(super) struct Regression {
    results: Vec<f32>,
    /// `[feature][sample]`
    features: Vec<Vec<f32>>,
    weights: Vec<f32>,
    /// The weighted sum of each sample.
    sums: Vec<f32>,
}

/// What keeps weights of features that hardly occur near zero: as if so many samples spoke for that.
const CALM: f32 = 20.0;

impl Regression {
    /// All weights are zero.
    pub(super) fn new(samples: &[Sample]) -> Self {
        let width = samples.first().map_or(0, |sample| sample.features.len());
        let column = |feature: usize| samples.iter().map(|sample| sample.features[feature]).collect();
        let features = (0..width).map(column).collect();
        let results: Vec<f32> = samples.iter().map(|sample| sample.result).collect();
        let mut regression =
            Self { sums: vec![0.0; results.len()], weights: vec![0.0; width], results, features };
        // What the first feature, the evaluation as it is, can do alone is what is to be improved.
        for _ in 0..10 {
            regression.improve(0);
        }
        regression
    }

    pub(super) fn len(&self) -> usize {
        self.results.len()
    }

    pub(super) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Improves each weight once.
    pub(super) fn sweep(&mut self) {
        (0..self.weights.len()).for_each(|feature| self.improve(feature));
    }

    /// A step of Newton's method for one weight.
    fn improve(&mut self, feature: usize) {
        let column = &self.features[feature];
        let (mut slope, mut bend) = (0.0_f64, 0.0_f64);
        for ((&x, &sum), &result) in column.iter().zip(&self.sums).zip(&self.results) {
            let expected = logistic(sum);
            slope += f64::from((result - expected) * x);
            bend += f64::from(expected * (1.0 - expected) * x * x);
        }
        // The weight of the evaluation as it is has no reason to be zero.
        let calm = if feature == 0 { 0.0 } else { f64::from(CALM) };
        let scale = f64::from(self.weights[feature]);
        let step = ((slope - calm * scale) / (bend + calm)) as f32;
        if !step.is_finite() {
            return;
        }
        self.weights[feature] += step;
        self.sums.iter_mut().zip(column).for_each(|(sum, &x)| *sum += step * x);
    }

    /// The mean logarithm of how improbable the results were.
    pub(super) fn loss(&self) -> f64 {
        let each = self.sums.iter().zip(&self.results).map(|(&sum, &result)| {
            let expected = f64::from(logistic(sum)).clamp(1e-9, 1.0 - 1e-9);
            let result = f64::from(result);
            -result * expected.ln() - (1.0 - result) * (1.0 - expected).ln()
        });
        each.sum::<f64>() / self.results.len() as f64
    }
}

fn logistic(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    #[test]
    fn it_finds_the_weights_that_results_follow() {
        let mut random = Rng::with_seed(1);
        let truth = [0.8_f32, -0.5, 0.0];
        let samples = (0..40_000).map(|_| {
            let features: Vec<f32> = truth.iter().map(|_| random.f32() * 6.0 - 3.0).collect();
            let sum: f32 = features.iter().zip(truth).map(|(x, weight)| x * weight).sum();
            let result = if random.f32() < logistic(sum) { 1.0 } else { 0.0 };
            Sample { result, features }
        });
        let mut regression = Regression::new(&samples.collect::<Vec<_>>());
        let before = regression.loss();
        (0..20).for_each(|_| regression.sweep());
        assert!(regression.loss() < before);
        for (found, truth) in regression.weights().iter().zip(truth) {
            assert!((found - truth).abs() < 0.05, "{found} instead of {truth}");
        }
    }
}
