//! The games as JSON, as short as it can be read without a table of codes.

use serde::Serialize;

use super::replay::{Replay, replay};
use super::results::Results;
use crate::arena::record::{GameRecord, GameResult, MoveRecord};
use crate::rules::games::Variant;
use crate::rules::{Game, Position};

#[derive(Serialize)]
struct Data<'a> {
    engines: &'a [&'a str],
    variants: Vec<String>,
    terminations: Vec<String>,
    games: Vec<GameData<'a>>,
}

/// A game; names are given by their places in the lists.
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
    #[serde(skip_serializing_if = "str::is_empty")]
    began: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    control: &'a str,
    #[serde(skip_serializing_if = "is_zero")]
    opening: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'static str>,
    /// Only where it is not the start of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// The FEN, where it is none.
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
    /// In hundredths of a man, a comma between two moves.
    scores: String,
    depths: String,
    /// In milliseconds.
    times: String,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// All games as JSON that may stand in a script element.
pub(super) fn data(results: &Results<'_>) -> String {
    let data = Data {
        engines: &results.engines,
        variants: results.variants.iter().map(|name| super::results::variant_title(name)).collect(),
        terminations: results
            .terminations
            .iter()
            .map(|name| super::results::termination_title(name))
            .collect(),
        games: results.games.iter().map(|game| game_data(results, game)).collect(),
    };
    // Numbers and texts always become JSON; were it not so, the tables would still be there.
    let json = serde_json::to_string(&data).unwrap_or_else(|_| "null".to_owned());
    in_script(&json)
}

/// In JSON, `<` stands in strings only, where it can be written so that no tag begins with it.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

fn game_data<'a>(results: &Results<'_>, game: &'a GameRecord) -> GameData<'a> {
    let Replay { board, start, mark, steps, problem } = replay(game);
    let fen = if start.is_none() { Some(game.fen.as_str()) } else { None };
    let start = start.filter(|start| !board.is_some_and(|board| is_start(board, start)));
    GameData {
        number: game.number,
        variant: place(&results.variants, &game.variant),
        rules: super::summary::rules_text(game),
        white: place(&results.engines, &game.white),
        black: place(&results.engines, &game.black),
        result: match game.result {
            GameResult::WhiteWins => "white",
            GameResult::BlackWins => "black",
            GameResult::Draw => "draw",
        },
        termination: place(&results.terminations, &game.termination),
        detail: &game.detail,
        began: &game.began,
        control: &game.time_control,
        opening: game.opening_plies,
        board: board.map(Variant::name),
        start,
        fen,
        mark,
        rest: game.moves.iter().skip(steps.len()).map(|mv| mv.text.as_str()).collect(),
        steps: steps.join(" "),
        problem,
        scores: listed(game, |mv| mv.score.map(|score| (100.0 * score).round() as i64)),
        depths: listed(game, |mv| mv.depth.map(i64::from)),
        times: listed(game, |mv| mv.seconds.map(|seconds| (1000.0 * seconds).round() as i64)),
    }
}

fn is_start(board: Variant, start: &str) -> bool {
    with_game!(board, G => hub_text_of_start::<G>() == start)
}

fn hub_text_of_start<G: Game>() -> String {
    crate::notation::hub_position_text(&Position::<G>::start())
}

fn place(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|&other| other == name)
}

/// A number for each move, commas between them; nothing at all where no move has one.
fn listed(game: &GameRecord, number: impl Fn(&MoveRecord) -> Option<i64>) -> String {
    let numbers =
        game.moves.iter().map(|mv| number(mv).map_or_else(String::new, |number| number.to_string()));
    let list = numbers.collect::<Vec<_>>().join(",");
    list.trim_end_matches(',').to_owned()
}
