//! Trainer: fits the weights of a net by gradient descent, on all processors.
//!
//! CITE: Diederik P. Kingma and Jimmy Ba, "Adam: A Method for Stochastic Optimization", 2015, with the weight decay of
//! Ilya Loshchilov and Frank Hutter, "Decoupled Weight Decay Regularization", 2019, and the cosine of their "SGDR:
//! Stochastic Gradient Descent with Warm Restarts", 2017.

use std::f32::consts::PI;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::{fmt, iter, thread};

use parking_lot::Mutex;

use super::samples::{Inputs, Sample, Samples, scrambled};
use crate::eval::net::{
    FINE, MOST_OUTPUT_BIAS, MOST_OUTPUT_SUM, OUTPUTS, SHIFT, UNIT, WIDTH, Weights, plane,
};
use crate::rules::{Color, Kind, WithoutMove};

/// The settings of a training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// The number of passes over the samples.
    pub passes: u32,
    /// The number of samples for each step.
    pub batch: usize,
    /// The initial learning rate; it falls to zero along half a cosine.
    pub rate: f32,
    /// The weight decay, relative to the learning rate.
    pub decay: f32,
    /// The share of the search score in the target; the rest is the result of the game.
    pub score_share: f32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The number of threads. The result does not depend on it.
    pub threads: usize,
}

impl Default for Training {
    fn default() -> Self {
        Self {
            passes: 20,
            batch: 2048,
            rate: 0.002,
            decay: 0.01,
            score_share: 0.6,
            seed: 1,
            threads: thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// A net in training, with floating-point weights.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatNet {
    weights: Vec<f32>,
    inputs: usize,
}

/// The number of chunks into which a batch is split. Their gradients are added in order, so that the result does not
/// depend on the number of threads.
const PIECES: usize = 16;
/// The search score that corresponds to one logit, in hundredths of a man.
const SCORE_SCALE: f32 = 150.0;
/// The maximum input weight and bias.
const MAX_INPUT_WEIGHT: f32 = 2.0;
/// The decay rates of both moments of the gradient.
const MOMENT_DECAY: (f32, f32) = (0.9, 0.999);

/// The forward pass of one position.
struct Forward {
    /// Both accumulators, the side to move's first.
    sums: [f32; 2 * WIDTH],
    /// The logit of a win for the side to move.
    logit: f32,
}

impl FloatNet {
    /// A net with small random weights.
    #[must_use]
    pub fn random(shape: &Inputs, seed: u64) -> Self {
        let inputs = shape.len();
        let mut random = fastrand::Rng::with_seed(seed);
        let mut around = |middle: f32, spread: f32| middle + spread * (2.0 * random.f32() - 1.0);
        let mut weights: Vec<f32> = (0..inputs * WIDTH).map(|_| around(0.0, 0.1)).collect();
        weights.extend((0..WIDTH).map(|_| around(0.25, 0.25)));
        weights.extend((0..OUTPUTS * 2 * WIDTH).map(|_| around(0.0, 0.3)));
        weights.extend([0.0; OUTPUTS]);
        Self { weights, inputs }
    }

    /// A net with the weights of another net, of a game with the same number of cells. Missing inputs are 0. Neurons
    /// that the other net does not use are random and count nothing yet.
    #[must_use]
    pub fn of_weights(shape: &Inputs, weights: &Weights, seed: u64) -> Self {
        let Self { weights: mut all, inputs } = Self::random(shape, seed);
        let nothing = [0; WIDTH];
        let rows = weights.inputs.iter().chain(iter::repeat(&nothing)).take(inputs).chain([&weights.biases]);
        let is_used =
            |number: usize| weights.biases[number] != 0 || weights.inputs.iter().any(|row| row[number] != 0);
        let used: Vec<usize> = (0..WIDTH).filter(|&number| is_used(number)).collect();
        for (of_net, row) in all.chunks_mut(WIDTH).zip(rows) {
            used.iter().for_each(|&number| of_net[number] = f32::from(row[number]) / f32::from(UNIT));
        }
        all.truncate((inputs + 1) * WIDTH);
        // Assumes 100 hundredths of a man for each logit; training corrects the scale.
        let square = 2_f64.powi(SHIFT as i32) * 100.0 / weights.multiplier.max(1) as f64;
        let unsquared = f64::from(UNIT >> FINE).powi(2);
        all.extend(
            weights
                .outputs
                .as_flattened()
                .iter()
                .map(|&weight| (f64::from(weight) * unsquared / square) as f32),
        );
        all.extend(weights.output_biases.iter().map(|&bias| (f64::from(bias) / square) as f32));
        Self { weights: all, inputs }
    }

    /// The start of the biases, of the outputs, and of the output biases.
    const fn places(&self) -> (usize, usize, usize) {
        let biases = self.inputs * WIDTH;
        let outputs = biases + WIDTH;
        (biases, outputs, outputs + OUTPUTS * 2 * WIDTH)
    }

    /// The logit of a win for the side to move.
    #[must_use]
    pub fn logit(&self, shape: &Inputs, sample: Sample<'_>) -> f32 {
        self.forward(shape.views(0), sample).logit
    }

    /// The logit without the input with index `place`.
    pub(super) fn logit_without(&self, shape: &Inputs, sample: Sample<'_>, place: usize) -> f32 {
        let mut inputs = sample.inputs.to_vec();
        inputs.remove(place);
        self.logit(shape, Sample { inputs: &inputs, facts: sample.facts })
    }

    fn forward(&self, views: (&[u16], &[u16]), sample: Sample<'_>) -> Forward {
        let (biases, outputs, output_biases) = self.places();
        let (mover, other) = in_order(views, sample.facts.side);
        let mut sums = [0.0; 2 * WIDTH];
        let (of_mover, of_other) = sums.split_at_mut(WIDTH);
        of_mover.copy_from_slice(&self.weights[biases..outputs]);
        of_other.copy_from_slice(&self.weights[biases..outputs]);
        for &input in sample.inputs {
            add(of_mover, row(&self.weights, mover[usize::from(input)]));
            add(of_other, row(&self.weights, other[usize::from(input)]));
        }
        let output = usize::from(sample.facts.output);
        let weights = &self.weights[outputs + output * 2 * WIDTH..][..2 * WIDTH];
        let products = sums.iter().zip(weights).map(|(&sum, &weight)| {
            let clamped = sum.clamp(0.0, 1.0);
            clamped * clamped * weight
        });
        let logit = self.weights[output_biases + output] + products.sum::<f32>();
        Forward { sums, logit }
    }

    /// Adds the gradient of the loss of one sample.
    fn add_gradient(&self, views: (&[u16], &[u16]), sample: Sample<'_>, target: f32, gradient: &mut [f32]) {
        let (biases, outputs, output_biases) = self.places();
        let Forward { sums, logit } = self.forward(views, sample);
        let slope = sigmoid(logit) - target;
        let output = usize::from(sample.facts.output);
        let place = outputs + output * 2 * WIDTH;
        let mut slopes = [0.0; 2 * WIDTH];
        gradient[output_biases + output] += slope;
        let weights = &self.weights[place..place + 2 * WIDTH];
        let of_weights = &mut gradient[place..place + 2 * WIDTH];
        for (((slope_of, of_weight), &sum), &weight) in
            slopes.iter_mut().zip(of_weights).zip(&sums).zip(weights)
        {
            let clamped = sum.clamp(0.0, 1.0);
            *of_weight += slope * clamped * clamped;
            let inside = if sum > 0.0 && sum < 1.0 { 2.0 * clamped } else { 0.0 };
            *slope_of = slope * weight * inside;
        }
        let (of_mover, of_other) = slopes.split_at(WIDTH);
        add(&mut gradient[biases..outputs], of_mover);
        add(&mut gradient[biases..outputs], of_other);
        let (mover, other) = in_order(views, sample.facts.side);
        for &input in sample.inputs {
            add(row_mut(gradient, mover[usize::from(input)]), of_mover);
            add(row_mut(gradient, other[usize::from(input)]), of_other);
        }
    }

    /// The mean log loss over samples, with their results as truth.
    #[must_use]
    pub fn loss(&self, samples: &Samples) -> f64 {
        let losses = samples
            .iter()
            .map(|sample| f64::from(log_loss(self.logit(&samples.shape, sample), sample.facts.result)));
        losses.sum::<f64>() / samples.len().max(1) as f64
    }

    /// The integer weights for the engine.
    #[must_use]
    pub fn weights(&self, shape: &Inputs, hundredths_per_logit: f32) -> Weights {
        let (biases, outputs, output_biases) = self.places();
        let sums = self.weights[outputs..output_biases]
            .chunks(2 * WIDTH)
            .map(|row| row.iter().map(|weight| weight.abs()).sum::<f32>());
        // Rounding adds half a unit at most for each weight.
        let scale = (MOST_OUTPUT_SUM as f32 - WIDTH as f32) / sums.fold(1e-3, f32::max);
        let square = f64::from(UNIT >> FINE).powi(2) * f64::from(scale);
        let limits: [f32; WIDTH] = std::array::from_fn(|number| self.limit(shape, number));
        let row = |place: usize, more: f32| -> [i16; WIDTH] {
            std::array::from_fn(|number| {
                let weight = self.weights[place + number].clamp(-limits[number], limits[number]);
                (weight * f32::from(UNIT) + more).round() as i16
            })
        };
        // Half a unit of the bits that remain when the lowest ones are dropped later, so that dropping them rounds.
        let half = f32::from(1_i16 << FINE) / 2.0;
        let bias_limit = f64::from(MOST_OUTPUT_BIAS);
        Weights {
            multiplier: (2_f64.powi(SHIFT as i32) * f64::from(hundredths_per_logit) / square).round() as i64,
            biases: row(biases, half),
            inputs: (0..shape.len()).map(|input| row(input * WIDTH, 0.0)).collect(),
            outputs: std::array::from_fn(|output| {
                std::array::from_fn(|number| {
                    (self.weights[outputs + output * 2 * WIDTH + number] * scale).round() as i16
                })
            }),
            output_biases: std::array::from_fn(|output| {
                let bias = f64::from(self.weights[output_biases + output]) * square;
                bias.round().clamp(-bias_limit, bias_limit) as i32
            }),
        }
    }

    /// The maximum input weight of a neuron at which its accumulator cannot overflow. The weights rarely exceed it.
    fn limit(&self, shape: &Inputs, number: usize) -> f32 {
        let (biases, ..) = self.places();
        let weight = |input: usize| self.weights[input * WIDTH + number].abs();
        let mut limit = MAX_INPUT_WEIGHT;
        loop {
            let bias = self.weights[biases + number].abs().min(limit);
            let most = bias + shape.most(&|input| weight(input).min(limit));
            // Rounding adds half a unit for each cell.
            if most * f32::from(UNIT) + 100.0 < f32::from(i16::MAX) {
                return limit;
            }
            limit *= 0.98;
        }
    }

    /// The unit of the engine's values in logits: the mean loss from removing a man while most men are on the board. In
    /// games won by the player who cannot move, men do not measure an advantage, and the unit is a logit.
    #[must_use]
    pub fn unit_in_logits(&self, samples: &Samples) -> f32 {
        match samples.shape.rules.without_move {
            WithoutMove::Loses => self.man_in_logits(samples),
            WithoutMove::Wins => 1.0,
        }
    }

    fn man_in_logits(&self, samples: &Samples) -> f32 {
        let (mut sum, mut count) = (0.0, 0);
        for sample in samples.iter().filter(|sample| usize::from(sample.facts.output) + 2 >= OUTPUTS) {
            let own = plane(sample.facts.side, Kind::Man);
            let enemy = plane(!sample.facts.side, Kind::Man);
            let whole = self.logit(&samples.shape, sample);
            for (wanted, sign) in [(own, 1.0), (enemy, -1.0)] {
                let men = sample.inputs.iter().enumerate();
                let men: Vec<usize> =
                    men.filter(|(_, input)| samples.shape.plane(**input) == wanted).map(|(i, _)| i).collect();
                let Some(&without) = men.get(count % men.len().max(1)) else { continue };
                sum += sign * (whole - self.logit_without(&samples.shape, sample, without));
                count += 1;
            }
            if count >= 100_000 {
                break;
            }
        }
        if count == 0 { 1.0 } else { (sum / count as f32).max(0.01) }
    }
}

/// The progress of a training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingProgress {
    /// The number of finished batches.
    pub done: usize,
    /// The total number of batches.
    pub total: usize,
}

/// The reason why a training run ended without a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNet {
    /// The run was stopped.
    Stopped,
    /// A weight became infinite or NaN.
    Diverged,
}

impl fmt::Display for NoNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stopped => "stopped",
            Self::Diverged => "the training diverged, expected a smaller --rate",
        })
    }
}

impl std::error::Error for NoNet {}

/// Trains a net. Calls `progress` after each batch.
///
/// # Errors
///
/// If `stop` is set meanwhile, or the training diverges.
pub fn train(
    samples: &Samples,
    begin: FloatNet,
    training: &Training,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(TrainingProgress),
) -> Result<FloatNet, NoNet> {
    let mut net = begin;
    let mut adam = Adam::new(net.weights.len());
    let batch = training.batch.max(1);
    let per_pass = samples.len().div_ceil(batch);
    let total = per_pass * training.passes as usize;
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut random = fastrand::Rng::with_seed(training.seed);
    let mut done = 0;
    for pass in 0..training.passes {
        random.shuffle(&mut order);
        for chosen in order.chunks(batch) {
            if stop.load(Relaxed) {
                return Err(NoNet::Stopped);
            }
            let gradient = gradient(&net, samples, chosen, pass, training);
            let rate = training.rate * 0.5 * (1.0 + (PI * done as f32 / total as f32).cos());
            adam.step(&mut net, &gradient, rate, training.decay);
            if !net.weights.iter().all(|weight| weight.is_finite()) {
                return Err(NoNet::Diverged);
            }
            done += 1;
            progress(TrainingProgress { done, total });
        }
    }
    Ok(net)
}

/// The mean gradient over some samples.
fn gradient(net: &FloatNet, samples: &Samples, chosen: &[u32], pass: u32, training: &Training) -> Vec<f32> {
    let piece = chosen.len().div_ceil(PIECES).max(1);
    let pieces: Vec<&[u32]> = chosen.chunks(piece).collect();
    let next = AtomicUsize::new(0);
    let gradients: Vec<Mutex<Vec<f32>>> = pieces.iter().map(|_| Mutex::default()).collect();
    thread::scope(|scope| {
        let work = || {
            loop {
                let place = next.fetch_add(1, Relaxed);
                let Some(piece) = pieces.get(place) else { return };
                let mut gradient = vec![0.0; net.weights.len()];
                for &sample in *piece {
                    let image =
                        scrambled(u64::from(pass) << 32 | u64::from(sample)) % samples.shape.images() as u64;
                    let sample = samples.get(sample as usize);
                    let target = target(sample, training);
                    net.add_gradient(samples.shape.views(image as usize), sample, target, &mut gradient);
                }
                *gradients[place].lock() = gradient;
            }
        };
        let start = |_: usize| thread::Builder::new().spawn_scoped(scope, work).is_ok();
        // If a thread cannot be started, the others do its work.
        (1..training.threads).all(start);
        work();
    });
    let mut gradients = gradients.into_iter().map(Mutex::into_inner);
    let mut sum = gradients.next().unwrap_or_default();
    gradients.for_each(|gradient| add(&mut sum, &gradient));
    let share = 1.0 / chosen.len().max(1) as f32;
    sum.iter_mut().for_each(|number| *number *= share);
    sum
}

/// The target of a sample: expected points of the side to move.
fn target(sample: Sample<'_>, training: &Training) -> f32 {
    let result = sample.facts.result;
    result + training.score_share * (expected_points(sample.facts.score) - result)
}

/// The Adam optimizer: first and second moments of the gradient.
struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Self {
        Self { first: vec![0.0; weights], second: vec![0.0; weights], steps: 0 }
    }

    fn step(&mut self, net: &mut FloatNet, gradient: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let unbias = (1.0 - MOMENT_DECAY.0.powi(self.steps), 1.0 - MOMENT_DECAY.1.powi(self.steps));
        let (_, outputs, _) = net.places();
        let moments = self.first.iter_mut().zip(&mut self.second);
        for (place, ((weight, &slope), (first, second))) in
            net.weights.iter_mut().zip(gradient).zip(moments).enumerate()
        {
            *first += (1.0 - MOMENT_DECAY.0) * (slope - *first);
            *second += (1.0 - MOMENT_DECAY.1) * (slope * slope - *second);
            let step = *first / unbias.0 / ((*second / unbias.1).sqrt() + 1e-8);
            *weight -= rate * (step + decay * *weight);
            if place < outputs {
                *weight = weight.clamp(-MAX_INPUT_WEIGHT, MAX_INPUT_WEIGHT);
            }
        }
    }
}

/// The views of the side to move and of the other side.
const fn in_order<'a>((white, black): (&'a [u16], &'a [u16]), side: Color) -> (&'a [u16], &'a [u16]) {
    match side {
        Color::White => (white, black),
        Color::Black => (black, white),
    }
}

fn row(weights: &[f32], input: u16) -> &[f32] {
    &weights[usize::from(input) * WIDTH..][..WIDTH]
}

fn row_mut(weights: &mut [f32], input: u16) -> &mut [f32] {
    &mut weights[usize::from(input) * WIDTH..][..WIDTH]
}

#[inline]
fn add(sums: &mut [f32], more: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(more) {
        *sum += number;
    }
}

/// The points that a search score predicts, for the side to move.
#[must_use]
pub fn expected_points(score: i16) -> f32 {
    sigmoid(f32::from(score) / SCORE_SCALE)
}

/// The probability that a logit stands for.
#[must_use]
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The cross-entropy of a predicted logit if the points were `truth`.
#[must_use]
pub fn log_loss(logit: f32, truth: f32) -> f32 {
    // ln(1 + e^x) - truth x, without overflow.
    logit.max(0.0) - truth * logit + (-logit.abs()).exp().ln_1p()
}
