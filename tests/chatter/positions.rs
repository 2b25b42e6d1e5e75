//! Random positions and moves, some of them invalid.

use coupturc::notation::{FenFields, fen_text, hub_position_text, move_text, parse_hub_position};
use coupturc::rules::games::Variant;
use coupturc::rules::{Game, MoveList, Position, RuleOptions};
use coupturc::with_game;

use super::choices::Choices;

/// The arguments of a `pos` command, and a sequence of legal moves from there.
pub struct Scene {
    pub place: String,
    pub moves: Vec<String>,
}

/// A scene in a game of `variant`.
pub fn scene(variant: Variant, choices: &mut impl Choices) -> Scene {
    with_game!(variant.rules(), G => scene_of::<G>(choices))
}

fn scene_of<G: Game>(choices: &mut impl Choices) -> Scene {
    let text = if choices.below(2) == 0 {
        hub_position_text(&Position::<G>::start())
    } else {
        scattered::<G>(choices)
    };
    let Ok(position) = parse_hub_position::<G>(&text, None, &RuleOptions::default()) else {
        return Scene { place: format!("pos={text}"), moves: Vec::new() };
    };
    let place = if choices.below(2) == 0 {
        format!("pos={text}")
    } else {
        let count = 1 + choices.below(60) as u32;
        let move_number = choices.one_in(4).then_some(count);
        let fields = FenFields { quiet_plies: false, move_number };
        let plies = if choices.one_in(4) { format!(":H{count}") } else { String::new() };
        format!("fen={}{plies}", fen_text(&position, &fields))
    };
    Scene { place, moves: walk(position, choices) }
}

/// A few pieces anywhere, with men even on forbidden squares.
fn scattered<G: Game>(choices: &mut impl Choices) -> String {
    let mut text = vec![b'e'; 1 + G::GEOMETRY.len()];
    text[0] = *choices.choose(b"WB");
    let most = if choices.one_in(8) { 40 } else { 14 };
    for _ in 0..choices.below(most) {
        text[1 + choices.below(G::GEOMETRY.len())] = *choices.choose(b"wwwwbbbbWB");
    }
    String::from_utf8_lossy(&text).into_owned()
}

fn walk<G: Game>(mut position: Position<G>, choices: &mut impl Choices) -> Vec<String> {
    let plies = choices.below(16);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        if legal.is_empty() || !legal.is_complete() {
            break;
        }
        let mv = *choices.choose(&legal);
        moves.push(move_text(G::RULES, mv.widen()));
        position = position.play_legal(mv);
    }
    moves
}
