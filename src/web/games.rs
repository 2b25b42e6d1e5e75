//! The games as the page knows them: their boards, drawn as all pictures are, and their names. All rules are left to the
//! engine.

use serde::Serialize;

use crate::notation::{
    FenFields, PIECE_SYMBOLS, VariantName, blank_board, fen_text, game_type, pdn_capture_sign, pdn_cell_name,
};
use crate::rules::games::Variant;
use crate::rules::{
    DrawRule, Game, Halt, KingAgainstMan, Naming, Position, RuleOptions, Square, VanguardScope,
};

/// What the page knows of a game.
#[derive(Serialize)]
struct GameData {
    name: &'static str,
    title: &'static str,
    /// The value of PDN's tag.
    game_type: &'static str,
    /// What stands between the cells of a capture in PDN.
    capture_sign: &'static str,
    /// The FEN of the start.
    start: String,
    /// The parameters of the engine that change its rules.
    options: Vec<&'static str>,
    width: i32,
    height: i32,
    lettering: &'static str,
    drawing: String,
    cells: Vec<CellData>,
}

#[derive(Serialize)]
struct CellData {
    name: String,
    /// Its other name, where people use both.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<String>,
    /// What PDN calls it.
    pdn: String,
    x: i32,
    y: i32,
    outline: String,
}

/// The module `games.js`.
pub(super) fn games_script() -> String {
    let games = Variant::ALL.iter().map(|&variant| with_game!(variant, G => game_data::<G>()));
    let games: Vec<GameData> = games.collect();
    format!("export const SYMBOLS = {};\nexport const GAMES = {};\n", json(&PIECE_SYMBOLS), json(&games))
}

/// A value as JSON, which scripts read as what it is.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn game_data<G: Game>() -> GameData {
    let board = blank_board::<G>();
    let (width, height) = board.size;
    let cells = board.cells.into_iter().zip(G::GEOMETRY.squares()).map(|(cell, &square)| {
        let (x, y) = cell.middle;
        let (other, pdn) = (other_name::<G>(square), pdn_cell_name::<G>(square));
        CellData { name: cell.name, other, pdn, x, y, outline: cell.outline }
    });
    GameData {
        name: G::VARIANT.name(),
        title: G::TITLE,
        game_type: game_type(VariantName { variant: G::VARIANT, halt: None }),
        capture_sign: pdn_capture_sign::<G>(),
        start: fen_text(&Position::<G>::start(), &FenFields::default()),
        options: options::<G>(),
        width,
        height,
        lettering: board.lettering,
        drawing: board.drawing,
        cells: cells.collect(),
    }
}

fn other_name<G: Game>(square: Square) -> Option<String> {
    let other = match G::GEOMETRY.naming() {
        Naming::Numbers => Naming::LetterNumber,
        Naming::LetterNumber => Naming::Numbers,
    };
    G::GEOMETRY.reads(other).then(|| G::GEOMETRY.name_in(other, square))
}

fn options<G: Game>() -> Vec<&'static str> {
    let usual = RuleOptions::default();
    let changed = [
        ("halt", RuleOptions { halt: Halt::Killer, ..usual }),
        ("vanguard-scope", RuleOptions { vanguard_scope: VanguardScope::Whole, ..usual }),
        ("draw-rule", RuleOptions { draw_rule: DrawRule::Repetition, ..usual }),
        ("king-against-man", RuleOptions { king_against_man: KingAgainstMan::Draw, ..usual }),
    ];
    changed.into_iter().filter(|(_, rules)| G::heeds(rules)).map(|(name, _)| name).collect()
}
