//! The stack by ply: what belongs to the nodes between the root and the one that is searched.

use super::node::Visit;
use super::ordering::OrderedMoves;
use super::score::MAX_PLY;
use crate::rules::{Game, Move, Position, Record, Square};

/// What belongs to a node while it is searched.
#[derive(Default)]
pub(super) struct Ply {
    /// Lists of moves, one a visit, that are not lent to the node. Boxes are lent in no time.
    moves: [Option<Box<OrderedMoves>>; 2],
    /// The principal variation from here on.
    pub(super) line: Vec<Move>,
    /// Where the move ended that led here.
    pub(super) previous: Option<Square>,
}

/// What belongs to the nodes of each ply, the root first; used again and again.
pub(super) struct Stack {
    pub(super) plies: Vec<Ply>,
}

/// A node at the last ply of a search has a child still, which may be evaluated.
pub(super) const STACK_PLIES: usize = MAX_PLY + 2;

impl Default for Stack {
    fn default() -> Self {
        let mut plies = Vec::new();
        plies.resize_with(STACK_PLIES, Ply::default);
        Self { plies }
    }
}

impl Stack {
    /// Lends a node the list of moves of a visit. To be given back.
    #[inline]
    pub(super) fn lend(&mut self, ply: usize, visit: Visit) -> Box<OrderedMoves> {
        self.plies[ply].moves[visit as usize].take().unwrap_or_default()
    }

    #[inline]
    pub(super) fn give_back(&mut self, ply: usize, visit: Visit, moves: Box<OrderedMoves>) {
        self.plies[ply].moves[visit as usize] = Some(moves);
    }

    /// Makes `mv` and the principal variation of the next ply that of this one, as in a triangular table.
    pub(super) fn extend_line(&mut self, mv: Move, ply: usize) {
        let (upper, lower) = self.plies.split_at_mut(ply + 1);
        if let (Some(here), Some(next)) = (upper.last_mut(), lower.first()) {
            here.line.clear();
            here.line.push(mv);
            here.line.extend_from_slice(&next.line);
        }
    }
}

/// The positions before the one that is searched, for repetitions: those of the game and then those of the search.
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
