//! Lengths of the games: their mean, and a histogram.

use super::results::{Results, ratio};
use crate::arena::record::{GameRecord, GameResult};
use crate::html::Lengths;

/// The mean number of plies of some games.
pub(super) fn mean_length<'a>(games: impl Iterator<Item = &'a GameRecord>) -> String {
    let (count, plies) = games.fold((0, 0), |(count, plies), game| (count + 1, plies + game.moves.len()));
    ratio(plies as f64, count).map_or_else(|| "–".to_owned(), |mean| format!("{mean:.0}"))
}

/// The chart with its heading.
pub(super) fn lengths(results: &Results<'_>) -> String {
    let ended = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];
    let of_result = |result| {
        let games = results.games.iter().filter(|game| game.result == result);
        games.map(|game| game.moves.len()).collect::<Vec<usize>>()
    };
    let by_result = ended.map(of_result);
    let mut plies = by_result.concat();
    plies.sort_unstable();
    let (Some(&shortest), Some(&longest)) = (plies.first(), plies.last()) else { return String::new() };
    let median = plies.get(plies.len() / 2).copied().unwrap_or_default();
    let words = format!("Shortest {shortest}, median {median}, longest {longest} plies, openings included");
    Lengths::of(&by_result).figure(&words)
}
