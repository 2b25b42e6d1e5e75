//! Tally: wins, draws, losses, and pairs of games by their score.

use std::ops::AddAssign;

/// The result of a game for the first player of a match, with either colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameScore {
    /// The first player won: one point.
    Win,
    /// Half a point.
    Draw,
    /// The first player lost: no point.
    Loss,
}

impl GameScore {
    /// The same game seen by the other player.
    ///
    /// ```
    /// use coupturc::arena::stats::GameScore;
    /// assert_eq!(GameScore::Win.swapped(), GameScore::Loss);
    /// ```
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    const fn half_points(self) -> usize {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }
}

/// The results of a match, counted for its first player.
///
/// Every game counts in wins, draws and losses. A pair also counts in [`Tally::pairs`], once both of its
/// games are known.
///
/// ```
/// use coupturc::arena::stats::{GameScore, Tally};
///
/// let mut tally = Tally::default();
/// tally.add_game(GameScore::Win); // its pair is not complete
/// tally.add_pair(GameScore::Win, GameScore::Draw);
/// assert_eq!((tally.wins(), tally.draws(), tally.losses()), (2, 1, 0));
/// assert_eq!(tally.pairs(), [0, 0, 0, 1, 0]);
/// assert_eq!(tally.points(), 2.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Losses, draws and wins, indexed by half points like the pairs.
    games: [u64; 3],
    pairs: [u64; 5],
}

impl Tally {
    /// A tally of games that were not played in pairs.
    ///
    /// ```
    /// use coupturc::arena::stats::Tally;
    /// assert_eq!(Tally::of_games(3, 2, 1).game_count(), 6);
    /// ```
    #[must_use]
    pub const fn of_games(wins: u64, draws: u64, losses: u64) -> Self {
        Self { games: [losses, draws, wins], pairs: [0; 5] }
    }

    /// Counts a game, but no pair.
    pub fn add_game(&mut self, score: GameScore) {
        if let Some(count) = self.games.get_mut(score.half_points()) {
            *count += 1;
        }
    }

    /// Counts the two games of a pair, and the pair.
    pub fn add_pair(&mut self, first: GameScore, second: GameScore) {
        self.add_game(first);
        self.add_game(second);
        self.join_pair(first, second);
    }

    /// Counts a pair whose two games have been counted with [`Tally::add_game`] as they ended.
    ///
    /// ```
    /// use coupturc::arena::stats::{GameScore, Tally};
    ///
    /// let mut tally = Tally::default();
    /// tally.add_game(GameScore::Win);
    /// tally.add_game(GameScore::Loss);
    /// tally.join_pair(GameScore::Win, GameScore::Loss);
    /// assert_eq!((tally.game_count(), tally.pairs()), (2, [0, 0, 1, 0, 0]));
    /// ```
    pub fn join_pair(&mut self, first: GameScore, second: GameScore) {
        if let Some(count) = self.pairs.get_mut(first.half_points() + second.half_points()) {
            *count += 1;
        }
    }

    /// The number of games that the first player won.
    #[must_use]
    pub const fn wins(&self) -> u64 {
        self.games[2]
    }

    /// The number of drawn games.
    #[must_use]
    pub const fn draws(&self) -> u64 {
        self.games[1]
    }

    /// The number of games that the first player lost.
    #[must_use]
    pub const fn losses(&self) -> u64 {
        self.games[0]
    }

    /// The number of games, including those of incomplete pairs.
    #[must_use]
    pub const fn game_count(&self) -> u64 {
        self.games[0] + self.games[1] + self.games[2]
    }

    /// The numbers of complete pairs in which the first player scored 0, 1/2, 1, 3/2 and 2 points.
    #[must_use]
    pub const fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// The number of complete pairs.
    #[must_use]
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The points of the first player.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins() as f64 + self.draws() as f64 / 2.0
    }

    /// The share of drawn games; `None` before the first game.
    ///
    /// ```
    /// use coupturc::arena::stats::Tally;
    /// assert_eq!(Tally::of_games(1, 3, 0).draw_ratio(), Some(0.75));
    /// assert_eq!(Tally::default().draw_ratio(), None);
    /// ```
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.game_count() > 0).then(|| self.draws() as f64 / self.game_count() as f64)
    }

    /// The share of complete pairs that ended 1-1, by two draws or by one win each; `None` before the first.
    #[must_use]
    pub fn level_pair_ratio(&self) -> Option<f64> {
        (self.pair_count() > 0).then(|| self.pairs[2] as f64 / self.pair_count() as f64)
    }

    /// The same match, counted for the other player.
    ///
    /// ```
    /// use coupturc::arena::stats::Tally;
    /// assert_eq!(Tally::of_games(3, 2, 1).swapped(), Tally::of_games(1, 2, 3));
    /// ```
    #[must_use]
    pub const fn swapped(&self) -> Self {
        let ([losses, draws, wins], [a, b, c, d, e]) = (self.games, self.pairs);
        Self { games: [wins, draws, losses], pairs: [e, d, c, b, a] }
    }

    pub(super) const fn games_by_score(&self) -> [u64; 3] {
        self.games
    }
}

/// Adds the results of another part of a match.
///
/// ```
/// use coupturc::arena::stats::Tally;
/// let mut tally = Tally::of_games(1, 2, 3);
/// tally += Tally::of_games(4, 0, 0);
/// assert_eq!(tally, Tally::of_games(5, 2, 3));
/// ```
impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        let add = |count: &mut u64, more: u64| *count += more;
        self.games.iter_mut().zip(other.games).for_each(|(count, more)| add(count, more));
        self.pairs.iter_mut().zip(other.pairs).for_each(|(count, more)| add(count, more));
    }
}

/// A tally of pairs that are known by their scores only; 1-1 counts as two draws.
#[cfg(test)]
pub(super) fn tally_of_pairs(pairs: [u64; 5]) -> Tally {
    let games = [2 * pairs[0] + pairs[1], pairs[1] + 2 * pairs[2] + pairs[3], pairs[3] + 2 * pairs[4]];
    Tally { games, pairs }
}

#[cfg(test)]
mod tests {
    use super::GameScore::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn pairs_are_counted_by_their_points() {
        let expected = [(Loss, Loss, 0), (Loss, Draw, 1), (Win, Loss, 2), (Draw, Draw, 2), (Draw, Win, 3)];
        for (first, second, place) in expected {
            let (mut tally, mut changed) = (Tally::default(), Tally::default());
            tally.add_pair(first, second);
            changed.add_pair(second, first);
            assert_eq!(tally.pairs()[place], 1, "{first:?} {second:?}");
            assert_eq!(tally, changed);
            assert_eq!(tally.points(), place as f64 / 2.0);
        }
    }

    #[test]
    fn incomplete_pairs_are_not_counted_as_pairs() {
        let mut tally = Tally::default();
        tally.add_pair(Win, Win);
        tally.add_game(Loss);
        assert_eq!((tally.game_count(), tally.pair_count()), (3, 1));
        assert_eq!((tally.wins(), tally.draws(), tally.losses()), (2, 0, 1));
        assert_eq!(tally.level_pair_ratio(), Some(0.0));
    }

    #[test]
    fn swapping_counts_for_the_opponent() {
        let pairs = [(Win, Draw), (Loss, Loss), (Win, Loss), (Win, Win), (Draw, Draw)];
        let (mut tally, mut other) = (Tally::default(), Tally::default());
        for (first, second) in pairs {
            tally.add_pair(first, second);
            other.add_pair(first.swapped(), second.swapped());
        }
        tally.add_game(Win);
        other.add_game(Loss);
        assert_eq!(tally.swapped(), other);
        assert_eq!(tally.swapped().swapped(), tally);
    }

    #[test]
    fn parts_add_up() {
        let (mut whole, mut first, mut second) = (Tally::default(), Tally::default(), Tally::default());
        for (place, (a, b)) in [(Win, Draw), (Draw, Loss), (Win, Win)].into_iter().enumerate() {
            whole.add_pair(a, b);
            if place % 2 == 0 { &mut first } else { &mut second }.add_pair(a, b);
        }
        first += second;
        assert_eq!(first, whole);
    }
}
