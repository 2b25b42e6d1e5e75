//! Moves, and the lists they are generated into.

use std::fmt;
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
    steps: u32,
    most_steps: u32,
}

/// The steps after which the search for the captures of a position is given up: some fifteen milliseconds.
const MOST_STEPS: u32 = 420_000;

/// The legal moves of a position cannot all be found: a piece can capture in more ways than can be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyCaptures;

impl fmt::Display for TooManyCaptures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a piece can capture in more ways than can be followed")
    }
}

impl std::error::Error for TooManyCaptures {}

/// Above this many captures, sorting finds duplicates sooner than comparing all pairs does.
const SORT_ABOVE: usize = 24;

impl Default for MoveList {
    fn default() -> Self {
        Self { moves: Vec::new(), steps: 0, most_steps: MOST_STEPS }
    }
}

impl MoveList {
    /// An empty list with room for the moves of all but rare positions. The default value is an
    /// empty list without room, which costs nothing to make.
    #[must_use]
    pub fn new() -> Self {
        Self { moves: Vec::with_capacity(128), ..Self::default() }
    }

    /// An empty list without room, for a search that gives up positions after that many steps.
    #[must_use]
    pub(crate) fn with_most_steps(most_steps: u32) -> Self {
        Self { most_steps, ..Self::default() }
    }

    /// After how many steps positions are given up.
    pub(super) fn most_steps(&self) -> u32 {
        self.most_steps
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

    /// Whether the list has held all legal moves of all positions that it was filled for since
    /// [`MoveList::take_steps`].
    ///
    /// It has not if there were more ways to capture than can be followed. No game comes to such a position; a board
    /// set up by hand can be one.
    #[inline]
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.steps < self.most_steps
    }

    /// An error if legal moves are missing; see [`MoveList::is_complete`].
    ///
    /// # Errors
    ///
    /// If they are.
    #[inline]
    pub fn expect_complete(&self) -> Result<(), TooManyCaptures> {
        if self.is_complete() { Ok(()) } else { Err(TooManyCaptures) }
    }

    /// Whether it took unusually long to fill the list since [`MoveList::take_steps`].
    #[inline]
    #[must_use]
    pub fn took_long(&self) -> bool {
        self.steps > 0
    }

    /// How many steps beyond the usual it took to find the captures of a position, the most since this was asked last:
    /// none in nearly all positions that games come to. A millisecond has some thirty thousand.
    pub fn take_steps(&mut self) -> u32 {
        std::mem::take(&mut self.steps)
    }

    /// Notes how many steps it took to fill the list.
    pub(super) fn note_steps(&mut self, steps: u32) {
        self.steps = self.steps.max(steps);
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
