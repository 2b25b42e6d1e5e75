//! `coupturc tables`: builds endgame tables, and says what they know. One file or folder a subcommand, as above.

mod build;
mod probe;
mod report;
mod shared;
mod values;
mod verify;

use clap::{Args, Subcommand};

use super::Failure;

#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the tables of all positions with few pieces, and write them into files
    ///
    /// Tables that are there already are verified, and built again only if they are damaged. An
    /// interrupt (Ctrl-C) loses nothing but the classes at work: the same command goes on later.
    Build(build::Options),
    /// Read all files of a game, and tell which are damaged
    Verify(verify::Options),
    /// Say how a position with few pieces ends under best play, and what each move leads to
    Probe(probe::Options),
    /// Count what the positions with few pieces are worth, class by class
    Report(report::Options),
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Command::Build(options) => build::run(options),
        Command::Verify(options) => verify::run(options),
        Command::Probe(options) => probe::run(options),
        Command::Report(options) => report::run(options),
    }
}
