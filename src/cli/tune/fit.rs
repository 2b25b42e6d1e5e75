//! `coupturc tune fit`: numbers of the evaluation that foretell how games end.
//!
//! CITE: the method of Peter Österlund's Texel (2014): the evaluation of quiet positions, put through a logistic
//! function, is to be as near to the results of their games as can be.

mod regression;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use clap::Args;
use indicatif::ProgressBar;
use parking_lot::Mutex;

use super::play::Play;
use super::tunable;
use crate::arena::GameResult;
use crate::cli::{Failure, say};
use crate::eval::{MAN, Playable, evaluate, tunables_of};
use crate::rules::games::Variant;
use crate::rules::{Color, Position, RuleOptions};
use crate::tunables::Setting;
use regression::{Regression, Sample};

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    play: Play,
    /// The numbers to be fitted, with commas between; each must be one of the evaluation
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
    names: Vec<String>,
    /// How many times all numbers are improved one after the other
    #[arg(long, value_name = "NUMBER", default_value_t = 60)]
    sweeps: usize,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    for variant in &options.play.variants {
        let numbers = options.names.iter().map(|name| Number::new(name, variant.variant));
        let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        let fitted = with_game!(variant.variant, G => fit::<G>(options, &numbers)?);
        say(&format!("{} | {fitted}", variant.variant))?;
    }
    Ok(())
}

/// A number of the evaluation.
struct Number {
    name: &'static str,
    value: i32,
    min: i32,
    max: i32,
}

impl Number {
    fn new(text: &str, game: Variant) -> Result<Self, String> {
        let tunable = tunable(text)?;
        let value = tunables_of(game).get(tunable.name).unwrap_or_default();
        Ok(Self { name: tunable.name, value, min: tunable.min, max: tunable.max })
    }

    /// The engine's numbers, but this one larger by so much.
    fn raised(&self, by: i32) -> Setting {
        let mut setting = Setting::default();
        setting.set(self.name, self.value + by);
        setting
    }
}

/// Plays games, and says which numbers suit them best.
fn fit<G: Playable>(options: &Options, numbers: &[Number]) -> Result<String, Failure> {
    let samples = samples::<G>(&options.play, numbers)?;
    if samples.is_empty() {
        return Err(format!("no quiet position in {} games", options.play.games).into());
    }
    let mut regression = Regression::new(&samples);
    let before = regression.loss();
    for _ in 0..options.sweeps {
        regression.sweep();
    }
    let slopes = regression.weights();
    let fitted: Vec<_> = numbers
        .iter()
        .zip(&slopes[1..])
        .map(|(number, slope)| {
            let change = f64::from(slope / slopes[0]);
            let value = (f64::from(number.value) + change).round() as i32;
            format!("{}={}", number.name, value.clamp(number.min, number.max))
        })
        .collect();
    let (positions, after) = (regression.len(), regression.loss());
    Ok(format!("{positions} positions, loss {before:.5} -> {after:.5} | {}", fitted.join(",")))
}

/// The quiet positions of games, with what the evaluation sees in them.
fn samples<G: Playable>(play: &Play, numbers: &[Number]) -> Result<Vec<Sample>, Failure> {
    let openings = play.openings::<G>()?;
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    let bar = ProgressBar::new(openings.len() as u64);
    let play_games = || -> Result<(), String> {
        let mut players = play.players()?;
        players.seat(Setting::default(), Setting::default());
        while let Some(opening) = openings.get(next.fetch_add(1, Relaxed)) {
            let mut quiet = Vec::new();
            let watch = |position: &Position<G>| {
                if !position.could_capture(position.side()) {
                    quiet.push(*position);
                }
            };
            let result = players.play_watched::<G>(opening, &RuleOptions::default(), watch);
            let result = result.map_err(|error| error.to_string())?;
            let seen = quiet.iter().map(|position| Sample {
                result: result_for(position.side(), result),
                features: features(position, numbers),
            });
            let seen: Vec<_> = seen.collect();
            all.lock().extend(seen);
            bar.inc(1);
        }
        Ok(())
    };
    play.on_all_threads(play_games)?;
    bar.finish_and_clear();
    Ok(all.into_inner())
}

const fn result_for(side: Color, result: GameResult) -> f32 {
    match (side, result) {
        (_, GameResult::Draw) => 0.5,
        (Color::White, GameResult::WhiteWins) | (Color::Black, GameResult::BlackWins) => 1.0,
        _ => 0.0,
    }
}

/// So much is a number raised to see what depends on it: much, because evaluations are rounded.
const RAISE: i32 = 16 * MAN;

/// The evaluation as it is, in men, and then by how much it changes with each number.
fn features<G: Playable>(position: &Position<G>, numbers: &[Number]) -> Vec<f32> {
    Setting::default().apply_here();
    let value = evaluate(position);
    let changes = numbers.iter().map(|number| {
        number.raised(RAISE).apply_here();
        (evaluate(position) - value) as f32 / RAISE as f32
    });
    [value as f32].into_iter().chain(changes).collect()
}
