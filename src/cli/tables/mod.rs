//! `coupturc tables`: what endgame tables know.

mod classes;
mod play;
mod probe;
mod progress;
mod report;

use clap::{Args, Subcommand};

use super::Failure;

#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say how a position with few pieces ends under best play, and what each move leads to
    Probe(probe::Options),
    /// Count what the positions with few pieces are worth, class by class
    Report(report::Options),
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Command::Probe(options) => probe::run(options),
        Command::Report(options) => report::run(options),
    }
}
