//! Wins, draws and losses.

use crate::arena::record::GameResult;
use crate::rules::Color;

/// How often somebody won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) wins: usize,
    pub(super) draws: usize,
    pub(super) losses: usize,
}

impl Tally {
    /// Counts games as the player of `color` sees them.
    pub(super) fn of(games: impl Iterator<Item = (Color, GameResult)>) -> Self {
        let mut tally = Self::default();
        for (color, result) in games {
            match (result, color) {
                (GameResult::Draw, _) => tally.draws += 1,
                (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => {
                    tally.wins += 1;
                }
                _ => tally.losses += 1,
            }
        }
        tally
    }

    pub(super) const fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    pub(super) fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game, if there was one.
    pub(super) fn score(&self) -> Option<f64> {
        ratio(self.points(), self.games())
    }
}

/// A part of a whole that may be nothing.
pub(super) fn ratio(part: f64, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part / whole as f64)
}
