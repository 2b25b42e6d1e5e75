//! Scoreboard: what a person sees while a match is played, several lines on a terminal, else a line for every game.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar};

use super::standings::{Standings, game_line};
use crate::cli::say;
use crate::cli::terminal::progress_bar;
use crate::escape::{escaped, escaped_lines};

/// Where there is no terminal, a line of standings follows after this many games.
const GAMES_A_SUMMARY: usize = 10;

/// Tells how a match goes on.
pub(super) enum Scoreboard {
    /// On a terminal: a bar with the time that is left, and a line for each engine and the sequential test.
    Live(Bars),
    /// Elsewhere.
    Plain {
        /// Games that have been told of.
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
    /// The scoreboard before the next game.
    pub(super) fn new(played: usize, all: usize, standings: &Standings<'_>) -> Self {
        if !io::stdout().is_terminal() || !io::stderr().is_terminal() {
            return Self::Plain { played, all };
        }
        let board = MultiProgress::new();
        let games = board.add(progress_bar(BAR));
        games.set_length(all as u64);
        games.set_position(played as u64);
        // What was played before says nothing of the time that it took now.
        games.reset_eta();
        games.enable_steady_tick(Duration::from_secs(1));
        // The last one is for games that ended by a fault or repeat others.
        let count = standings.engines.len() + usize::from(standings.test.is_some()) + 1;
        let lines = (0..count).map(|_| board.add(progress_bar("  {wide_msg}")));
        let bars = Bars { games, lines: lines.collect() };
        bars.show(standings);
        Self::Live(bars)
    }

    /// Tells of a game that has ended.
    pub(super) fn add(&mut self, game: &crate::arena::GameRecord, standings: &Standings<'_>) {
        match self {
            Self::Live(bars) => {
                bars.games.inc(1);
                bars.games.set_message(escaped(&game_line(game)));
                bars.show(standings);
            }
            Self::Plain { played, all } => {
                *played += 1;
                // The games matter more than whether somebody reads of them.
                let _ = say(&game_line(game));
                if played.is_multiple_of(GAMES_A_SUMMARY) {
                    let _ = say(&standings.line(*played, *all));
                }
            }
        }
    }

    /// Tells of something else.
    pub(super) fn say(&self, text: &str) {
        match self {
            Self::Live(bars) => bars.games.println(escaped_lines(text)),
            // The games matter more than whether somebody reads of them.
            Self::Plain { .. } => drop(say(text)),
        }
    }

    /// Leaves the screen to what comes after the match.
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
