//! `coupturc tune spsa`: simultaneous perturbation stochastic approximation.
//!
//! CITE: James C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation", IEEE Transactions on Automatic Control 37(3), 1992; the gains are chosen as fishtest does.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use clap::Args;
use fastrand::Rng;
use parking_lot::Mutex;

use super::course::{Course, Number, Pair, Plan};
use super::play::{Play, play_pair};
use super::tunable;
use crate::arena::stats::GameScore;
use crate::cli::Failure;
use crate::cli::options::number_within;
use crate::cli::terminal::{long_bar, say, stop_on_interrupt};
use crate::escape::in_file;
use crate::eval::tunables_of;
use crate::rules::Rules;
use crate::tunables::Setting;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    play: Play,
    /// Parameters to tune, separated by commas: NAME, or NAME:STEP, where STEP is the change in the last games
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
    names: Vec<String>,
    /// Learning rate at the end: how far one point moves a value, as a fraction of its step
    #[arg(long, value_name = "FRACTION", default_value_t = 0.01, value_parser = number_within(0.0..=1.0))]
    rate: f64,
    /// Output folder: for each variant, a log from which the same command continues, and a page with plots
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// The exponents by which learning rate and perturbation decrease over time.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// A parameter that is tuned.
#[derive(Clone, Debug)]
struct Knob {
    name: &'static str,
    value: f64,
    min: f64,
    max: f64,
    /// The perturbation at the end of the run.
    step: f64,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let stop = stop_on_interrupt()?;
    for variant in &options.play.variants {
        let knobs = options.names.iter().map(|name| Knob::new(name, variant.rules));
        let knobs = knobs.collect::<Result<Vec<_>, _>>()?;
        tune(options, variant.rules, knobs, &stop)?;
    }
    Ok(())
}

impl Knob {
    fn new(text: &str, game: &'static Rules) -> Result<Self, String> {
        let (name, step) = text.split_once(':').unwrap_or((text, ""));
        let tunable = tunable(name)?;
        let (min, max) = (f64::from(tunable.min), f64::from(tunable.max));
        let step = match step {
            "" => (max - min) / 20.0,
            given => number_within(0.01..=max - min)(given)
                .map_err(|expected| format!("{name}: step '{given}', {expected}"))?,
        };
        let value = f64::from(tunables_of(game).get(tunable.name).unwrap_or_default());
        Ok(Self { name: tunable.name, value, min, max, step })
    }

    /// The value changed by `steps` steps.
    fn moved(&self, steps: f64) -> f64 {
        (self.value + steps * self.step).clamp(self.min, self.max)
    }
}

/// The parameters and their course so far.
struct State {
    knobs: Vec<Knob>,
    course: Course,
}

fn tune(
    options: &Options,
    rules: &'static Rules,
    knobs: Vec<Knob>,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let course = Course::open(&options.out, plan_of(options, rules, &knobs))
        .map_err(|error| in_file(&options.out, &error))?;
    let mut state = State { knobs, course };
    state.restore();
    let state = play_pairs(options, rules, state, stop)?;
    let page = state.course.write_page()?;
    let values = state.knobs.iter().map(|knob| format!("{}={:.0}", knob.name, knob.value));
    say(&format!("{} | {} | {page}", rules, values.collect::<Vec<_>>().join(",")))?;
    if stop.load(Relaxed) {
        return Err("stopped: run the same command to continue".into());
    }
    Ok(())
}

/// Plays the remaining pairs of games on all threads, until `stop` is set.
fn play_pairs(
    options: &Options,
    rules: &'static Rules,
    state: State,
    stop: &AtomicBool,
) -> Result<State, String> {
    let play = &options.play;
    let played: BTreeSet<usize> = state.course.pairs().iter().map(|pair| pair.number).collect();
    let bar = long_bar();
    bar.set_length(play.pairs() as u64);
    bar.set_position(played.len() as u64);
    bar.reset_eta();
    let (state, next) = (Mutex::new(state), AtomicUsize::new(0));
    play.on_all_threads(&|| {
        let mut players = play.players()?;
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= play.pairs() || stop.load(Relaxed) {
                return Ok(());
            }
            if played.contains(&pair) {
                continue;
            }
            let gains = Gains::at(pair, play.pairs(), options.rate);
            let directions = directions(options.names.len(), play.seed_of(pair));
            let [up, down] = state.lock().either_side(&directions, gains.change);
            let opening = play.opening(rules, pair)?;
            let scores = play_pair(&mut players, rules, &opening, &up, &down)?;
            state.lock().learn(pair, &directions, gains, scores)?;
            bar.inc(1);
        }
    })?;
    bar.finish_and_clear();
    Ok(state.into_inner())
}

/// The configuration, which must not change when a run continues.
fn plan_of(options: &Options, rules: &Rules, knobs: &[Knob]) -> Plan {
    let number = |knob: &Knob| Number { name: knob.name.to_owned(), begin: knob.value, step: knob.step };
    Plan {
        game: rules.name.to_owned(),
        limit: options.play.limit(),
        pairs: options.play.pairs(),
        plies: options.play.plies,
        seed: options.play.seed,
        rate: options.rate,
        numbers: knobs.iter().map(number).collect(),
    }
}

/// The directions of the perturbation for a pair of games.
fn directions(numbers: usize, seed: u64) -> Vec<f64> {
    let mut random = Rng::with_seed(seed);
    (0..numbers).map(|_| if random.bool() { 1.0 } else { -1.0 }).collect()
}

/// The perturbation for a pair of games and the learning rate, both in steps.
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
    /// Restores the last values of the course.
    fn restore(&mut self) {
        if let Some(last) = self.course.pairs().last() {
            self.knobs.iter_mut().zip(&last.values).for_each(|(knob, &value)| knob.value = value);
        }
    }

    /// The two perturbed settings.
    fn either_side(&self, directions: &[f64], change: f64) -> [Setting; 2] {
        [1.0, -1.0].map(|sign| {
            let mut setting = Setting::default();
            for (knob, direction) in self.knobs.iter().zip(directions) {
                setting.set(knob.name, knob.moved(sign * direction * change).round() as i32);
            }
            setting
        })
    }

    /// Records a pair of games, and moves the values towards the setting that scored more.
    fn learn(
        &mut self,
        number: usize,
        directions: &[f64],
        gains: Gains,
        scores: [GameScore; 2],
    ) -> Result<(), String> {
        let points: f64 = scores.iter().map(|&score| gain(score)).sum();
        for (knob, direction) in self.knobs.iter_mut().zip(directions) {
            knob.value = knob.moved(gains.rate / gains.change * points * direction);
        }
        let values = self.knobs.iter().map(|knob| knob.value).collect();
        self.course.add(Pair { number, values }).map_err(|error| error.to_string())
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
    fn values_move_towards_wins() {
        let knob = Knob { name: "aspiration_window", value: 50.0, min: 0.0, max: 100.0, step: 5.0 };
        let folder = tempfile::tempdir().expect("a folder");
        let plan = Plan {
            game: "test".to_owned(),
            limit: String::new(),
            pairs: 4_000,
            plies: 0,
            seed: 1,
            rate: 0.02,
            numbers: Vec::new(),
        };
        let course = Course::open(folder.path(), plan).expect("a new file");
        let mut state = State { knobs: vec![knob], course };
        let mut random = Rng::with_seed(1);
        for pair in 0..4_000 {
            let gains = Gains::at(pair, 4_000, 0.02);
            let directions = directions(1, pair as u64);
            // The closer to 80, the better.
            let distance = |steps: f64| (state.knobs[0].moved(steps) - 80.0).abs();
            let (up, down) =
                (distance(directions[0] * gains.change), distance(-directions[0] * gains.change));
            let chance = 0.5 + 0.02 * (down - up).clamp(-20.0, 20.0);
            let score = if random.f64() < chance { GameScore::Win } else { GameScore::Loss };
            state.learn(pair, &directions, gains, [score, score]).expect("room");
        }
        assert!((70.0..=90.0).contains(&state.knobs[0].value), "{}", state.knobs[0].value);
    }
}
