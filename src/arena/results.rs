//! What the games of a match come to, for each of its engines.

use std::collections::BTreeMap;

use super::record::{GameRecord, GameResult};
use super::stats::{GameScore, Tally};

/// The results of games, by the pairs that share an opening.
#[derive(Clone, Debug, Default)]
pub struct MatchResults {
    pairs: BTreeMap<u64, Vec<Played>>,
}

#[derive(Clone, Debug)]
struct Played {
    white: String,
    black: String,
    result: GameResult,
}

impl MatchResults {
    /// Adds a game.
    pub fn add(&mut self, game: &GameRecord) {
        let GameRecord { white, black, result, .. } = game;
        let played = Played { white: white.clone(), black: black.clone(), result: *result };
        self.pairs.entry(game.pair).or_default().push(played);
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.pairs.values().map(Vec::len).sum()
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
        let mut tally = Tally::default();
        for games in self.pairs.values() {
            let mut scores = games.iter().filter_map(|game| game.score_of(engine));
            match (scores.next(), scores.next()) {
                (Some(first), Some(second)) => tally.add_pair(first, second),
                (Some(only), None) => tally.add_game(only),
                _ => {}
            }
        }
        tally
    }
}

impl Played {
    fn score_of(&self, engine: &str) -> Option<GameScore> {
        let for_white = match self.result {
            GameResult::WhiteWins => GameScore::Win,
            GameResult::BlackWins => GameScore::Loss,
            GameResult::Draw => GameScore::Draw,
        };
        if self.white == engine {
            Some(for_white)
        } else if self.black == engine {
            Some(for_white.swapped())
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64, white: &str, black: &str, result: GameResult) -> GameRecord {
        GameRecord {
            number,
            pair: number.div_ceil(2),
            variant: "normal".to_owned(),
            white: white.to_owned(),
            black: black.to_owned(),
            fen: String::new(),
            opening_plies: 0,
            moves: Vec::new(),
            result,
            termination: String::new(),
            detail: String::new(),
            began: String::new(),
            time_control: String::new(),
        }
    }

    #[test]
    fn pairs_are_put_together_whenever_their_games_end() {
        let mut results = MatchResults::default();
        results.add(&game(2, "b", "a", GameResult::Draw));
        results.add(&game(3, "a", "b", GameResult::BlackWins));
        results.add(&game(1, "a", "b", GameResult::WhiteWins));
        results.add(&game(5, "b", "c", GameResult::WhiteWins));
        let a = results.of("a");
        assert_eq!((a.wins(), a.draws(), a.losses(), a.pairs()), (1, 1, 1, [0, 0, 0, 1, 0]));
        let b = results.of("b");
        assert_eq!((b.wins(), b.draws(), b.losses(), b.pairs()), (2, 1, 1, [0, 1, 0, 0, 0]));
        assert_eq!((results.games(), results.of("c").losses()), (4, 1));
    }
}
