//! Data of the games for the page: names, options and boards as SVG. The engine knows the rules.

use serde::Serialize;

use crate::book::embedded;
use crate::eval::score_scale_of;
use crate::notation::{BlankCell, FenFields, PIECE_SYMBOLS, PdnResult, blank_board, fen_text};
use crate::rules::games::Variant;
use crate::rules::{OptionValue, RuleOption, RuleOptions, Rules, WithoutMove};

/// The data of a game. Of a game from a text, the page gets the same from the engine (`rules-board`).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GameData {
    name: &'static str,
    title: &'static str,
    /// How PDN writes the results that the engine reports.
    results: Results,
    /// The FEN of the start position.
    start: String,
    /// The score in men at which a player can expect 73 % of the points.
    scale: f64,
    /// Whether it is a game of the list, for which there are levels, puzzles and figures.
    is_listed: bool,
    /// Whether the program has a book of it.
    has_book: bool,
    /// The kind of extra state, as the engine names it; empty for none.
    extra: &'static str,
    /// Whether a player who cannot move wins.
    stuck_wins: bool,
    /// The names of its rule options, which are parameters of the engine.
    options: Vec<&'static str>,
    width: i32,
    height: i32,
    lettering: &'static str,
    drawing: String,
    cells: Vec<CellData>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Results {
    none: &'static str,
    white_win: &'static str,
    draw: &'static str,
    black_win: &'static str,
}

#[derive(Serialize)]
struct CellData {
    name: String,
    /// The name of the cell in the other notation, if both are in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<String>,
    x: i32,
    y: i32,
    outline: String,
}

/// The data of a rule option.
#[derive(Serialize)]
struct OptionData {
    /// The name of the engine's parameter.
    name: &'static str,
    title: &'static str,
    /// The default comes first.
    values: Vec<ValueData>,
}

#[derive(Serialize)]
struct ValueData {
    name: &'static str,
    title: &'static str,
}

/// The module `games.js`: the games of the list, after one more if it is given.
pub(super) fn games_module(more: Option<&'static Rules>) -> String {
    let listed = Variant::ALL.iter().map(|variant| variant.rules());
    let games: Vec<GameData> = more.into_iter().chain(listed).map(game_data).collect();
    let options: Vec<OptionData> = RuleOption::ALL.iter().map(option_data).collect();
    format!(
        "export const SYMBOLS = {};\nexport const OPTIONS = {};\nexport const GAMES = {};\n",
        json(&PIECE_SYMBOLS),
        json(&options),
        json(&games)
    )
}

/// A value as JSON, which is also valid JavaScript.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn game_data(rules: &'static Rules) -> GameData {
    let board = blank_board(rules.geometry);
    let (width, height) = board.size;
    let cells = board.cells.into_iter().map(|BlankCell { name, other, middle: (x, y), outline }| CellData {
        name,
        other,
        x,
        y,
        outline,
    });
    GameData {
        name: rules.name,
        title: rules.title,
        results: results(rules.variant == Some(Variant::International)),
        start: fen_text(rules.start(&RuleOptions::default()).position(), &FenFields::default()),
        scale: score_scale_of(rules) / 100.0,
        is_listed: rules.variant.is_some(),
        has_book: embedded(rules).is_some(),
        extra: rules.extra.name(),
        stuck_wins: rules.without_move == WithoutMove::Wins,
        options: rules.options().map(|option| option.name).collect(),
        width,
        height,
        lettering: board.lettering,
        drawing: board.drawing,
        cells: cells.collect(),
    }
}

fn results(two_points: bool) -> Results {
    Results {
        none: "*",
        white_win: PdnResult::WhiteWins.text(two_points),
        draw: PdnResult::Draw.text(two_points),
        black_win: PdnResult::BlackWins.text(two_points),
    }
}

fn option_data(option: &RuleOption) -> OptionData {
    let values = option.values.iter().map(|&OptionValue { name, title }| ValueData { name, title });
    OptionData { name: option.name, title: option.title, values: values.collect() }
}
