//! Schedule: the pairings of a match, in order.

use std::str::FromStr;

/// Which engines meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// All engines meet each other; with two engines, a match.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// How many games two engines play from an opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeat {
    /// One game; colours change from round to round.
    Once,
    /// Two games with reversed colours: a pair.
    #[default]
    Twice,
}

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the game, from 1.
    pub number: u64,
    /// The number of the pair, from 1: two games with the same opening and reversed colours. A single game is a pair by
    /// itself.
    pub pair: u64,
    /// The index of the variant.
    pub variant: usize,
    /// The index of the opening of that variant.
    pub opening: usize,
    /// The index of the engine that plays White.
    pub white: usize,
    /// The index of the engine that plays Black.
    pub black: usize,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "round-robin" => Ok(Self::RoundRobin),
            "gauntlet" => Ok(Self::Gauntlet),
            _ => Err(format!("'{text}' is not a format, expected round-robin or gauntlet")),
        }
    }
}

impl FromStr for Repeat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "1" => Ok(Self::Once),
            "2" => Ok(Self::Twice),
            _ => Err(format!("'{text}' is not a number of games from an opening, expected 1 or 2")),
        }
    }
}

/// All games of a match. In each round, every pairing of engines plays every variant, from one opening per variant.
///
/// ```
/// use coupturc::arena::{Format, Repeat, schedule};
///
/// let games = schedule(Format::RoundRobin, Repeat::Twice, 3, 2, 10);
/// assert_eq!(games.len(), 3 * 2 * 2 * 10);
/// assert_eq!((games[0].white, games[0].black, games[1].white), (0, 1, 1));
/// ```
#[must_use]
pub fn schedule(
    format: Format,
    repeat: Repeat,
    engines: usize,
    variants: usize,
    rounds: usize,
) -> Vec<Pairing> {
    let mut games = Vec::new();
    let mut pair = 0;
    for opening in 0..rounds {
        for variant in 0..variants {
            for (first, second) in meetings(format, engines) {
                pair += 1;
                for &(white, black) in colors(repeat, opening, &[(first, second), (second, first)]) {
                    let number = games.len() as u64 + 1;
                    games.push(Pairing { number, pair, variant, opening, white, black });
                }
            }
        }
    }
    games
}

/// Both colour assignments, or only that of this round.
fn colors(repeat: Repeat, round: usize, both: &[(usize, usize); 2]) -> &[(usize, usize)] {
    match repeat {
        Repeat::Twice => both,
        Repeat::Once => std::slice::from_ref(&both[round % 2]),
    }
}

fn meetings(format: Format, engines: usize) -> Vec<(usize, usize)> {
    let all = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| (first, second)));
    all.filter(|&(first, _)| format == Format::RoundRobin || first == 0).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn colours_are_balanced() {
        for (format, engines, meetings) in [(Format::RoundRobin, 4, 6), (Format::Gauntlet, 4, 3)] {
            let games = schedule(format, Repeat::Twice, engines, 2, 5);
            assert_eq!(games.len(), meetings * 2 * 2 * 5);
            let mut colours: HashMap<(usize, usize), i32> = HashMap::new();
            for game in &games {
                *colours.entry((game.white, game.black)).or_default() += 1;
            }
            assert!(colours.values().all(|&count| count == 10), "{colours:?}");
        }
    }

    #[test]
    fn a_pair_has_one_opening_and_both_colours() {
        let games = schedule(Format::RoundRobin, Repeat::Twice, 3, 5, 4);
        for (index, pair) in games.chunks(2).enumerate() {
            assert_eq!((pair[0].number, pair[1].number), (2 * index as u64 + 1, 2 * index as u64 + 2));
            assert!(pair.iter().all(|game| game.pair == index as u64 + 1));
            assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
            assert_eq!((pair[0].variant, pair[0].opening), (pair[1].variant, pair[1].opening));
        }
    }

    #[test]
    fn single_games_change_colours_from_round_to_round() {
        let games = schedule(Format::Gauntlet, Repeat::Once, 3, 2, 4);
        assert_eq!(games.len(), 2 * 2 * 4);
        assert!(games.iter().all(|game| game.pair == game.number), "every game is a pair by itself");
        for round in games.chunks(4) {
            let has_white = |game: &Pairing| game.white == 0;
            assert!(round.iter().all(|game| has_white(game) == (round[0].opening % 2 == 0)), "{round:?}");
        }
    }
}
