//! Values of positions in words, and best play according to them.

use std::cmp::Reverse;

use crate::notation::move_text;
use crate::rules::{AnyPosition, Color, Kind, Move, MoveList};
use crate::tables::{Material, TableSet, Value};

/// A legal move, and its value for the player who makes it.
pub(super) struct JudgedMove {
    /// In Hub notation.
    pub(super) text: String,
    pub(super) value: Value,
}

/// All legal moves, the best first: quick wins, then draws, then slow losses. `None` if the set lacks a table.
pub(super) fn judged_moves(set: &TableSet, position: &dyn AnyPosition) -> Option<Vec<JudgedMove>> {
    let judged = ranked(set, position)?.into_iter();
    Some(judged.map(|(mv, value)| JudgedMove { text: move_text(position.rules(), mv), value }).collect())
}

fn ranked(set: &TableSet, position: &dyn AnyPosition) -> Option<Vec<(Move, Value)>> {
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    let judged = legal.iter().map(|&mv| Some((mv, before(set.probe_any(&*position.after(mv))?))));
    let mut judged: Vec<_> = judged.collect::<Option<_>>()?;
    judged.sort_by_key(|&(_, value)| rank(value));
    Some(judged)
}

/// The value of a move to a position with the value `after`, for the player who makes it.
const fn before(after: Value) -> Value {
    match after {
        Value::Loss(plies) => Value::Win(plies + 1),
        Value::Draw => Value::Draw,
        Value::Win(plies) => Value::Loss(plies + 1),
    }
}

/// The sort key of a value; the best value comes first.
fn rank(value: Value) -> (u8, u16, Reverse<u16>) {
    match value {
        Value::Win(plies) => (0, plies, Reverse(0)),
        Value::Draw => (1, 0, Reverse(0)),
        Value::Loss(plies) => (2, 0, Reverse(plies)),
    }
}

/// The moves of best play to the end of the game, the first of equally good moves. Empty for a draw, which has no end.
pub(super) fn best_line(set: &TableSet, position: &dyn AnyPosition) -> Vec<String> {
    let mut line = Vec::new();
    let mut position = position.copy();
    while position.outcome().is_none()
        && matches!(set.probe_any(&*position), Some(Value::Win(_) | Value::Loss(_)))
    {
        let judged = ranked(set, &*position).unwrap_or_default();
        let Some(&(best, _)) = judged.first() else { break };
        line.push(move_text(position.rules(), best));
        position = position.after(best);
    }
    line
}

/// A class in words: `2 kings against 1 king`.
pub(super) fn title(material: Material) -> String {
    let [white, black] = Color::ALL.map(|color| army(material, color));
    format!("{white} against {black}")
}

fn army(material: Material, color: Color) -> String {
    let sorts = [(Kind::Man, "man", "men"), (Kind::King, "king", "kings")];
    let sorts = sorts.map(|(kind, one, many)| match material.count(color, kind) {
        0 => String::new(),
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    });
    let sorts: Vec<String> = sorts.into_iter().filter(|sort| !sort.is_empty()).collect();
    sorts.join(" and ")
}

/// The name of a side.
pub(super) const fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The value as a verb phrase about the side to move, such as `wins in 5 plies`.
pub(super) fn value_text(value: Value) -> String {
    match value {
        Value::Win(0) => "has won".to_owned(),
        Value::Win(plies) => format!("wins in {}", count(plies.into(), "ply", "plies")),
        Value::Draw => "draws".to_owned(),
        Value::Loss(0) => "has lost".to_owned(),
        Value::Loss(plies) => format!("loses in {}", count(plies.into(), "ply", "plies")),
    }
}

/// A count with its noun.
pub(super) fn count(count: usize, one: &str, many: &str) -> String {
    let noun = if count == 1 { one } else { many };
    format!("{count} {noun}")
}
