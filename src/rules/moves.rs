//! Moves, and the lists they are generated into.

use std::ops::Deref;

use super::bitboard::{Bitboard, Square};

/// A move: where from, where to, and what it captures.
///
/// Two captures that agree in all three are one move, whatever way the piece took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    from: Square,
    to: Square,
    captured: Bitboard,
}

impl Move {
    /// A move that captures nothing.
    #[inline]
    #[must_use]
    pub const fn quiet(from: Square, to: Square) -> Self {
        Self::capture(from, to, Bitboard::EMPTY)
    }

    /// A move that captures the pieces on `captured`.
    #[inline]
    #[must_use]
    pub const fn capture(from: Square, to: Square, captured: Bitboard) -> Self {
        Self { from, to, captured }
    }

    /// Where the piece comes from.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the piece ends.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The cells of the pieces that it captures.
    #[inline]
    #[must_use]
    pub const fn captured(self) -> Bitboard {
        self.captured
    }

    /// Whether it captures anything.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.captured.any()
    }
}

/// A list of moves, made once and used again: it allocates only when a position has more moves
/// than any before it.
///
/// The list grows because no small capacity would do: with no more pieces than the game begins
/// with, positions of Hexdame have been found that allow about 2,500 captures of equal length, and
/// with any pieces one of Dameo that allows 4,155. The true maximum is not known.
#[derive(Debug)]
pub struct MoveList {
    moves: Vec<Move>,
    complete: bool,
}

/// Above this many captures, sorting finds duplicates sooner than comparing all pairs does.
const SORT_ABOVE: usize = 24;

impl Default for MoveList {
    fn default() -> Self {
        Self { moves: Vec::new(), complete: true }
    }
}

impl MoveList {
    /// An empty list with room for the moves of all but rare positions. The default value is an
    /// empty list without room, which costs nothing to make.
    #[must_use]
    pub fn new() -> Self {
        Self { moves: Vec::with_capacity(128), complete: true }
    }

    /// Takes all moves out.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Adds a move at the end.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    /// Exchanges the moves at two places of the list.
    ///
    /// # Panics
    ///
    /// If one of the places lies outside the list.
    #[inline]
    pub fn swap(&mut self, a: usize, b: usize) {
        self.moves.swap(a, b);
    }

    /// Whether the list has always held all legal moves of the positions it was used for.
    ///
    /// It has not once a position had more ways to capture than can be followed. That takes many
    /// more pieces than a game begins with.
    #[inline]
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Notes that a position has legal moves which the list does not hold.
    pub(super) fn cut_short(&mut self) {
        self.complete = false;
    }

    /// Takes out every move that stands in the list before.
    pub(super) fn remove_duplicates(&mut self) {
        if self.moves.len() > SORT_ABOVE {
            self.moves.sort_unstable();
            self.moves.dedup();
            return;
        }
        let mut kept = 0;
        for i in 0..self.moves.len() {
            let mv = self.moves[i];
            if !self.moves[..kept].contains(&mv) {
                self.moves[kept] = mv;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves
    }
}
