//! List of games, and its filters.

use super::results::{Results, result_text, termination_title, variant_title};
use crate::arena::record::GameRecord;
use crate::html::escape;

/// The list as rows of a table; the script identifies a game by the index of its row.
pub(super) fn games_list(results: &Results<'_>) -> String {
    results.games.iter().map(|game| row(game)).collect()
}

fn row(game: &GameRecord) -> String {
    let number = game.number;
    format!(
        "<tr><td class=\"n\"><a href=\"#game-{number}\">{number}</a></td><td>{}</td><td>{}</td><td>{}</td>\
         <td>{}</td><td>{}</td><td class=\"n\">{}</td></tr>\n",
        escape(&game.white),
        result_text(game.result),
        escape(&game.black),
        escape(&variant_title(&game.variant)),
        escape(&termination_title(&game.termination)),
        game.moves.len()
    )
}

/// The filters, for the script.
pub(super) fn filters(results: &Results<'_>) -> String {
    let engines = results.engines.iter().map(|name| (*name).to_owned());
    let variants = results.variants.iter().map(|name| variant_title(name));
    let terminations = results.terminations.iter().map(|name| termination_title(name));
    [
        select("engine", "Engine", &numbered(engines)),
        select("variant", "Game", &numbered(variants)),
        select("result", "Result", &result_options()),
        select("termination", "Reason", &numbered(terminations)),
    ]
    .concat()
}

/// Options whose values are indices into the lists of the script.
fn numbered(names: impl Iterator<Item = String>) -> Vec<(String, String)> {
    names.enumerate().map(|(index, name)| (index.to_string(), name)).collect()
}

fn result_options() -> Vec<(String, String)> {
    let options = [
        ("white", "White won"),
        ("draw", "drawn"),
        ("black", "Black won"),
        ("win", "the engine won"),
        ("loss", "the engine lost"),
    ];
    options.into_iter().map(|(value, text)| (value.to_owned(), text.to_owned())).collect()
}

fn select(name: &str, label: &str, options: &[(String, String)]) -> String {
    let option =
        |(value, text): &(String, String)| format!("<option value=\"{value}\">{}</option>", escape(text));
    let options: String = options.iter().map(option).collect();
    format!(
        "<label>{label} <select name=\"{name}\"><option value=\"\">any</option>{options}</select></label>\n"
    )
}
