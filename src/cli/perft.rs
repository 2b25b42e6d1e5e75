//! `coupturc perft`: counts the leaves of the game tree.

use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value as Json, json};

use super::terminal::progress_bar;
use super::{Failure, PositionOptions, say};
use crate::notation::move_text;
use crate::rules::Rules;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    position: PositionOptions,
    /// Depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// Print the count after each legal move
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the hash table in MiB; 0 uses none. Entries store whole positions, so counts are exact with any size
    #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1 << 20))]
    hash: u32,
    /// Print JSON, with the count after each move if --divide is given
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let bar = progress_bar("{elapsed_precise} [{wide_bar}] {percent}%, {eta} left");
    let progress = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let counts = count(options, &progress);
    bar.finish_and_clear();
    let counts = counts?;
    if options.json { say(&counts.json(options).to_string()) } else { counts.say(options) }
}

/// The leaf count after each legal move, and the time it took.
struct Counts {
    rules: &'static Rules,
    /// Sorted by text.
    moves: Vec<(String, u64)>,
    leaves: u64,
    time: Duration,
}

impl Counts {
    fn say(&self, options: &Options) -> Result<(), Failure> {
        if options.divide {
            self.moves.iter().try_for_each(|(mv, leaves)| say(&format!("{mv} {leaves}")))?;
        }
        let (rules, depth, leaves) = (self.rules, options.depth, self.leaves);
        let seconds = self.time.as_secs_f64();
        let millions = leaves as f64 / 1e6 / seconds.max(1e-9);
        say(&format!(
            "perft {rules} depth={depth} nodes={leaves} time={seconds:.3} ({millions:.1} million per second)"
        ))
    }

    fn json(&self, options: &Options) -> Json {
        let mut answer = json!({
            "variant": self.rules.name,
            "depth": options.depth,
            "nodes": self.leaves,
            "seconds": self.time.as_secs_f64(),
        });
        if options.divide {
            let moves = self.moves.iter().map(|(mv, leaves)| json!({ "move": mv, "nodes": leaves }));
            answer["moves"] = moves.collect();
        }
        answer
    }
}

fn count(options: &Options, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Counts, Failure> {
    let position = options.position.read()?;
    let (threads, mebibytes) = (usize::from(options.threads), options.hash as usize);
    let started = Instant::now();
    let divided = position.divide_leaves(options.depth, threads, mebibytes, progress)?;
    let (time, rules) = (started.elapsed(), position.rules());
    let mut moves: Vec<_> = divided.into_iter().map(|(mv, leaves)| (move_text(rules, mv), leaves)).collect();
    moves.sort_unstable();
    // Depth 0 has one leaf, which belongs to no move.
    let leaves = if options.depth == 0 { 1 } else { moves.iter().map(|(_, leaves)| leaves).sum() };
    Ok(Counts { rules, moves, leaves, time })
}
