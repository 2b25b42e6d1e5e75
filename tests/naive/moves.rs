//! A move and its text.

use std::collections::BTreeSet;

use super::game::Game;
use super::geometry::{Cell, hub_order, name};

/// A move. Captures with the same origin, the same final cell and the same set of captured pieces are one
/// move, so nothing else identifies a move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    /// The origin.
    pub from: Cell,
    /// The destination.
    pub to: Cell,
    /// The cells of the captured pieces; empty for a quiet move.
    pub captured: BTreeSet<Cell>,
    /// Whether a man has become a king during the capture. This follows from the other three fields: no two moves
    /// differ only in this one.
    pub crowned: bool,
}

impl Move {
    /// A move that captures nothing.
    pub fn quiet(from: Cell, to: Cell) -> Move {
        Move { from, to, captured: BTreeSet::new(), crowned: false }
    }

    /// The Hub text: `from-to`, or `from`x`to` and every captured cell, in cell order.
    pub fn text(&self, game: Game) -> String {
        let (from, to) = (name(game, self.from), name(game, self.to));
        if self.captured.is_empty() {
            return format!("{from}-{to}");
        }
        let mut captured: Vec<Cell> = self.captured.iter().copied().collect();
        captured.sort_by_key(|&cell| hub_order(game, cell));
        let mut text = format!("{from}x{to}");
        for cell in captured {
            text.push('x');
            text.push_str(&name(game, cell));
        }
        text
    }
}
