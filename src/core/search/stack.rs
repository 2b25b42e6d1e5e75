//! Search stack: the data of the nodes from the root to the current one.

use super::node::NodeKind;
use super::ordering::MovePicker;
use super::score::MAX_PLY;
use crate::rules::{Game, Move, Position, Record, Square, Word};

/// The data of one node.
#[derive(Default)]
pub(super) struct Ply<W: Word> {
    /// The moves, by `[kind of node]`.
    moves: [MovePicker<W>; 2],
    /// The principal variation from this node.
    pub(super) line: Vec<Move<W>>,
    /// The destination of the move that led here.
    pub(super) previous: Option<Square>,
}

/// The data of each ply, root first; its memory is reused.
pub(super) struct Stack<W: Word> {
    pub(super) plies: Vec<Ply<W>>,
}

/// The number of plies on the stack: a node at `MAX_PLY` may still evaluate the position after a capture.
pub(super) const STACK_PLIES: usize = MAX_PLY + 2;

impl<W: Word> Default for Stack<W> {
    fn default() -> Self {
        let mut plies = Vec::new();
        plies.resize_with(STACK_PLIES, Ply::default);
        Self { plies }
    }
}

impl<W: Word> Stack<W> {
    /// The moves of a node. Quiescence search uses the moves of the ordinary node of its ply.
    #[inline]
    pub(super) fn moves(&mut self, ply: usize, kind: NodeKind) -> &mut MovePicker<W> {
        &mut self.plies[ply].moves[kind as usize]
    }

    /// Sets the principal variation of this ply to `mv`, followed by that of the next ply (triangular table).
    pub(super) fn extend_line(&mut self, mv: Move<W>, ply: usize) {
        let (upper, lower) = self.plies.split_at_mut(ply + 1);
        if let (Some(here), Some(next)) = (upper.last_mut(), lower.first()) {
            here.line.clear();
            here.line.push(mv);
            here.line.extend_from_slice(&next.line);
        }
    }
}

/// The keys of the positions before the current one, for detecting repetitions: first those of the game, then those of
/// the search.
pub(super) struct Path {
    keys: Vec<u64>,
    /// The number of keys that come from the game.
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

    /// Whether `position` counts as a draw by repetition: it occurred twice before, or once within the search, where
    /// either side could repeat it again.
    #[inline]
    pub(super) fn repeats<G: Game>(&self, position: &Position<G>) -> bool {
        // The earliest repetition is four plies later: each side moves a king away and back.
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
                if place >= self.played || seen + 1 == G::repetitions(position.options()) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether playing `mv` in `position`, which comes right after the path, leads to a draw by repetition.
    pub(super) fn would_repeat<G: Game>(&mut self, position: &Position<G>, mv: Move<G::Word>) -> bool {
        self.push(position.key());
        let repeats = self.repeats(&position.play_legal(mv));
        self.pop();
        repeats
    }
}
