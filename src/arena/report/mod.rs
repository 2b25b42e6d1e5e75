//! Report of a match: one HTML page that needs no network and no other file.
//!
//! Tables and charts work without a script; the script filters the list of games and replays them. The script does not
//! know the rules: `steps` gives it the changes on the board.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod elo;
mod games_list;
mod lengths;
mod results;
mod script_data;
mod sprt;
mod standings;
mod steps;
mod summary;
#[cfg(test)]
mod tests;

use super::SequentialTest;
use super::record::GameRecord;
use crate::html::{STYLE, escape};
use results::Results;

const SCRIPT: &str = include_str!("script.js");

/// The report of a match: standings, Elo over time, the sequential test, lengths, terminations, and all games to
/// replay.
///
/// ```
/// use coupturc::arena::report::html_report;
///
/// let page = html_report("Cats & dogs", &[], None);
/// assert!(page.contains("<h1>Cats &amp; dogs</h1>"));
/// ```
#[must_use]
pub fn html_report(title: &str, games: &[GameRecord], test: Option<&SequentialTest>) -> String {
    let results = Results::new(games);
    format!(
        include_str!("page.html"),
        title = escape(title),
        style = STYLE,
        script = SCRIPT,
        symbols = script_data::symbols(),
        summary = summary::summary(&results),
        standings = standings::standings(&results),
        elo_chart = elo::elo_chart(&results),
        sprt_chart = sprt::sprt_chart(&results, test),
        lengths = lengths::lengths(&results),
        terminations = standings::terminations(&results),
        filters = games_list::filters(&results),
        games = games_list::games_list(&results),
        boards = script_data::boards(&results),
        data = script_data::data(&results),
    )
}
