//! `coupturc match`: matches between engines.

mod openings;
mod options;
mod play;
mod scoreboard;
mod standings;
mod work_unit;

use std::collections::HashSet;
use std::path::Path;

use clap::Parser;

pub(super) use options::Options;

use super::terminal::stop_on_interrupt;
use super::{Failure, say};
use crate::arena::{GameRecord, Journal, Match, Pairing};
use crate::escape::{escaped_path, in_file};
use openings::{KEPT, Source, kept_text};
use play::Played;
use work_unit::pairs_of;

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match (&options.resume, &options.report) {
        (Some(folder), _) => resume(folder),
        (None, Some(folder)) => {
            let options = options_in(folder)?;
            let the_match = options.to_match(Source::of_match(folder)?)?;
            played_in(folder, &options, &the_match, Journal::look_at)?.conclude()
        }
        (None, None) => start(options),
    }
}

fn start(options: &Options) -> Result<(), Failure> {
    let (mut the_match, test) = (options.to_match(None)?, options.to_test()?);
    if options.begin_only {
        return create_folder(options, &the_match).and_then(|_| say_counts(&the_match));
    }
    let stop = options.stop.flag()?;
    options.add_tables(&mut the_match, &stop)?;
    let ready = the_match.get_ready(&HashSet::new(), &stop, |note| drop(say(note)))?;
    let journal = create_folder(options, &the_match)?;
    let mut played = Played::new(&the_match, options, test, journal, Vec::new());
    played.play(ready)?;
    played.end()
}

fn resume(folder: &Path) -> Result<(), Failure> {
    let options = options_in(folder)?;
    let mut the_match = options.to_match(Source::of_match(folder)?)?;
    let stop = stop_on_interrupt()?;
    options.add_tables(&mut the_match, &stop)?;
    let mut played = played_in(folder, &options, &the_match, Journal::resume)?;
    // A test that was decided before the interruption must not get another game.
    if !played.is_over() {
        played.play(the_match.get_ready(&played.finished(), &stop, |note| drop(say(note)))?)?;
    }
    played.end()
}

fn create_folder(options: &Options, the_match: &Match) -> Result<Journal, Failure> {
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

/// The journal of an opened match, and its games.
type Opened = std::io::Result<(Journal, Vec<GameRecord>)>;

/// The options with which the match in a folder was started.
fn options_in(folder: &Path) -> Result<Options, Failure> {
    let arguments = Journal::arguments(folder).map_err(|error| in_file(folder, &error))?;
    Ok(MatchLine::try_parse_from([String::new()].into_iter().chain(arguments))?.options)
}

/// Opens the match in a folder, with the games played so far.
fn played_in<'a>(
    folder: &Path,
    options: &Options,
    the_match: &'a Match,
    open: fn(&Path) -> Opened,
) -> Result<Played<'a>, Failure> {
    let in_folder = |error: &dyn std::fmt::Display| in_file(folder, error);
    let (journal, games) = open(folder).map_err(|error| in_folder(&error))?;
    let log = Log::new(games, &the_match.schedule).map_err(|error| in_folder(&error))?;
    log.note().map_or(Ok(()), |note| say(&note))?;
    Ok(Played::new(the_match, options, options.to_test()?, journal, log.games))
}

/// The arguments after `match`, as read from a journal.
#[derive(Parser)]
struct MatchLine {
    #[command(flatten)]
    options: Options,
}

/// The games of a log, each once. If a game was logged twice, for instance by two processes that played the same
/// match, the first line counts.
#[derive(Debug)]
struct Log {
    games: Vec<GameRecord>,
    /// The number of lines that repeat an earlier game.
    repeated: usize,
}

impl Log {
    /// Fails if a game is not in the schedule.
    fn new(games: Vec<GameRecord>, schedule: &[Pairing]) -> Result<Self, String> {
        let known: HashSet<u64> = schedule.iter().map(|game| game.number).collect();
        let (lines, all) = (games.len(), schedule.len());
        if let Some((index, game)) = games.iter().enumerate().find(|(_, game)| !known.contains(&game.number))
        {
            let place = format!("games.jsonl: line {} is game {}", index + 1, game.number);
            return Err(format!("{place}, which is not in the match, expected one of its {all} games"));
        }
        let mut seen = HashSet::new();
        let games: Vec<_> = games.into_iter().filter(|game| seen.insert(game.number)).collect();
        Ok(Self { repeated: lines - games.len(), games })
    }

    /// A note about repeated lines, if there are any.
    fn note(&self) -> Option<String> {
        let Self { repeated, .. } = self;
        let what =
            if *repeated == 1 { "1 line repeats a game" } else { &format!("{repeated} lines repeat games") };
        let note = format!("games.jsonl: {what}; the first line of each game counts");
        (*repeated > 0).then_some(note)
    }
}
