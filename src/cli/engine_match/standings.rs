//! Standings: lines of text about games, engines and the sequential test (SPRT).

use crate::arena::stats::{Interval, Tally};
use crate::arena::{GameRecord, MatchResults, SequentialTest};

/// A warning is printed if more than one game in this many ended by a fault.
const GAMES_PER_FAULT: u64 = 20;
const FAULT_WARNING: &str = "warning: more than 5 % of the games ended by a fault, so the result says little about strength; \
    find the cause, give the engines more time (--tc, --margin), or play fewer games at once (--concurrency)";

/// The standings of a match.
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

    /// Omits the rating if all games ended by a fault.
    fn engine_line(&self, name: &str) -> String {
        let tally = self.results.of(name);
        if self.results.are_all_faults() { short_line(name, &tally) } else { engine_line(name, &tally) }
    }

    /// The state of the sequential test, if there is one.
    pub(super) fn test_line(&self) -> Option<String> {
        Some(self.test?.line(self.results))
    }

    /// Whether the sequential test is decided.
    pub(super) fn is_decided(&self) -> bool {
        self.test.is_some_and(|test| test.verdict(self.results).is_some())
    }

    /// A line for each engine with known search depth, speed or time per move.
    pub(super) fn thinking_lines(&self) -> impl Iterator<Item = String> {
        let line =
            |name: &String| Some(format!("moves of {name}: {}", self.results.thinking_of(name).line()?));
        self.engines.iter().filter_map(line)
    }

    /// The numbers of games that ended by a fault and of repeated games, as a short text; empty if there are none.
    pub(super) fn flaws(&self) -> String {
        let counts = [(self.results.fault_count(), "by a fault"), (self.results.repeat_count(), "repeated")];
        let texts =
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
        texts.collect::<Vec<_>>().join(", ")
    }

    /// Lines about games that ended by a fault, if there are any: the faults of each engine, and the results without
    /// them.
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
        if faults * GAMES_PER_FAULT > all {
            lines.push(FAULT_WARNING.to_owned());
        }
        lines
    }

    /// A line about games that repeat others, if there are any.
    pub(super) fn repeat_line(&self) -> Option<String> {
        let (repeats, all) = (self.results.repeat_count(), self.results.game_count());
        let advice = "they add no information, so the intervals are too narrow; use more openings (--plies, \
            --openings), limit moves by time, or check that the engines differ";
        let note = format!("{repeats} of {all} games repeat another game move for move: {advice}");
        (repeats > 0).then_some(note)
    }

    /// Everything in one line. Of two engines, only the first is shown.
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
        _ => format!(
            ", pairs with 0, 1/2, 1, 3/2, 2 points: {}",
            tally.pairs().map(|count| count.to_string()).join(" ")
        ),
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
    use crate::arena::GameResult;

    #[test]
    fn many_faults_give_a_warning() {
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

    #[test]
    fn an_engine_line_has_results_elo_and_los() {
        assert_eq!(
            engine_line("new", &Tally::of_games(136, 111, 96)),
            "new: +136 =111 -96, 55.8%, Elo +41 [+11, +71], nElo +50 [+13, +87], LOS 99.6%"
        );
        assert_eq!(engine_line("new", &Tally::default()), "new: +0 =0 -0, 0.0%, LOS 50.0%");
    }
}
