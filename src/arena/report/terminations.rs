//! How the games ended.

use super::html::{Cell, table};
use super::results::{Results, termination_title};
use super::tally::{Tally, ratio};

/// The table of terminations, the most frequent first.
pub(super) fn terminations(results: &Results<'_>) -> String {
    if results.games.is_empty() {
        return String::new();
    }
    let all = results.games.len();
    let tally = |name: &str| results.white_tally(|game| game.termination == name);
    let mut tallies: Vec<(&str, Tally)> =
        results.terminations.iter().map(|&name| (name, tally(name))).collect();
    tallies.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games()));
    let row = |(name, tally): &(&str, Tally)| {
        vec![
            Cell::Head(termination_title(name)),
            Cell::count(tally.games()),
            Cell::Share(ratio(tally.games() as f64, all)),
            Cell::count(tally.wins),
            Cell::count(tally.draws),
            Cell::count(tally.losses),
        ]
    };
    let rows: Vec<_> = tallies.iter().map(row).collect();
    let head = ["Because of", "Games", "Share", "White won", "Drawn", "Black won"];
    table("How the games ended", &head, &rows)
}
