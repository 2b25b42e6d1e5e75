//! Sequential test of a match: an SPRT of the results of its first engine, by pairs or by single games, that may end
//! the match early.

use super::results::MatchResults;
use super::schedule::Repeat;
use super::stats::{Accepted, Model, Sprt, Tally};

/// A test of the results of an engine against all others.
#[derive(Clone, Debug, PartialEq)]
pub struct SequentialTest {
    /// The name of the engine.
    pub engine: String,
    /// The test.
    pub sprt: Sprt,
    /// Whether it counts pairs or single games.
    pub repeat: Repeat,
}

impl SequentialTest {
    /// The log-likelihood ratio after these games.
    #[must_use]
    pub fn llr(&self, results: &MatchResults) -> f64 {
        // Games that ended by a fault say nothing about strength.
        let tally = if results.are_all_faults() { Tally::default() } else { results.of(&self.engine) };
        match self.repeat {
            Repeat::Twice => self.sprt.llr(&tally),
            Repeat::Once => self.sprt.llr_of_games(&tally),
        }
    }

    /// The accepted hypothesis; `None` while the test is undecided.
    #[must_use]
    pub fn verdict(&self, results: &MatchResults) -> Option<Accepted> {
        self.sprt.decide(self.llr(results))
    }

    /// The state of the test, on one line.
    #[must_use]
    pub fn line(&self, results: &MatchResults) -> String {
        let ((lower, upper), llr) = (self.sprt.bounds(), self.llr(results));
        let verdict = self.verdict_text(results);
        format!("SPRT of {}: {verdict}, LLR {llr:.2} [{lower:.2}, {upper:.2}]", self.hypotheses())
    }

    /// Both hypotheses, in the unit of the test.
    #[must_use]
    pub fn hypotheses(&self) -> String {
        let unit = match self.sprt.model() {
            Model::Logistic => "Elo",
            Model::Normalized => "nElo",
        };
        format!("{} against {} {unit}", self.sprt.elo0(), self.sprt.elo1())
    }

    /// The verdict as text.
    #[must_use]
    pub fn verdict_text(&self, results: &MatchResults) -> &'static str {
        match self.verdict(results) {
            Some(Accepted::H0) => "H0 accepted",
            Some(Accepted::H1) => "H1 accepted",
            None => "undecided",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::{GameRecord, GameResult, game_for_test};

    fn test(repeat: Repeat, model: Model) -> SequentialTest {
        let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05, model).expect("a test");
        SequentialTest { engine: "a".to_owned(), sprt, repeat }
    }

    fn results(count: u64, termination: &str) -> MatchResults {
        let mut results = MatchResults::default();
        for number in 1..=count {
            let game = game_for_test(number, "a", "b", GameResult::WhiteWins);
            results.add(&GameRecord { pair: number, termination: termination.to_owned(), ..game });
        }
        results
    }

    /// An engine that is absent decides nothing.
    #[test]
    fn faults_alone_decide_nothing() {
        for (fault, is_decided) in [("not-ready", false), ("no-moves", true)] {
            let (test, results) = (test(Repeat::Once, Model::Logistic), results(400, fault));
            assert_eq!(test.verdict(&results).is_some(), is_decided, "{fault}");
            assert_eq!(test.line(&results).contains("accepted"), is_decided, "{fault}");
        }
    }

    #[test]
    fn single_games_are_tested_as_games() {
        let results = results(200, "no-moves");
        assert_eq!(test(Repeat::Once, Model::Normalized).verdict(&results), Some(Accepted::H1));
        assert_eq!(test(Repeat::Twice, Model::Normalized).verdict(&results), None, "no pair is complete");
        let line = test(Repeat::Once, Model::Normalized).line(&results);
        assert!(line.starts_with("SPRT of 0 against 50 nElo: H1 accepted, LLR "), "{line}");
    }
}
