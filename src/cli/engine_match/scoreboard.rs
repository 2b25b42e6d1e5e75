//! Scoreboard: the progress of a match, as several live lines in a terminal, or else a line per game.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar};

use super::standings::{Standings, game_line};
use crate::cli::say;
use crate::cli::terminal::progress_bar;
use crate::escape::{escaped, escaped_lines};

/// Without a terminal, the standings are printed every time this many games have ended.
const GAMES_A_SUMMARY: usize = 10;

/// Shows the progress of a match.
pub(super) enum Scoreboard {
    /// In a terminal: a bar with the remaining time, and a line for each engine and the sequential test.
    Live(Bars),
    /// Without a terminal.
    Plain {
        /// Games printed so far.
        played: usize,
        /// All games of the match.
        all: usize,
    },
}

pub(super) struct Bars {
    games: ProgressBar,
    lines: Vec<ProgressBar>,
}

impl Scoreboard {
    /// Starts the scoreboard after `played` games.
    pub(super) fn new(played: usize, all: usize, standings: &Standings<'_>) -> Self {
        if !io::stdout().is_terminal() || !io::stderr().is_terminal() {
            return Self::Plain { played, all };
        }
        let board = MultiProgress::new();
        let games = board.add(progress_bar(BAR));
        games.set_length(all as u64);
        games.set_position(played as u64);
        // Games of an earlier run must not affect the estimate of the remaining time.
        games.reset_eta();
        games.enable_steady_tick(Duration::from_secs(1));
        // The last line is for games that ended by a fault or repeat others.
        let count = standings.engines.len() + usize::from(standings.test.is_some()) + 1;
        let lines = (0..count).map(|_| board.add(progress_bar("  {wide_msg}")));
        let bars = Bars { games, lines: lines.collect() };
        bars.show(standings);
        Self::Live(bars)
    }

    /// Shows a game that has ended.
    pub(super) fn add(&mut self, game: &crate::arena::GameRecord, standings: &Standings<'_>) {
        match self {
            Self::Live(bars) => {
                bars.games.inc(1);
                bars.games.set_message(escaped(&game_line(game)));
                bars.show(standings);
            }
            Self::Plain { played, all } => {
                *played += 1;
                // A closed output does not end the match.
                let _ = say(&game_line(game));
                if played.is_multiple_of(GAMES_A_SUMMARY) {
                    let _ = say(&standings.line(*played, *all));
                }
            }
        }
    }

    /// Prints another message.
    pub(super) fn say(&self, text: &str) {
        match self {
            Self::Live(bars) => bars.games.println(escaped_lines(text)),
            // A closed output does not end the match.
            Self::Plain { .. } => drop(say(text)),
        }
    }

    /// Removes the live lines.
    pub(super) fn finish(self) {
        if let Self::Live(bars) = self {
            bars.games.finish_and_clear();
            bars.lines.iter().for_each(ProgressBar::finish_and_clear);
        }
    }
}

impl Bars {
    fn show(&self, standings: &Standings<'_>) {
        let lines = standings.engine_lines().chain(standings.test_line()).chain([standings.flaws()]);
        self.lines.iter().zip(lines).for_each(|(bar, line)| bar.set_message(escaped(&line)));
    }
}

const BAR: &str = "{elapsed_precise} [{bar:30}] {pos}/{len}, {eta} left  {wide_msg}";
