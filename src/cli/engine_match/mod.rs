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

use clap::Parser;

pub(super) use options::Options;

use super::interrupt::stop_on_interrupt;
use super::{Failure, say};
use crate::arena::{GameRecord, Journal, Match};
use crate::escape::escaped_path;
use log::Log;
use openings::{KEPT, Source, kept_text};
use play::Played;
use work_unit::{pairs_of, stop_with_input};

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match (&options.resume, &options.report) {
        (Some(folder), _) => {
            let played = match_in(folder, Journal::resume)?;
            let stop = stop_on_interrupt()?;
            played.play_on(&stop)
        }
        (None, Some(folder)) => match_in(folder, Journal::look_at)?.conclude(),
        (None, None) => begin(options),
    }
}

fn begin(options: &Options) -> Result<(), Failure> {
    let (the_match, test) = (options.to_match(None)?, options.to_test()?);
    if options.begin_only {
        return begin_in_folder(options, &the_match).and_then(|_| say_counts(&the_match));
    }
    let stop = stop_on_interrupt()?;
    if options.until_eof {
        stop_with_input(Arc::clone(&stop))?;
    }
    // The parts of a match are begun often: there, the games tell.
    if !options.is_part() {
        the_match.rehearse(&stop)?;
    }
    let journal = begin_in_folder(options, &the_match)?;
    Played::new(the_match, test, journal, Vec::new())
        .with_chat(options.chat)
        .only_part(options.is_part())
        .play_on(&stop)
}

fn begin_in_folder(options: &Options, the_match: &Match) -> Result<Journal, Failure> {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let journal = Journal::create(&options.out, &arguments).map_err(|error| {
        format!("{}: {error}; expected a folder without a match", escaped_path(&options.out))
    })?;
    journal.write(KEPT, &kept_text(the_match)?)?;
    Ok(journal)
}

fn say_counts(the_match: &Match) -> Result<(), Failure> {
    say(&format!("pairs: {}", pairs_of(&the_match.schedule)))?;
    say(&format!("games: {}", the_match.schedule.len()))
}

/// How the folder of a match is opened.
type Opened = std::io::Result<(Journal, Vec<GameRecord>)>;

/// The match that was begun in a folder, and what was played of it.
fn match_in(folder: &Path, open: fn(&Path) -> Opened) -> Result<Played, Failure> {
    let in_folder = |error: &dyn std::fmt::Display| format!("{}: {error}", escaped_path(folder));
    let arguments = Journal::arguments(folder).map_err(|error| in_folder(&error))?;
    let MatchLine { options } = MatchLine::try_parse_from([String::new()].into_iter().chain(arguments))?;
    let (the_match, test) = (options.to_match(Source::of_match(folder)?)?, options.to_test()?);
    let (journal, games) = open(folder).map_err(|error| in_folder(&error))?;
    let log = Log::new(games, &the_match.schedule).map_err(|error| in_folder(&error))?;
    log.note().map_or(Ok(()), |note| say(&note))?;
    Ok(Played::new(the_match, test, journal, log.games).with_chat(options.chat).only_part(options.is_part()))
}

/// The arguments behind `match`, as they are read again when a match goes on.
#[derive(Parser)]
struct MatchLine {
    #[command(flatten)]
    options: Options,
}
