//! `coupturc tune spsa`: simultaneous perturbation stochastic approximation.
//!
//! CITE: James C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation", IEEE Transactions on Automatic Control 37(3), 1992; the gains are chosen as fishtest does.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use clap::Args;
use fastrand::Rng;
use indicatif::ProgressBar;
use parking_lot::Mutex;

use super::play::{Play, play_pair};
use super::tunable;
use crate::arena::stats::GameScore;
use crate::cli::{Failure, say};
use crate::eval::{Playable, tunables_of};
use crate::rules::games::Variant;
use crate::tunables::Setting;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    play: Play,
    /// The numbers to be tuned, with commas between: NAME, or NAME:STEP with the change of the last games
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
    names: Vec<String>,
    /// How strongly the numbers follow the last results: what a point moves them, as a part of their step
    #[arg(long, value_name = "PART", default_value_t = 0.01)]
    rate: f64,
}

/// By which powers of the time that has gone by changes and steps shrink.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// A number while it is tuned.
#[derive(Clone, Debug)]
struct Knob {
    name: &'static str,
    value: f64,
    min: f64,
    max: f64,
    /// What it is changed by to see what that does, at the end.
    step: f64,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    for variant in &options.play.variants {
        let knobs = options.names.iter().map(|name| Knob::new(name, variant.variant));
        let knobs = knobs.collect::<Result<Vec<_>, _>>()?;
        let tuned = with_game!(variant.variant, G => tune::<G>(options, knobs)?);
        let values: Vec<_> = tuned.iter().map(|knob| format!("{}={:.0}", knob.name, knob.value)).collect();
        say(&format!("{} | {}", variant.variant, values.join(",")))?;
    }
    Ok(())
}

impl Knob {
    fn new(text: &str, game: Variant) -> Result<Self, String> {
        let (name, step) = text.split_once(':').unwrap_or((text, ""));
        let tunable = tunable(name)?;
        let (min, max) = (f64::from(tunable.min), f64::from(tunable.max));
        let step = match step {
            "" => (max - min) / 20.0,
            given => given.parse().map_err(|_| format!("{name}: step '{given}', expected a number"))?,
        };
        let value = f64::from(tunables_of(game).get(tunable.name).unwrap_or_default());
        Ok(Self { name: tunable.name, value, min, max, step })
    }

    /// The number changed by a part of its step.
    fn moved(&self, steps: f64) -> f64 {
        (self.value + steps * self.step).clamp(self.min, self.max)
    }
}

/// The numbers, and how many pairs of games they have seen.
struct State {
    knobs: Vec<Knob>,
    random: Rng,
}

fn tune<G: Playable>(options: &Options, knobs: Vec<Knob>) -> Result<Vec<Knob>, Failure> {
    let play = &options.play;
    let openings = play.openings::<G>()?;
    let next = AtomicUsize::new(0);
    let state = Mutex::new(State { knobs, random: Rng::with_seed(play.seed) });
    let bar = ProgressBar::new(openings.len() as u64);
    let play_games = || -> Result<(), String> {
        let mut players = play.players()?;
        loop {
            let pair = next.fetch_add(1, Relaxed);
            let Some(opening) = openings.get(pair) else { return Ok(()) };
            let gains = Gains::at(pair, openings.len(), options.rate);
            let (directions, up, down) = state.lock().perturbed(gains.change);
            let scores = play_pair::<G>(&mut players, opening, &up, &down)?;
            state.lock().learn(&directions, gains, scores);
            bar.inc(1);
        }
    };
    play.on_all_threads(play_games)?;
    bar.finish_and_clear();
    Ok(state.into_inner().knobs)
}

/// How far the numbers are changed for a pair of games, and how much is learnt from it, both in steps.
#[derive(Clone, Copy, Debug)]
struct Gains {
    change: f64,
    rate: f64,
}

impl Gains {
    fn at(pair: usize, pairs: usize, final_rate: f64) -> Self {
        let (now, end) = (pair as f64 + 1.0, pairs as f64);
        let calm = 0.1 * end;
        let change = (end / now).powf(GAMMA);
        let rate = final_rate * ((calm + end) / (calm + now)).powf(ALPHA);
        Self { change, rate }
    }
}

impl State {
    /// A direction for each number, and the settings on either side.
    fn perturbed(&mut self, change: f64) -> (Vec<f64>, Setting, Setting) {
        let directions: Vec<f64> =
            self.knobs.iter().map(|_| if self.random.bool() { 1.0 } else { -1.0 }).collect();
        let setting = |sign: f64| {
            let mut setting = Setting::default();
            for (knob, direction) in self.knobs.iter().zip(&directions) {
                setting.set(knob.name, knob.moved(sign * direction * change).round() as i32);
            }
            setting
        };
        let (up, down) = (setting(1.0), setting(-1.0));
        (directions, up, down)
    }

    /// Moves the numbers towards the side that has won.
    fn learn(&mut self, directions: &[f64], gains: Gains, scores: [GameScore; 2]) {
        let points: f64 = scores.iter().map(|&score| gain(score)).sum();
        for (knob, direction) in self.knobs.iter_mut().zip(directions) {
            knob.value = knob.moved(gains.rate / gains.change * points * direction);
        }
    }
}

fn gain(score: GameScore) -> f64 {
    match score {
        GameScore::Win => 1.0,
        GameScore::Draw => 0.0,
        GameScore::Loss => -1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_move_to_where_games_are_won() {
        let knob = Knob { name: "aspiration_window", value: 50.0, min: 0.0, max: 100.0, step: 5.0 };
        let mut state = State { knobs: vec![knob], random: Rng::with_seed(1) };
        for pair in 0..4_000 {
            let gains = Gains::at(pair, 4_000, 0.02);
            let (directions, ..) = state.perturbed(gains.change);
            // The nearer to 80, the better.
            let distance = |steps: f64| (state.knobs[0].moved(steps) - 80.0).abs();
            let (up, down) =
                (distance(directions[0] * gains.change), distance(-directions[0] * gains.change));
            let chance = 0.5 + 0.02 * (down - up).clamp(-20.0, 20.0);
            let score = if state.random.f64() < chance { GameScore::Win } else { GameScore::Loss };
            state.learn(&directions, gains, [score, score]);
        }
        assert!((70.0..=90.0).contains(&state.knobs[0].value), "{}", state.knobs[0].value);
    }
}
