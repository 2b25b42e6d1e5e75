//! Best play, as tables know it.

use std::cmp::Reverse;

use crate::notation::move_text;
use crate::rules::{Game, Move, MoveList, Position};
use crate::tables::{TableSet, Value};

/// A legal move, and what it is worth to who makes it.
pub(super) struct JudgedMove {
    pub(super) mv: Move,
    pub(super) value: Value,
}

/// All legal moves, the best first: quick wins, then draws, then slow losses. `None` if the set lacks a table.
pub(super) fn judged_moves<G: Game>(set: &TableSet<G>, position: &Position<G>) -> Option<Vec<JudgedMove>> {
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    let judged = legal.iter().map(|&mv| {
        let value = before(set.probe(&position.play_legal(mv))?);
        Some(JudgedMove { mv, value })
    });
    let mut judged: Vec<JudgedMove> = judged.collect::<Option<_>>()?;
    judged.sort_by_key(rank);
    Some(judged)
}

/// What a move to a position with the value `after` is worth to who makes it.
const fn before(after: Value) -> Value {
    match after {
        Value::Loss(plies) => Value::Win(plies + 1),
        Value::Draw => Value::Draw,
        Value::Win(plies) => Value::Loss(plies + 1),
    }
}

/// The best value has the least rank.
fn rank(judged: &JudgedMove) -> (u8, u16, Reverse<u16>) {
    match judged.value {
        Value::Win(plies) => (0, plies, Reverse(0)),
        Value::Draw => (1, 0, Reverse(0)),
        Value::Loss(plies) => (2, 0, Reverse(plies)),
    }
}

/// The moves of best play to the end of the game, the first of those that are equally good; none from a draw,
/// which has no end.
pub(super) fn best_line<G: Game>(set: &TableSet<G>, position: &Position<G>) -> Vec<String> {
    let mut line = Vec::new();
    let mut position = *position;
    while matches!(set.probe(&position), Some(Value::Win(_) | Value::Loss(_))) {
        let judged = judged_moves(set, &position).unwrap_or_default();
        let Some(best) = judged.first() else { break };
        line.push(move_text::<G>(best.mv));
        position = position.play_legal(best.mv);
    }
    line
}
