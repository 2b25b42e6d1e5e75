//! Plays a match, and says what came of it.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::lines::Standings;
use super::scoreboard::Scoreboard;
use super::sequential_test::SequentialTest;
use crate::arena::{Continue, GameRecord, Journal, Match, MatchResults, html_report, pdn_of};
use crate::cli::{Failure, say};

/// A match in its folder, with the games that have been played.
pub(super) struct Played {
    pub(super) the_match: Match,
    pub(super) test: Option<SequentialTest>,
    pub(super) journal: Journal,
    pub(super) games: Vec<GameRecord>,
}

impl Played {
    /// Plays the games that are missing, and says what came of all.
    pub(super) fn play_on(mut self) -> Result<(), Failure> {
        let stop = Arc::new(AtomicBool::new(false));
        let interrupted = Arc::clone(&stop);
        ctrlc::set_handler(move || interrupted.store(true, Relaxed))?;
        let engines: Vec<String> =
            self.the_match.conditions.engines.iter().map(|engine| engine.name.clone()).collect();
        let mut results = MatchResults::default();
        self.games.iter().for_each(|game| results.add(game));
        let standings = Standings { engines: &engines, results: &results, test: self.test.as_ref() };
        let is_decided = standings.is_decided();
        if !is_decided {
            self.play(&engines, &mut results, &stop)?;
        }
        self.conclude(&engines, &results)
    }

    fn play(
        &mut self,
        engines: &[String],
        results: &mut MatchResults,
        stop: &AtomicBool,
    ) -> Result<(), Failure> {
        let Self { the_match, test, journal, games } = self;
        let finished: HashSet<u64> = games.iter().map(|game| game.number).collect();
        let before = Standings { engines, results, test: test.as_ref() };
        let mut scoreboard = Scoreboard::new(finished.len(), the_match.schedule.len(), &before);
        let mut failure = None;
        the_match.play(&finished, stop, |game| {
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

    /// Writes the files that are made of all games, and the results.
    fn conclude(mut self, engines: &[String], results: &MatchResults) -> Result<(), Failure> {
        self.games.sort_by_key(|game| game.number);
        self.journal.write("games.pdn", &pdn_of(&self.games)?)?;
        self.journal.write("report.html", &html_report(&engines.join(" - "), &self.games))?;
        let standings = Standings { engines, results, test: self.test.as_ref() };
        standings.engine_lines().chain(standings.test_line()).try_for_each(|line| say(&line))?;
        let missing = self.the_match.schedule.len() - self.games.len();
        if missing > 0 && !standings.is_decided() {
            let folder = self.journal.folder().display();
            say(&format!("{missing} games are missing; go on with: coupturc match --resume '{folder}'"))?;
        } else if missing > 0 {
            say(&format!("{missing} games were not needed"))?;
        }
        Ok(())
    }
}
