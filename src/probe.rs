//! What endgame tables say about a position and each of its moves.

use std::cmp::Reverse;

use serde_json::{Value as Json, json};

use crate::notation::{FenFields, fen_text, move_text};
use crate::rules::{AnyPosition, Move, MoveList, Rules};
use crate::tables::{TableSet, Value};

/// A legal move, and its value for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// In Hub notation.
    pub text: String,
    /// Its value.
    pub value: Value,
}

/// A position whose value is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The game.
    pub rules: &'static Rules,
    /// The position as FEN.
    pub fen: String,
    /// Its value for the side to move.
    pub value: Value,
    /// All legal moves, the best first: quick wins, then draws, then slow losses.
    pub moves: Vec<JudgedMove>,
    /// Best play to the end of the game; empty for a draw, which has no end.
    pub line: Vec<String>,
}

impl Probe {
    /// Looks up a position and all that its moves lead to. `None` if the set lacks the distances of one of them.
    #[must_use]
    pub fn of(set: &TableSet, position: &dyn AnyPosition) -> Option<Self> {
        let rules = position.rules();
        let judged = ranked(set, position)?.into_iter();
        Some(Self {
            rules,
            fen: fen_text(position, &FenFields::default()),
            value: set.probe_any(position)?,
            moves: judged.map(|(mv, value)| JudgedMove { text: move_text(rules, mv), value }).collect(),
            line: best_moves(set, position).into_iter().map(|mv| move_text(rules, mv)).collect(),
        })
    }

    /// The probe as JSON, as protocol.md describes it.
    #[must_use]
    pub fn json(&self) -> Json {
        let (result, plies) = parts(self.value);
        let moves = self.moves.iter().map(|judged| {
            let (result, plies) = parts(judged.value);
            json!({ "move": judged.text, "result": result, "plies": plies })
        });
        json!({
            "variant": self.rules.name,
            "fen": self.fen,
            "result": result,
            "plies": plies,
            "moves": moves.collect::<Vec<_>>(),
            "line": self.line,
        })
    }
}

/// The result for the side to move, and the plies to the end.
const fn parts(value: Value) -> (&'static str, Option<u16>) {
    match value {
        Value::Win(plies) => ("win", Some(plies)),
        Value::Draw => ("draw", None),
        Value::Loss(plies) => ("loss", Some(plies)),
    }
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
#[must_use]
pub fn best_moves(set: &TableSet, position: &dyn AnyPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut position = position.copy();
    // Not until the game is over, since tables ignore draw limits.
    while let Some(Value::Win(1..) | Value::Loss(1..)) = set.probe_any(&*position) {
        let judged = ranked(set, &*position).unwrap_or_default();
        let Some(&(best, _)) = judged.first() else { break };
        moves.push(best);
        position = position.after(best);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen_setup;
    use crate::rules::RuleOptions;
    use crate::rules::games::Variant;
    use crate::tables::BuildPlan;

    #[test]
    fn a_king_captures_the_last_man() -> Result<(), Box<dyn std::error::Error>> {
        let (rules, options) = (Variant::Turkish.rules(), RuleOptions::default());
        let tables = BuildPlan { pieces: 2, ..BuildPlan::default() }.build(rules, &options)?;
        let (setup, _) = parse_fen_setup(rules, "W:WKa1:Ba7")?;
        let probe = Probe::of(&tables, &*rules.position(&setup, &options)?).ok_or("two pieces")?;
        assert_eq!((probe.value, probe.line), (Value::Win(1), vec!["a1xa8xa7".to_owned()]));
        Ok(())
    }
}
