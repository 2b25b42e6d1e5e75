//! `coupturc tables`: endgame tables in files, and what they know.

mod build;
mod classes;
mod play;
mod probe;
mod progress;
mod report;
mod verify;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Failure, GameOptions};
use crate::tables::files::default_root;

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

/// The choice of a folder with tables.
#[derive(Args)]
struct FolderOptions {
    /// The folder with the tables of all games; if it is not given, coupturc/tables in the cache
    /// directory of the user
    #[arg(long = "tables", value_name = "DIR")]
    root: Option<PathBuf>,
}

impl FolderOptions {
    fn root(&self) -> Result<PathBuf, Failure> {
        let root = self.root.clone().or_else(default_root);
        root.ok_or_else(|| "the user has no cache directory, expected a folder with --tables DIR".into())
    }
}
