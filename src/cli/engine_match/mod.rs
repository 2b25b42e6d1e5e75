//! `coupturc match`: games between engines.

mod lines;
mod options;
mod play;
mod scoreboard;
mod sequential_test;
mod values;

use std::path::Path;

use clap::Parser;

pub(super) use options::Options;

use super::Failure;
use crate::arena::Journal;
use play::Played;

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match &options.resume {
        None => begin(options),
        Some(folder) => resume(folder),
    }
}

fn begin(options: &Options) -> Result<(), Failure> {
    let (the_match, test) = (options.to_match()?, options.to_test()?);
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let journal = Journal::create(&options.out, &arguments)
        .map_err(|error| format!("{}: {error}; expected a folder without a match", options.out.display()))?;
    Played { the_match, test, journal, games: Vec::new() }.play_on()
}

fn resume(folder: &Path) -> Result<(), Failure> {
    let in_folder = |error: std::io::Error| format!("{}: {error}", folder.display());
    let arguments = Journal::arguments(folder).map_err(in_folder)?;
    let MatchLine { options } = MatchLine::try_parse_from([String::new()].into_iter().chain(arguments))?;
    let (the_match, test) = (options.to_match()?, options.to_test()?);
    let (journal, games) = Journal::resume(folder).map_err(in_folder)?;
    Played { the_match, test, journal, games }.play_on()
}

/// The arguments behind `match`, as they are read again when a match goes on.
#[derive(Parser)]
struct MatchLine {
    #[command(flatten)]
    options: Options,
}
