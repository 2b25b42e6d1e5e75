//! `coupturc perft`: counting leaves.

use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Failure, GameOptions, PositionOptions, say};
use crate::notation::move_text;
use crate::rules::{Game, PerftPlan, PerftTable, Position};

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    position: PositionOptions,
    /// How many plies deep
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// Print the count behind each legal move
    #[arg(long)]
    divide: bool,
    /// How many threads count
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Keep the counts of this many MiB of positions, so that none is counted twice. Entries hold whole
    /// positions: the result is exact with any size
    #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1 << 20))]
    hash: u32,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    with_game!(options.game.variant(), G => {
        let position = options.position.read::<G>(&options.game.rules())?;
        print_counts(&position, options)?;
    });
    Ok(())
}

fn print_counts<G: Game>(position: &Position<G>, options: &Options) -> Result<(), Failure> {
    let table = match options.hash {
        0 => None,
        mebibytes => Some(PerftTable::with_mebibytes(mebibytes as usize)?),
    };
    let bar = progress_bar();
    let progress = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let plan =
        PerftPlan { threads: usize::from(options.threads), table: table.as_ref(), progress: &progress };
    let began = Instant::now();
    let divided = plan.divide(position, options.depth);
    let seconds = began.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let divided = divided?;
    if options.divide {
        let mut lines: Vec<_> =
            divided.iter().map(|&(mv, count)| format!("{} {count}", move_text::<G>(mv))).collect();
        lines.sort_unstable();
        lines.iter().try_for_each(|line| say(line))?;
    }
    // Before the first ply there is one leaf, and no move to divide it among.
    let leaves = if options.depth == 0 { 1 } else { divided.iter().map(|(_, count)| count).sum() };
    let millions = leaves as f64 / 1e6 / seconds.max(1e-9);
    say(&format!(
        "perft {} depth={} nodes={leaves} time={seconds:.3} ({millions:.1} million a second)",
        G::VARIANT,
        options.depth
    ))
}

/// A bar that shows itself on a terminal only.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed_precise} [{wide_bar}] {percent}%, {eta} left");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
