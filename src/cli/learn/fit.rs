//! `coupturc learn fit`: trains the weights of a net.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Args;

use super::{LearnedGame, evaluation};
use crate::cli::Failure;
use crate::cli::options::{number_within, threads};
use crate::cli::terminal::{complain, long_bar, say, stop_on_interrupt};
use crate::escape::{escaped_path, in_file};
use crate::eval::net::{Net, NetError, note_in};
use crate::learn::parts::{Part, drop_repeats, read_parts};
use crate::learn::report::{compare, page};
use crate::learn::samples::{Inputs, Split};
use crate::learn::trainer::{FloatNet, NoNet, Training, train};

#[derive(Args)]
pub(super) struct Options {
    /// Folders with training games
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    game: LearnedGame,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Start from the weights in a file instead of random weights; the file may be for another game on the same board
    #[arg(long, value_name = "FILE")]
    begin: Option<PathBuf>,
    /// Number of training passes over all positions
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = Training::default().passes,
        value_parser = clap::value_parser!(u32).range(1..=1000)
    )]
    passes: u32,
    /// Initial learning rate
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = Training::default().rate,
        value_parser = number_within(0.0_f32..=1.0)
    )]
    rate: f32,
    /// Weight decay
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = Training::default().decay,
        value_parser = number_within(0.0_f32..=1.0)
    )]
    decay: f32,
    /// Share of the search score in the training target; the rest is the game result
    #[arg(
        long,
        value_name = "PART",
        default_value_t = Training::default().score_share,
        value_parser = number_within(0.0_f32..=1.0)
    )]
    score_share: f32,
    /// Seed of the random numbers
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Write an HTML report on the training, with plots
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Weights files to compare with in the report, separated by commas
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    compare: Vec<PathBuf>,
    /// In damaged files, use the games before the damage
    #[arg(long)]
    skip_damaged: bool,
    /// Number of threads [default: number of processors]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let rules = options.game.rules();
    let stop = stop_on_interrupt()?;
    let mut parts = Vec::new();
    for folder in &options.folders {
        parts.extend(read_parts(rules, folder, options.skip_damaged)?);
    }
    drop_repeats(&mut parts).iter().for_each(|repeats| complain(repeats));
    let made = parts.iter().map(|part| format!("{} games of {}", part.games.len(), part.making));
    let made: Vec<String> = made.collect();
    let games: usize = parts.iter().map(|part| part.games.len()).sum();
    let mut others = Vec::new();
    for path in &options.compare {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        others.push((name, evaluation(rules, &path.to_string_lossy())?));
    }
    let split = Split::of(rules, &parts);
    drop::<Vec<Part>>(parts);
    if split.learned.is_empty() || split.held_out.is_empty() {
        return Err(format!("{games} games are too few: one in twenty is held out for validation").into());
    }
    let shape = split.learned.shape.clone();
    let training = Training {
        passes: options.passes,
        batch: batch(split.learned.len()),
        rate: options.rate,
        decay: options.decay,
        score_share: options.score_share,
        seed: options.seed,
        threads: threads(options.threads),
    };
    let bar = long_bar();
    let (initial, origin) = match &options.begin {
        Some(path) => initial_net(&shape, path, options.seed)?,
        None => (FloatNet::random(&shape, options.seed), String::new()),
    };
    let net = train(&split.learned, initial, &training, &stop, &mut |progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
    });
    bar.finish_and_clear();
    let net = net.map_err(|why| format!("{why}: nothing is written"))?;
    let unit = net.unit_in_logits(&split.learned);
    let comparisons = compare(&split, &net, &others);
    let learned = net.loss(&split.learned);
    let held_out = comparisons.last().map_or(f64::NAN, |comparison| comparison.loss);
    if !(learned.is_finite() && held_out.is_finite()) {
        return Err(format!("{}: nothing is written", NoNet::Diverged).into());
    }
    let weights = net.weights(&shape, 100.0 / unit);
    let Training { passes, batch, rate, decay, score_share, seed, .. } = training;
    let note = format!(
        "{}; {} positions; {passes} passes, batches of {batch}, rate {rate}, decay {decay}, score share {score_share}, seed \
         {seed}; loss {learned:.5}, held out {held_out:.5}; 100 are {unit:.3} logits{origin}",
        made.join("; "),
        split.learned.len(),
    );
    let bytes = weights.to_bytes(rules, &note);
    write(&options.out, &bytes)?;
    if let Some(file) = &options.report {
        write(file, page(&split, &net, &comparisons, &note).as_bytes())?;
    }
    for comparison in &comparisons {
        say(&format!("{:<20} {:.4}", comparison.name, comparison.loss))?;
    }
    say(&format!(
        "{}: {games} games, {} positions, loss {learned:.5}, held out {held_out:.5} ({} positions), 100 are {unit:.3} logits, {} bytes in {}",
        rules,
        split.learned.len(),
        split.held_out.len(),
        bytes.len(),
        escaped_path(&options.out)
    ))
}

/// The batch size: smaller for few positions, so that weights are updated often enough.
fn batch(positions: usize) -> usize {
    (positions / 200).clamp(256, Training::default().batch)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    Ok(fs::write(path, bytes).map_err(|error| in_file(path, &error))?)
}

/// Reads the weights in a file, for any game with the same number of cells, and describes them.
fn initial_net(shape: &Inputs, path: &Path, seed: u64) -> Result<(FloatNet, String), Failure> {
    let of_file = |error: io::Error| in_file(path, &error);
    let net = Net::read(path).map_err(of_file)?;
    let bytes = fs::read(path).map_err(of_file)?;
    let note = note_in(&bytes).unwrap_or_default();
    let other = net.rules().ok_or_else(|| of_file(io::Error::other(NetError::UnknownGame)))?;
    if other.geometry.len() != shape.rules.geometry.len() {
        return Err(
            format!("{}: this is a net for {}, which has another board", escaped_path(path), other).into()
        );
    }
    let origin = format!("; started from weights of {} ({note})", other);
    Ok((FloatNet::of_weights(shape, &net.weights(other), seed), origin))
}
