//! Standings: lines of text for people about games, engines and the sequential test (SPRT).

use crate::arena::stats::{Accepted, Interval, Model, Sprt, Tally};
use crate::arena::{GameRecord, MatchResults, Repeat};

/// One game of this many may end by a fault before the result is doubted.
const MOST_FAULTS: u64 = 20;
const FAULT_WARNING: &str = "warning: more than 5 % of the games ended by a fault, so the result says little about strength; \
    look for what goes wrong, give the engines more time (--tc, --margin), or play fewer games at once (--concurrency)";

/// How a match stands.
pub(super) struct Standings<'a> {
    pub(super) engines: &'a [String],
    pub(super) results: &'a MatchResults,
    pub(super) test: Option<&'a SequentialTest>,
}

impl Standings<'_> {
    /// A line for each engine.
    pub(super) fn engine_lines(&self) -> impl Iterator<Item = String> {
        self.engines.iter().map(|name| self.engine_line(name))
    }

    /// Games that nobody has played say nothing of strength.
    fn engine_line(&self, name: &str) -> String {
        let tally = self.results.of(name);
        if self.results.are_all_faults() { short_line(name, &tally) } else { engine_line(name, &tally) }
    }

    /// Where the sequential test stands, if there is one.
    pub(super) fn test_line(&self) -> Option<String> {
        Some(self.test?.line(&self.tested()))
    }

    /// Whether the sequential test has decided.
    pub(super) fn is_decided(&self) -> bool {
        self.test.is_some_and(|test| test.has_decided(&self.tested()))
    }

    /// What the sequential test looks at.
    fn tested(&self) -> Tally {
        let first = self.engines.first().filter(|_| !self.results.are_all_faults());
        first.map(|name| self.results.of(name)).unwrap_or_default()
    }

    /// How many games ended by a fault and how many repeat others, in a few words; nothing if none do.
    pub(super) fn flaws(&self) -> String {
        let counts = [(self.results.fault_count(), "by a fault"), (self.results.repeat_count(), "repeated")];
        let told =
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
        told.collect::<Vec<_>>().join(", ")
    }

    /// What there is to say of games that ended by a fault, if there are any: whose they were, and the results without them.
    pub(super) fn fault_lines(&self) -> Vec<String> {
        let (faults, all) = (self.results.fault_count(), self.results.game_count());
        if faults == 0 {
            return Vec::new();
        }
        let whose = self.engines.iter().filter_map(|name| {
            let faults: Vec<_> =
                self.results.faults_of(name).map(|(word, count)| format!("{word} {count}")).collect();
            (!faults.is_empty()).then(|| format!("{name} lost by {}", faults.join(", ")))
        });
        let mut lines = vec![format!(
            "{faults} of {all} games ended by a fault: {}",
            whose.collect::<Vec<_>>().join("; ")
        )];
        if self.results.are_all_faults() {
            return lines;
        }
        let without = |name: &String| {
            format!("without faults {}", engine_line(name, &self.results.without_faults(name)))
        };
        lines.extend(self.engines.iter().map(without));
        if faults * MOST_FAULTS > all {
            lines.push(FAULT_WARNING.to_owned());
        }
        lines
    }

    /// What there is to say of games that repeat others, if there are any.
    pub(super) fn repeat_line(&self) -> Option<String> {
        let (repeats, all) = (self.results.repeat_count(), self.results.game_count());
        let advice = "they tell nothing new, so the intervals are too narrow; give each pair an opening of its own (--plies, \
            --openings), limit moves by time, or see whether the engines differ at all";
        let note = format!("{repeats} of {all} games repeat another one move by move: {advice}");
        (repeats > 0).then_some(note)
    }

    /// Everything in one line. What one of two engines has won is what the other has lost.
    pub(super) fn line(&self, played: usize, all: usize) -> String {
        let engines: Vec<String> = match self.engines {
            [first, _] => vec![self.engine_line(first)],
            more => more.iter().map(|name| short_line(name, &self.results.of(name))).collect(),
        };
        let test = self.test_line().map_or_else(String::new, |line| format!("; {line}"));
        let flaws = match self.flaws() {
            none if none.is_empty() => none,
            some => format!("; {some}"),
        };
        format!("after {played} of {all} games: {}{test}{flaws}", engines.join("; "))
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

/// The SPRT that may end a match early: a test of the first engine's results, by pairs or, where there are none, by games.
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
    use crate::arena::GameResult;

    #[test]
    fn faults_are_told_and_doubted() {
        let engines = ["a", "b"].map(str::to_owned);
        let lines = |faults: u64, all: u64| {
            let mut results = MatchResults::default();
            for number in 1..=all {
                let mut game = crate::arena::record::game_for_test(number, "a", "b", GameResult::BlackWins);
                (if number <= faults { "time" } else { "no-moves" }).clone_into(&mut game.termination);
                results.add(&game);
            }
            let standings = Standings { engines: &engines, results: &results, test: None };
            (standings.engine_lines().next().expect("a line"), standings.fault_lines())
        };
        assert_eq!(lines(0, 40).1, [""; 0]);
        let (_, few) = lines(2, 40);
        assert_eq!(few[0], "2 of 40 games ended by a fault: a lost by time 2");
        assert!(few[1].starts_with("without faults a: +0 =0 -38, 0.0%, Elo "), "{few:?}");
        assert_eq!(few.len(), 3);
        assert!(lines(3, 40).1[3].starts_with("warning: more than 5 %"));
        let (line, all) = lines(40, 40);
        assert_eq!(line, "a: +0 =0 -40, 0.0%");
        assert_eq!(all, ["40 of 40 games ended by a fault: a lost by time 40"]);
    }

    /// Nothing is accepted because an engine was not there.
    #[test]
    fn faults_alone_decide_no_test() {
        let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05, Model::Logistic).expect("a test");
        let test = SequentialTest { sprt, repeat: Repeat::Once };
        let engines = ["a", "b"].map(str::to_owned);
        for (word, is_decided) in [("not-ready", false), ("no-moves", true)] {
            let mut results = MatchResults::default();
            for number in 1..=400 {
                let game = crate::arena::record::game_for_test(number, "a", "b", GameResult::WhiteWins);
                results.add(&GameRecord { termination: word.to_owned(), ..game });
            }
            let standings = Standings { engines: &engines, results: &results, test: Some(&test) };
            assert_eq!(standings.is_decided(), is_decided, "{word}");
            assert_eq!(standings.test_line().expect("a line").contains("accepted"), is_decided, "{word}");
        }
    }

    #[test]
    fn an_engine_has_results_elo_and_superiority() {
        assert_eq!(
            engine_line("new", &Tally::of_games(136, 111, 96)),
            "new: +136 =111 -96, 55.8%, Elo +41 [+11, +71], nElo +50 [+13, +87], LOS 99.6%"
        );
        assert_eq!(engine_line("new", &Tally::default()), "new: +0 =0 -0, 0.0%, LOS 50.0%");
    }

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
