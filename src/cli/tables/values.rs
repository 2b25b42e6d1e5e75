//! Values of positions in words.

use crate::rules::{Color, Kind};
use crate::tables::{Material, Value};

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
