//! Lines of text for people: games, engines, standings.

use super::sequential_test::SequentialTest;
use crate::arena::stats::{Interval, Tally};
use crate::arena::{GameRecord, MatchResults};

/// How a match stands.
pub(super) struct Standings<'a> {
    pub(super) engines: &'a [String],
    pub(super) results: &'a MatchResults,
    pub(super) test: Option<&'a SequentialTest>,
}

impl Standings<'_> {
    /// A line for each engine.
    pub(super) fn engine_lines(&self) -> impl Iterator<Item = String> {
        self.engines.iter().map(|name| engine_line(name, &self.results.of(name)))
    }

    /// Where the sequential test stands, if there is one.
    pub(super) fn test_line(&self) -> Option<String> {
        Some(self.test?.line(&self.results.of(self.engines.first()?)))
    }

    /// Whether the sequential test has decided.
    pub(super) fn is_decided(&self) -> bool {
        let first = self.engines.first().map(|name| self.results.of(name)).unwrap_or_default();
        self.test.is_some_and(|test| test.has_decided(&first))
    }

    /// Everything in one line. What one of two engines has won is what the other has lost.
    pub(super) fn line(&self, played: usize, all: usize) -> String {
        let engines: Vec<String> = match self.engines {
            [first, _] => vec![engine_line(first, &self.results.of(first))],
            more => more.iter().map(|name| short_line(name, &self.results.of(name))).collect(),
        };
        let test = self.test_line().map_or_else(String::new, |line| format!("; {line}"));
        format!("after {played} of {all} games: {}{test}", engines.join("; "))
    }
}

fn short_line(name: &str, tally: &Tally) -> String {
    let share = 100.0 * tally.points() / tally.game_count().max(1) as f64;
    format!("{name}: +{} ={} -{}, {share:.1}%", tally.wins(), tally.draws(), tally.losses())
}

/// Results, score, Elo and normalised Elo of an engine, with their 95 % intervals.
fn engine_line(name: &str, tally: &Tally) -> String {
    let interval = |unit, elo: Option<Interval>| {
        elo.map_or_else(String::new, |elo| {
            format!(", {unit} {:+.0} [{:+.0}, {:+.0}]", elo.estimate, elo.low, elo.high)
        })
    };
    let (elo, nelo) = (interval("Elo", tally.elo()), interval("nElo", tally.normalized_elo()));
    let los = 100.0 * tally.los();
    let pairs = match tally.pair_count() {
        0 => String::new(),
        _ => format!(", pairs {:?}", tally.pairs()),
    };
    format!("{}{elo}{nelo}, LOS {los:.1}%{pairs}", short_line(name, tally))
}

/// A game that has ended.
pub(super) fn game_line(game: &GameRecord) -> String {
    let GameRecord { number, variant, white, black, termination, detail, moves, .. } = game;
    let result = game.result.text();
    let why = if detail.is_empty() { String::new() } else { format!(": {detail}") };
    format!("{number} {variant} {white} - {black} {result} {termination} after {} plies{why}", moves.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_has_results_elo_and_superiority() {
        assert_eq!(
            engine_line("new", &Tally::of_games(136, 111, 96)),
            "new: +136 =111 -96, 55.8%, Elo +41 [+11, +71], nElo +50 [+13, +87], LOS 99.6%"
        );
        assert_eq!(engine_line("new", &Tally::default()), "new: +0 =0 -0, 0.0%, LOS 50.0%");
    }
}
