//! Playing a match in its folder, and reporting its results.

use std::collections::{BTreeSet, HashSet};

use super::options::Options;
use super::scoreboard::Scoreboard;
use super::standings::Standings;
use crate::arena::{
    Continue, GameRecord, Journal, Match, MatchEvent, MatchResults, Ready, SequentialTest, html_report,
    pdn_of,
};
use crate::cli::{Failure, say};
use crate::escape::escaped_path;

/// The error of a match without a valid game.
const VOID: &str = "every game ended by a fault; see the lines above for the reasons, and first let each engine play \
    against itself";

/// A match in its folder, with the games played so far. All of these games are in its schedule.
pub(super) struct Played<'a> {
    the_match: &'a Match,
    /// The names of the engines.
    engines: Vec<String>,
    test: Option<SequentialTest>,
    journal: Journal,
    games: Vec<GameRecord>,
    results: MatchResults,
    /// Whether to show chat messages.
    chat: bool,
    /// Whether this is only a part of a match.
    is_part: bool,
}

impl<'a> Played<'a> {
    pub(super) fn new(
        the_match: &'a Match,
        options: &Options,
        test: Option<SequentialTest>,
        journal: Journal,
        games: Vec<GameRecord>,
    ) -> Self {
        let engines = the_match.conditions.engines.iter().map(|engine| engine.name.clone()).collect();
        let mut results = MatchResults::default();
        games.iter().for_each(|game| results.add(game));
        let (chat, is_part) = (options.chat, options.is_part());
        Self { the_match, engines, test, journal, games, results, chat, is_part }
    }

    /// The numbers of the games that have been played.
    pub(super) fn finished(&self) -> HashSet<u64> {
        self.games.iter().map(|game| game.number).collect()
    }

    /// Whether no game is left to play.
    pub(super) fn is_over(&self) -> bool {
        self.standings().is_decided() || self.games.len() == self.the_match.schedule.len()
    }

    /// Writes the reports. Fails if every game of a whole match ended by a fault.
    pub(super) fn end(self) -> Result<(), Failure> {
        let is_void = self.is_over() && !self.is_part && self.results.are_all_faults();
        self.conclude()?;
        if is_void { Err(VOID.into()) } else { Ok(()) }
    }

    fn standings(&self) -> Standings<'_> {
        Standings { engines: &self.engines, results: &self.results, test: self.test.as_ref() }
    }

    /// Plays the missing games until the match is stopped or its test is decided.
    pub(super) fn play(&mut self, ready: Ready<'_>) -> Result<(), Failure> {
        let mut scoreboard =
            Scoreboard::new(self.games.len(), self.the_match.schedule.len(), &self.standings());
        let Self { engines, test, journal, games, results, chat, .. } = self;
        let mut failure = None;
        ready.play(|event| {
            let game = match event {
                MatchEvent::Game(game) => *game,
                MatchEvent::Chat { engine, text } => {
                    if *chat {
                        scoreboard.say(&format!("{engine}: {text}"));
                    }
                    return Continue::Yes;
                }
                MatchEvent::Note(text) => {
                    scoreboard.say(&text);
                    return Continue::Yes;
                }
            };
            if let Err(error) = journal.add(&game) {
                failure = Some(error);
                return Continue::No;
            }
            results.add(&game);
            let standings = Standings { engines, results, test: test.as_ref() };
            scoreboard.add(&game, &standings);
            games.push(game);
            if standings.is_decided() { Continue::No } else { Continue::Yes }
        })?;
        scoreboard.finish();
        failure.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Writes the PDN files and the report, and prints the standings.
    pub(super) fn conclude(mut self) -> Result<(), Failure> {
        self.games.sort_by_key(|game| game.number);
        self.write_pdn()?;
        let report = html_report(&self.engines.join(" - "), &self.games, self.test.as_ref());
        self.journal.write("report.html", &report)?;
        let standings = self.standings();
        let lines = standings.engine_lines().chain(standings.test_line()).chain(standings.thinking_lines());
        let lines = lines.chain(standings.fault_lines()).chain(standings.repeat_line());
        lines.into_iter().try_for_each(|line| say(&line))?;
        let missing = self.the_match.schedule.len() - self.games.len();
        if missing > 0 && !standings.is_decided() {
            let folder = escaped_path(self.journal.folder());
            // The shell of Windows does not treat single quotes as quotes.
            let quote = if cfg!(windows) { '"' } else { '\'' };
            say(&format!(
                "{missing} games are missing; continue with: coupturc match --resume {quote}{folder}{quote}"
            ))?;
        } else if missing > 0 {
            say(&format!("{missing} games were not needed"))?;
        }
        Ok(())
    }

    /// Writes the games as PDN, one file per variant: most PDN readers stop at the first variant that they do not know.
    fn write_pdn(&self) -> Result<(), Failure> {
        if let [_] = self.the_match.variants.as_slice() {
            return Ok(self.journal.write("games.pdn", &pdn_of(&self.games)?)?);
        }
        let names: BTreeSet<&str> = self.games.iter().map(|game| game.variant.as_str()).collect();
        names.into_iter().try_for_each(|name| {
            let games = self.games.iter().filter(|game| game.variant == name);
            Ok(self.journal.write(&format!("games-{name}.pdn"), &pdn_of(games)?)?)
        })
    }
}
