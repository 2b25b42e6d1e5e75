//! `coupturc tables`: builds, verifies and queries endgame tables. One file or folder per subcommand.

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
    /// Build tables of all endgame positions with up to a given number of pieces, and write them to files
    ///
    /// Existing tables are verified, and built again only if they are damaged. An interrupt
    /// (Ctrl-C) loses only the classes being built; run the same command to continue.
    Build(build::Options),
    /// Read all files of a game, and report damaged ones
    Verify(verify::Options),
    /// Show the game-theoretic result of an endgame position and of each of its moves
    Probe(probe::Options),
    /// Count wins, draws and losses of endgame positions by material class
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
