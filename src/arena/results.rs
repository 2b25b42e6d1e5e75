//! What the games of a match come to, for each of its engines.

use std::collections::{BTreeMap, HashMap};

use super::record::GameRecord;
use super::stats::{GameScore, Tally};

/// The results of all engines, counted as the games end.
///
/// The first game of a pair counts as a game; when the second ends, in whatever order that is, the pair counts as well.
#[derive(Clone, Debug, Default)]
pub struct MatchResults {
    tallies: BTreeMap<String, Tally>,
    /// The scores of both players in the first game of each pair that is not complete.
    half_pairs: HashMap<u64, [(String, GameScore); 2]>,
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
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn add(&mut self, game: &GameRecord) {
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

    /// What an engine has made of its games against all others.
    ///
    /// ```
    /// use coupturc::arena::MatchResults;
    ///
    /// assert_eq!(MatchResults::default().of("nobody").game_count(), 0);
    /// ```
    #[must_use]
    pub fn of(&self, engine: &str) -> Tally {
        self.tallies.get(engine).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::{GameResult, game_for_test};

    #[test]
    fn pairs_are_put_together_whenever_their_games_end() {
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
    fn single_games_are_no_pairs() {
        let mut results = MatchResults::default();
        for number in 1..=4 {
            let game = game_for_test(number, "a", "b", GameResult::WhiteWins);
            results.add(&GameRecord { pair: number, ..game });
        }
        assert_eq!((results.of("a").wins(), results.of("a").pair_count()), (4, 0));
    }
}
