//! The sequential test that may end a match early.

use crate::arena::Repeat;
use crate::arena::stats::{Accepted, Model, Sprt, Tally};

/// A test of the first engine's results, by pairs or, where there are none, by games.
#[derive(Clone, Copy, Debug)]
pub(super) struct SequentialTest {
    pub(super) sprt: Sprt,
    pub(super) repeat: Repeat,
}

impl SequentialTest {
    fn llr(&self, tally: &Tally) -> f64 {
        match self.repeat {
            Repeat::Twice => self.sprt.llr(tally),
            Repeat::Once => self.sprt.llr_of_games(tally),
        }
    }

    /// Whether there is nothing left to find out.
    pub(super) fn has_decided(&self, tally: &Tally) -> bool {
        self.sprt.decide(self.llr(tally)).is_some()
    }

    /// Where the test stands, for people.
    pub(super) fn line(&self, tally: &Tally) -> String {
        let llr = self.llr(tally);
        let verdict = match self.sprt.decide(llr) {
            Some(Accepted::H0) => "H0 accepted",
            Some(Accepted::H1) => "H1 accepted",
            None => "undecided",
        };
        let unit = match self.sprt.model() {
            Model::Logistic => "Elo",
            Model::Normalized => "nElo",
        };
        let ((lower, upper), elo0, elo1) = (self.sprt.bounds(), self.sprt.elo0(), self.sprt.elo1());
        format!("SPRT of {elo0} against {elo1} {unit}: {verdict}, LLR {llr:.2} [{lower:.2}, {upper:.2}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_games_are_tested_as_games() {
        let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05, Model::Normalized).expect("a test");
        let tally = Tally::of_games(150, 20, 60);
        let test = |repeat| SequentialTest { sprt, repeat };
        assert!(test(Repeat::Once).has_decided(&tally));
        assert!(!test(Repeat::Twice).has_decided(&tally), "no pair is complete");
        let line = test(Repeat::Once).line(&tally);
        assert!(line.starts_with("SPRT of 0 against 50 nElo: H1 accepted, LLR "), "{line}");
    }
}
