//! Match results: the totals of all games, for each engine.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::record::GameRecord;
use super::search_figures::SearchFigures;
use super::stats::{GameScore, Tally};
use crate::rules::Color;

/// The results of all engines, updated after every game, with and without the games that ended by a fault.
///
/// Every game is counted when it ends; a pair is counted once both its games have ended, in either order.
#[derive(Clone, Debug, Default)]
pub struct MatchResults {
    all: Ledger,
    faultless: Ledger,
    /// The number of losses of each engine by each fault.
    faults: BTreeMap<String, BTreeMap<String, u64>>,
    /// The [`identity`] of each game that ended without a fault.
    seen: HashSet<u64>,
    thinking: BTreeMap<String, SearchFigures>,
    games: u64,
    repeats: u64,
}

impl MatchResults {
    /// Adds a game.
    ///
    /// ```
    /// use coupturc::arena::{GameRecord, MatchResults};
    ///
    /// let game: GameRecord = serde_json::from_str(
    ///     r#"{"number":1,"pair":1,"variant":"dameo","white":"cat","black":"dog","fen":"","opening_plies":0,"moves":[],
    ///         "result":"1-0","termination":"no-moves","detail":"","began":"","time_control":"depth=6"}"#,
    /// )?;
    /// let mut results = MatchResults::default();
    /// results.add(&game);
    /// assert_eq!((results.of("cat").wins(), results.of("dog").losses()), (1, 1));
    /// results.add(&GameRecord { number: 2, termination: "crash".to_owned(), ..game });
    /// assert_eq!((results.of("cat").wins(), results.without_faults("cat").wins()), (2, 1));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.all.add(game);
        for (color, engine) in [(Color::White, &game.white), (Color::Black, &game.black)] {
            self.thinking.entry(engine.clone()).or_default().add(game, color);
        }
        if !game.ended_by_fault() {
            self.faultless.add(game);
            self.repeats += u64::from(!self.seen.insert(identity(game)));
            return;
        }
        let at_fault = game.scores().into_iter().filter(|(_, score)| *score == GameScore::Loss);
        for (engine, _) in at_fault {
            let faults = self.faults.entry(engine.to_owned()).or_default();
            *faults.entry(game.termination.clone()).or_default() += 1;
        }
    }

    /// The results of an engine against all others.
    ///
    /// ```
    /// use coupturc::arena::MatchResults;
    ///
    /// assert_eq!(MatchResults::default().of("unknown").game_count(), 0);
    /// ```
    #[must_use]
    pub fn of(&self, engine: &str) -> Tally {
        self.all.of(engine)
    }

    /// The results of an engine against all others, without games that ended by a fault.
    #[must_use]
    pub fn without_faults(&self, engine: &str) -> Tally {
        self.faultless.of(engine)
    }

    /// The faults by which an engine lost, with the number of games of each.
    pub fn faults_of(&self, engine: &str) -> impl Iterator<Item = (&str, u64)> {
        self.faults.get(engine).into_iter().flatten().map(|(fault, count)| (fault.as_str(), *count))
    }

    /// Depth, speed and time of an engine in all its games.
    #[must_use]
    pub fn thinking_of(&self, engine: &str) -> SearchFigures {
        self.thinking.get(engine).copied().unwrap_or_default()
    }

    /// The number of games.
    #[must_use]
    pub const fn game_count(&self) -> u64 {
        self.games
    }

    /// The number of games that ended by a fault.
    #[must_use]
    pub fn fault_count(&self) -> u64 {
        self.faults.values().flat_map(BTreeMap::values).sum()
    }

    /// Whether there are games and all of them ended by a fault. Such games say nothing about strength.
    #[must_use]
    pub fn are_all_faults(&self) -> bool {
        self.games > 0 && self.seen.is_empty()
    }

    /// The number of games without a fault that repeat another game move for move, whichever engine had which colour.
    /// They add no information.
    #[must_use]
    pub const fn repeat_count(&self) -> u64 {
        self.repeats
    }
}

/// A hash of a game without its players. Among a million different games, two have the same hash in one match out of
/// forty million.
fn identity(game: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&game.variant, game.rules.named(), &game.fen).hash(&mut hasher);
    game.moves.iter().for_each(|mv| mv.text.hash(&mut hasher));
    hasher.finish()
}

/// The tallies of all engines, with incomplete pairs.
#[derive(Clone, Debug, Default)]
struct Ledger {
    tallies: BTreeMap<String, Tally>,
    /// The scores of both players in the finished game of each incomplete pair.
    half_pairs: HashMap<u64, [(String, GameScore); 2]>,
}

impl Ledger {
    fn add(&mut self, game: &GameRecord) {
        let scores = game.scores();
        let first = self.half_pairs.remove(&game.pair);
        for (engine, score) in scores {
            let tally = self.tallies.entry(engine.to_owned()).or_default();
            tally.add_game(score);
            let before = first.iter().flatten().find(|(other, _)| other == engine);
            if let Some(&(_, before)) = before {
                tally.join_pair(before, score);
            }
        }
        if first.is_none() {
            self.half_pairs.insert(game.pair, scores.map(|(engine, score)| (engine.to_owned(), score)));
        }
    }

    fn of(&self, engine: &str) -> Tally {
        self.tallies.get(engine).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::{GameResult, MoveRecord, game_for_test};

    #[test]
    fn pairs_are_joined_in_any_order() {
        let mut results = MatchResults::default();
        for (number, white, black, result) in [
            (2, "b", "a", GameResult::Draw),
            (3, "a", "b", GameResult::BlackWins),
            (1, "a", "b", GameResult::WhiteWins),
            (5, "b", "c", GameResult::WhiteWins),
        ] {
            results.add(&game_for_test(number, white, black, result));
        }
        let a = results.of("a");
        assert_eq!((a.wins(), a.draws(), a.losses(), a.pairs()), (1, 1, 1, [0, 0, 0, 1, 0]));
        let b = results.of("b");
        assert_eq!((b.wins(), b.draws(), b.losses(), b.pairs()), (2, 1, 1, [0, 1, 0, 0, 0]));
        assert_eq!((results.of("c").losses(), results.of("c").pair_count()), (1, 0));
    }

    #[test]
    fn single_games_are_not_pairs() {
        let mut results = MatchResults::default();
        for number in 1..=4 {
            let game = game_for_test(number, "a", "b", GameResult::WhiteWins);
            results.add(&GameRecord { pair: number, ..game });
        }
        assert_eq!((results.of("a").wins(), results.of("a").pair_count()), (4, 0));
    }

    #[test]
    fn faults_are_counted_separately_and_break_their_pairs() {
        let mut results = MatchResults::default();
        for (number, termination) in [(1, "time"), (2, "no-moves"), (3, "crash"), (4, "time")] {
            let game = game_for_test(number, "a", "b", GameResult::BlackWins);
            results.add(&GameRecord { termination: termination.to_owned(), ..game });
            assert_eq!(results.are_all_faults(), number == 1);
        }
        assert_eq!((results.game_count(), results.fault_count()), (4, 3));
        assert_eq!(results.faults_of("a").collect::<Vec<_>>(), [("crash", 1), ("time", 2)]);
        assert_eq!(results.faults_of("b").count(), 0);
        let (all, faultless) = (results.of("a"), results.without_faults("a"));
        assert_eq!((all.losses(), all.pair_count()), (4, 2));
        assert_eq!((faultless.losses(), faultless.pair_count()), (1, 0));
    }

    #[test]
    fn repeated_games_are_counted_with_either_colour() {
        let mut results = MatchResults::default();
        for (number, white, black, text) in
            [(1, "a", "b", "32-28"), (2, "b", "a", "32-28"), (3, "a", "b", "32-27"), (4, "b", "a", "32-28")]
        {
            let mut game = game_for_test(number, white, black, GameResult::Draw);
            game.moves.push(MoveRecord { text: text.to_owned(), ..MoveRecord::default() });
            results.add(&game);
        }
        assert_eq!(results.repeat_count(), 2);
        for number in 5..=6 {
            let game = game_for_test(number, "a", "b", GameResult::WhiteWins);
            results.add(&GameRecord { termination: "not-ready".to_owned(), ..game });
        }
        assert_eq!(results.repeat_count(), 2, "these ended by a fault");
    }
}
