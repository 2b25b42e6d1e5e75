//! `coupturc match`: games between engines.

mod lines;
mod log;
mod openings;
mod options;
mod play;
mod scoreboard;
mod sequential_test;
mod values;
mod work_unit;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser;

pub(super) use options::Options;

use super::{Failure, say};
use crate::arena::{GameRecord, Journal};
use log::Log;
use openings::{KEPT, Source, kept_text};
use play::Played;
use work_unit::{pairs_of, stop_with_input};

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match (&options.resume, &options.report) {
        (Some(folder), _) => match_in(folder, Journal::resume)?.play_on(&Arc::default()),
        (None, Some(folder)) => match_in(folder, Journal::look_at)?.conclude(),
        (None, None) => begin(options),
    }
}

fn begin(options: &Options) -> Result<(), Failure> {
    let (the_match, test) = (options.to_match(None)?, options.to_test()?);
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let journal = Journal::create(&options.out, &arguments)
        .map_err(|error| format!("{}: {error}; expected a folder without a match", options.out.display()))?;
    journal.write(KEPT, &kept_text(&the_match)?)?;
    if options.begin_only {
        say(&format!("pairs: {}", pairs_of(&the_match.schedule)))?;
        return say(&format!("games: {}", the_match.schedule.len()));
    }
    let stop = Arc::new(AtomicBool::new(false));
    if options.until_eof {
        stop_with_input(Arc::clone(&stop))?;
    }
    Played::new(the_match, test, journal, Vec::new()).with_chat(options.chat).play_on(&stop)
}

/// How the folder of a match is opened.
type Opened = std::io::Result<(Journal, Vec<GameRecord>)>;

/// The match that was begun in a folder, and what was played of it.
fn match_in(folder: &Path, open: fn(&Path) -> Opened) -> Result<Played, Failure> {
    let in_folder = |error: &dyn std::fmt::Display| format!("{}: {error}", folder.display());
    let arguments = Journal::arguments(folder).map_err(|error| in_folder(&error))?;
    let MatchLine { options } = MatchLine::try_parse_from([String::new()].into_iter().chain(arguments))?;
    let (the_match, test) = (options.to_match(Source::of_match(folder)?)?, options.to_test()?);
    let (journal, games) = open(folder).map_err(|error| in_folder(&error))?;
    let log = Log::new(games, &the_match.schedule).map_err(|error| in_folder(&error))?;
    log.note().map_or(Ok(()), |note| say(&note))?;
    Ok(Played::new(the_match, test, journal, log.games).with_chat(options.chat))
}

/// The arguments behind `match`, as they are read again when a match goes on.
#[derive(Parser)]
struct MatchLine {
    #[command(flatten)]
    options: Options,
}
