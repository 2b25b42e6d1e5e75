//! How the games ended.

use super::html::{Cell, table};
use super::results::{Results, ratio, termination_title};
use crate::arena::stats::Tally;

/// The table of terminations, the most frequent first.
pub(super) fn terminations(results: &Results<'_>) -> String {
    if results.games.is_empty() {
        return String::new();
    }
    let all = results.games.len() as u64;
    let tally = |name: &str| results.white_tally(|game| game.termination == name);
    let mut tallies: Vec<(&str, Tally)> =
        results.terminations.iter().map(|&name| (name, tally(name))).collect();
    tallies.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.game_count()));
    let row = |(name, tally): &(&str, Tally)| {
        vec![
            Cell::Head(termination_title(name)),
            Cell::count(tally.game_count()),
            Cell::Share(ratio(tally.game_count() as f64, all)),
            Cell::count(tally.wins()),
            Cell::count(tally.draws()),
            Cell::count(tally.losses()),
        ]
    };
    let rows: Vec<_> = tallies.iter().map(row).collect();
    let head = ["Because of", "Games", "Share", "White won", "Drawn", "Black won"];
    table("How the games ended", &head, &rows)
}
