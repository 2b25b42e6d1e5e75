//! The legal moves of a position.
//!
//! Captures come first: quiet moves are generated only where no capture is legal.

mod captures;
mod quiet;
mod seen;

use super::game::Game;
use super::moves::MoveList;
use super::position::Position;

impl<G: Game> Position<G> {
    /// Fills `list` with all legal moves, each once, in no particular order.
    #[inline]
    pub fn legal_moves(&self, list: &mut MoveList) {
        self.captures(list);
        if list.is_empty() {
            self.push_quiet_moves(list);
        }
    }

    /// Fills `list` with the legal captures; it stays empty where there is none.
    #[inline]
    pub fn captures(&self, list: &mut MoveList) {
        list.clear();
        captures::generate(self, list);
    }

    /// Fills `list` with the quiet moves of a position whose side to move has no capture.
    #[inline]
    pub fn quiet_moves(&self, list: &mut MoveList) {
        list.clear();
        self.push_quiet_moves(list);
    }

    /// How many legal moves there are, without listing quiet ones; `scratch` is overwritten.
    #[inline]
    #[must_use]
    pub fn count_legal_moves(&self, scratch: &mut MoveList) -> u64 {
        self.captures(scratch);
        if scratch.is_empty() { self.count_quiet_moves() } else { scratch.len() as u64 }
    }

    /// Whether the player to move can move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        self.has_quiet_move() || self.count_legal_moves(&mut MoveList::new()) > 0
    }
}
