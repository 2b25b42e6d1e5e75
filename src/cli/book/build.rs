//! `coupturc book build`: builds a book by searches.

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::Args;

use super::written;
use crate::book::About;
use crate::cli::options::{StopOptions, number_within, threads};
use crate::cli::terminal::{long_bar, say};
use crate::cli::{Failure, GameOptions};
use crate::escape::in_file;
use crate::expansion::{Builder, Effort, Limit, News};

#[derive(Args)]
#[command(after_long_help = HELP)]
pub(super) struct Options {
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    limit: LimitOptions,
    /// The book to write or to continue
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Nodes of the search of a move; a position gets 20 times as many [default: 20000]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds of the search of a move, instead of nodes; results are then not reproducible
    #[arg(long, value_name = "SECONDS", conflicts_with = "nodes", value_parser = number_within(0.001..=3600.0))]
    move_time: Option<f64>,
    /// Number of searches at the same time [default: number of processors]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Seed: with another number than 0, other positions are preferred, so that several machines can build books to be
    /// merged
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u32,
    #[command(flatten)]
    stop: StopOptions,
}

/// When to end.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct LimitOptions {
    /// Work for this many hours
    #[arg(long, value_name = "NUMBER", value_parser = number_within(0.0001..=10_000.0))]
    hours: Option<f64>,
    /// Expand positions until the book has this many
    #[arg(long, value_name = "NUMBER", value_parser = number_within(1..=100_000_000_usize))]
    positions: Option<usize>,
}

const HELP: &str = "\
With one thread and --nodes, the book depends on nothing else.

Examples:
  coupturc book build --variant dameo --hours 8 --out dameo.book
  coupturc book build --variant dameo --positions 1000 --nodes 5000 --seed 1 --out part1.book
  coupturc hub   and then   set-param name=book-file value=dameo.book   set-param name=book value=true";

/// The nodes of the search of a move if nothing else is asked for.
const USUAL_NODES: u64 = 20_000;

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let nodes = Effort::Nodes(options.nodes.unwrap_or(USUAL_NODES));
    let effort = options.move_time.map_or(nodes, |seconds| Effort::Time(Duration::from_secs_f64(seconds)));
    let hours = options.limit.hours.map(|hours| Duration::from_secs_f64(3600.0 * hours));
    let (limit, whole) = match (hours, options.limit.positions) {
        (Some(time), _) => (Limit::Time(time), time.as_secs()),
        (None, positions) => (Limit::Positions(positions.unwrap_or(1)), positions.unwrap_or(1) as u64),
    };
    let (bar, stop) = (long_bar(), options.stop.flag()?);
    bar.set_length(whole);
    let news = |news: News| {
        let elapsed = bar.elapsed().as_secs();
        bar.set_position(if hours.is_some() { elapsed.min(whole) } else { news.positions as u64 });
        let score = news.score.men();
        bar.set_message(format!("{} positions, {} searches, {score:+.2}", news.positions, news.searches));
    };
    let builder = Builder {
        about: About::new(options.game.game(), &options.game.rules()),
        effort,
        seed: options.seed,
        threads: threads(options.threads),
        limit,
        stop: &stop,
        news: &news,
    };
    let built = builder.build(&options.out);
    bar.finish_and_clear();
    let contents = built.map_err(|error| in_file(&options.out, &error))?;
    let summary = written(&contents, &options.out)?;
    if stop.load(Relaxed) {
        return Err(format!("interrupted; {summary}; run the same command to continue").into());
    }
    say(&summary)
}
