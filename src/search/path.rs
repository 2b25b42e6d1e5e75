//! The positions between the beginning of the game and the node that is searched.

use crate::rules::{Game, Position, Record};

/// Keys of all positions before the current one, of the game and then of the search.
pub(super) struct Path {
    keys: Vec<u64>,
    /// How many of them were on the board before the root.
    played: usize,
}

impl Path {
    pub(super) fn of<G: Game>(game: &Record<G>) -> Self {
        let keys: Vec<u64> = game.earlier().iter().map(Position::key).collect();
        let played = keys.len();
        Self { keys, played }
    }

    #[inline]
    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.keys.pop();
    }

    /// Whether `position` counts as a draw by repetition: it stood on the board twice before, or
    /// it stood once before within the search, where either side could repeat it at will.
    #[inline]
    pub(super) fn repeats<G: Game>(&self, position: &Position<G>) -> bool {
        // Two plies each are needed to leave a position and to come back.
        let reach = usize::from(position.quiet_plies()).min(self.keys.len());
        if reach < 4 {
            return false;
        }
        let key = position.key();
        let mut seen = 0;
        for back in (4..=reach).step_by(2) {
            let place = self.keys.len() - back;
            if self.keys[place] == key {
                seen += 1;
                if place >= self.played || seen == 2 {
                    return true;
                }
            }
        }
        false
    }
}
