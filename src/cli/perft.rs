//! `coupturc perft`: counting leaves.

use std::time::Instant;

use clap::Args;

use super::{Failure, GameOptions, PositionOptions, say};
use crate::notation::move_text;
use crate::rules::{Game, Position, perft, perft_divide};

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
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    with_game!(options.game.variant(), G => {
        let position = options.position.read::<G>(&options.game.rules())?;
        print_counts(&position, options)?;
    });
    Ok(())
}

fn print_counts<G: Game>(position: &Position<G>, options: &Options) -> Result<(), Failure> {
    let began = Instant::now();
    let leaves = if options.divide && options.depth > 0 {
        let divided = perft_divide(position, options.depth)?;
        let mut lines: Vec<_> =
            divided.iter().map(|&(mv, count)| format!("{} {count}", move_text::<G>(mv))).collect();
        lines.sort_unstable();
        say(&lines.join("\n"))?;
        divided.iter().map(|(_, count)| count).sum()
    } else {
        perft(position, options.depth)?
    };
    let seconds = began.elapsed().as_secs_f64();
    let millions = leaves as f64 / 1e6 / seconds.max(1e-9);
    say(&format!(
        "perft {} depth={} nodes={leaves} time={seconds:.3} ({millions:.1} million a second)",
        G::VARIANT,
        options.depth
    ))
}
