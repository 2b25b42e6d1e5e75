//! `coupturc learn games`: plays training games.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use clap::Args;
use parking_lot::Mutex;

use super::{LearnedGame, evaluation};
use crate::cli::Failure;
use crate::cli::options::{StopOptions, number_within, threads};
use crate::cli::terminal::{long_bar, say};
use crate::cli::threads::on_threads;
use crate::escape::escaped_path;
use crate::eval::Evaluation;
use crate::learn::parts::{Making, PartWriter, see_alike};
use crate::learn::self_play::{Plan, Player};

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    game: LearnedGame,
    /// Total number of games, including those already in the folder
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes per search
    #[arg(long, value_name = "NUMBER", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the random numbers. Runs with different seeds play different games and can share a folder
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Evaluation: auto (the default evaluation of the game), hand-made (hand-crafted terms, no net), or a weights file
    #[arg(long, value_name = "EVAL", default_value = "auto")]
    eval: String,
    /// Folder for the games. Existing games are kept, and the command continues after them
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Number of threads [default: number of processors]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Play nothing; count the games already played with this many consecutive seeds, starting at --seed
    #[arg(long, value_name = "PARTS", value_parser = number_within(1_usize..=1_000_000))]
    count: Option<usize>,
    #[command(flatten)]
    stop: StopOptions,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let rules = options.game.rules();
    let evaluation = evaluation(rules, &options.eval)?;
    let making = Making {
        game: rules.file_name(),
        set_len: rules.geometry.word_bits() as usize / 8,
        nodes: options.nodes,
        seed: options.seed,
        evaluation: name_of(&evaluation, &options.eval)?,
    };
    if let Some(parts) = options.count {
        return count(options, &making, parts);
    }
    let plan = Plan { evaluation, nodes: options.nodes, seed: options.seed };
    let writer = PartWriter::open(&options.out, &making)?;
    let existing = writer.numbers().clone();
    let stop = options.stop.flag()?;
    let bar = long_bar();
    bar.set_length(options.games.into());
    bar.set_position(existing.range(..options.games).count() as u64);
    bar.reset_eta();
    let (writer, next) = (Mutex::new(writer), AtomicU32::new(0));
    // A thread that fails stops the others.
    let failed = AtomicBool::new(false);
    let work = || -> Result<(), String> {
        let mut player = Player::new(rules, plan.clone()).map_err(|error| error.to_string())?;
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= options.games || failed.load(Relaxed) {
                return Ok(());
            }
            if existing.contains(&number) {
                continue;
            }
            let Some(game) = player.play(number, &stop) else { return Ok(()) };
            if let Err(error) = writer.lock().add(&game) {
                failed.store(true, Relaxed);
                return Err(error.to_string());
            }
            bar.inc(1);
        }
    };
    let result = on_threads(threads(options.threads), "a game failed", work);
    bar.finish_and_clear();
    result?;
    let done = writer.into_inner().numbers().range(..options.games).count();
    let folder = escaped_path(&options.out);
    if stop.load(Relaxed) {
        return Err(format!("stopped: {done} games in {folder}; run the same command to continue").into());
    }
    say(&format!("{}: {done} games in {folder}", rules))
}

/// Prints the number of existing games in each of the next `parts` parts. Creates nothing, and fails if the folder
/// has games played with other options. Programs use this to distribute parts among machines.
fn count(options: &Options, making: &Making, parts: usize) -> Result<(), Failure> {
    for seed in (options.seed..=u64::MAX).take(parts) {
        let part = Making { seed, ..making.clone() };
        let name = part.file_name();
        let is_started = options.out.join(&name).exists();
        let writer = is_started.then(|| PartWriter::open(&options.out, &part)).transpose()?;
        let games = writer.map_or(0, |writer| writer.numbers().range(..options.games).count());
        say(&format!("{name}: {games}"))?;
    }
    if options.out.exists() {
        // After the loop, which has repaired parts with an incomplete first line.
        see_alike(&options.out, making)?;
    }
    Ok(())
}

/// The name of an evaluation, without spaces; for a file, a checksum of its content.
fn name_of(evaluation: &Evaluation, text: &str) -> Result<String, Failure> {
    Ok(match evaluation {
        Evaluation::OfGame => "auto".to_owned(),
        Evaluation::HandMade => "hand-made".to_owned(),
        Evaluation::Net(_) => format!("{:08x}", crc32fast::hash(&fs::read(text)?)),
    })
}
