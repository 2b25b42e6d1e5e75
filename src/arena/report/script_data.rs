//! Data for the script of the page: the games as compact JSON, and a blank board for each variant.

use serde::Serialize;

use super::results::{Results, distinct, termination_title, variant_title};
use super::steps::Steps;
use super::summary::{control_text, rules_text};
use crate::arena::pdn::{pdn_game_of_replay, replay_of};
use crate::arena::record::{GameRecord, GameResult, MoveRecord};
use crate::html::json_in_script;
use crate::html::time::moment;
use crate::notation::{BlankBoard, PIECE_SYMBOLS, VariantName, blank_board, hub_position_text, pdn_text};
use crate::rules::{RuleOptions, Rules};

#[derive(Serialize)]
struct Data<'a> {
    engines: &'a [&'a str],
    variants: Vec<String>,
    terminations: Vec<String>,
    games: Vec<GameData<'a>>,
}

/// A game; names are indices into the lists.
#[derive(Serialize)]
struct GameData<'a> {
    number: u64,
    variant: Option<usize>,
    #[serde(skip_serializing_if = "String::is_empty")]
    rules: String,
    white: Option<usize>,
    black: Option<usize>,
    result: &'static str,
    termination: Option<usize>,
    #[serde(skip_serializing_if = "str::is_empty")]
    detail: &'a str,
    #[serde(skip_serializing_if = "String::is_empty")]
    began: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    control: String,
    #[serde(skip_serializing_if = "is_zero")]
    opening: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'static str>,
    /// Only if it is not the usual start of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// The FEN, if it is not valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<usize>,
    steps: String,
    /// The moves that could not be played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rest: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// In hundredths of a man, separated by commas.
    scores: String,
    depths: String,
    /// In milliseconds.
    times: String,
    /// The game as in `games.pdn`; `None` if it cannot be replayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pdn: Option<String>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// All games as JSON, safe in a script element.
pub(super) fn data(results: &Results<'_>) -> String {
    let data = Data {
        engines: &results.engines,
        variants: results.variants.iter().map(|name| variant_title(name)).collect(),
        terminations: results.terminations.iter().map(|name| termination_title(name)).collect(),
        games: results.games.iter().map(|game| game_data(results, game)).collect(),
    };
    // Cannot fail; without data, the page still has its tables.
    let json = serde_json::to_string(&data).unwrap_or_else(|_| "null".to_owned());
    json_in_script(&json)
}

fn game_data<'a>(results: &Results<'_>, game: &'a GameRecord) -> GameData<'a> {
    let rules = game.played_by().ok().map(|(rules, _)| rules);
    let replay = replay_of(game);
    let Steps { start, mark, steps } = replay.as_ref().map(Steps::of).unwrap_or_default();
    let fen = if start.is_none() { Some(game.fen.as_str()) } else { None };
    let problem = match &replay {
        Ok(replay) => replay.fault.as_ref().map(ToString::to_string),
        Err(error) => Some(error.to_string()),
    };
    GameData {
        number: game.number,
        variant: index_of(&results.variants, &game.variant),
        rules: rules_text(game),
        white: index_of(&results.engines, &game.white),
        black: index_of(&results.engines, &game.black),
        result: match game.result {
            GameResult::WhiteWins => "white",
            GameResult::BlackWins => "black",
            GameResult::Draw => "draw",
        },
        termination: index_of(&results.terminations, &game.termination),
        detail: &game.detail,
        began: moment(&game.began),
        control: control_text(&game.time_control),
        opening: game.opening_plies,
        board: rules.map(|rules| rules.name),
        start: start.filter(|start| rules.map(start_text).as_ref() != Some(start)),
        fen,
        mark,
        rest: game.moves.iter().skip(steps.len()).map(|mv| mv.text.as_str()).collect(),
        steps: steps.join(" "),
        problem,
        scores: listed(game, |mv| mv.score.map(|score| (100.0 * score).round() as i64)),
        depths: listed(game, |mv| mv.depth.map(i64::from)),
        times: listed(game, |mv| mv.seconds.map(|seconds| (1000.0 * seconds).round() as i64)),
        pdn: replay.ok().and_then(|replay| Some(pdn_text(&pdn_game_of_replay(game, &replay).ok()?))),
    }
}

/// The start position of a game in Hub notation.
fn start_text(rules: &'static Rules) -> String {
    hub_position_text(rules.start(&RuleOptions::default()).position())
}

fn index_of(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|&other| other == name)
}

/// A number for each move, separated by commas; empty if no move has one.
fn listed(game: &GameRecord, number: impl Fn(&MoveRecord) -> Option<i64>) -> String {
    let numbers =
        game.moves.iter().map(|mv| number(mv).map_or_else(String::new, |number| number.to_string()));
    let list = numbers.collect::<Vec<_>>().join(",");
    list.trim_end_matches(',').to_owned()
}

/// The drawings of the pieces, referenced by all boards.
pub(super) fn symbols() -> String {
    format!("<svg width=\"0\" height=\"0\" class=\"symbols\" aria-hidden=\"true\">{PIECE_SYMBOLS}</svg>")
}

/// The boards as templates, with the start positions of their games.
pub(super) fn boards(results: &Results<'_>) -> String {
    let names = results.variants.iter().filter_map(|name| name.parse::<VariantName>().ok());
    distinct(names.map(|name| name.rules)).into_iter().map(template).collect()
}

/// The cells are in text order, with their names and centres.
fn template(rules: &'static Rules) -> String {
    let BlankBoard { size: (width, height), lettering, drawing, cells } = blank_board(rules.geometry);
    let cells = cells.iter().map(|cell| {
        let (x, y) = cell.middle;
        format!("<path d=\"{}\" data-name=\"{}\" data-x=\"{x}\" data-y=\"{y}\"/>\n", cell.outline, cell.name)
    });
    let cells: String = cells.collect();
    let start = start_text(rules);
    format!(
        "<template id=\"board-{}\" data-start=\"{start}\" data-title=\"{}\">\n\
         <svg viewBox=\"0 0 {width} {height}\" role=\"img\" {lettering}>\n{drawing}\n\
         <g class=\"cells\">\n{cells}</g>\n<g class=\"pieces\"></g>\n</svg>\n</template>\n",
        rules.name, rules.title
    )
}
