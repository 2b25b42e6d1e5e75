//! What a search remembers while it runs, and from move to move.

use super::history::{Context, History};
use super::order::OrderedMoves;
use super::score::MAX_PLY;
use crate::rules::Move;

/// The memory of a search, used again and again.
pub(super) struct Memory {
    pub(super) history: History,
    /// What belongs to the node at each ply that is being searched.
    pub(super) plies: Vec<Ply>,
}

/// What belongs to a node while it is searched.
#[derive(Default)]
pub(super) struct Ply {
    /// Lists of moves, one a visit, lent to the node.
    pub(super) moves: [OrderedMoves; 2],
    /// The best line from here on.
    pub(super) line: Vec<Move>,
    /// The move that led here.
    pub(super) before: Context,
}

impl Default for Memory {
    fn default() -> Self {
        let mut plies = Vec::new();
        plies.resize_with(MAX_PLY + 2, Ply::default);
        Self { history: History::default(), plies }
    }
}

impl Memory {
    /// Puts `mv` before the best line of the next ply.
    pub(super) fn prepend_to_line(&mut self, mv: Move, ply: usize) {
        let (upper, lower) = self.plies.split_at_mut(ply + 1);
        if let (Some(here), Some(next)) = (upper.last_mut(), lower.first()) {
            here.line.clear();
            here.line.push(mv);
            here.line.extend_from_slice(&next.line);
        }
    }
}
