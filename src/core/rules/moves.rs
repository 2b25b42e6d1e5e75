//! Moves, and the lists they are generated into.

use std::fmt;
use std::ops::Deref;

use super::bitboard::{Bitboard, Square};
use super::wide::Wide;
use super::word::Word;

/// A move: its origin, its destination and the captured pieces.
///
/// Two captures that agree in all three are the same move, regardless of the route that the piece took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move<W = Wide> {
    from: Square,
    to: Square,
    captured: Bitboard<W>,
}

impl<W: Word> Move<W> {
    /// A move that captures nothing.
    #[inline]
    #[must_use]
    pub fn quiet(from: Square, to: Square) -> Self {
        Self::capture(from, to, Bitboard::EMPTY)
    }

    /// A move that captures the pieces on `captured`.
    #[inline]
    #[must_use]
    pub const fn capture(from: Square, to: Square, captured: Bitboard<W>) -> Self {
        Self { from, to, captured }
    }

    /// The origin.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The destination.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The cells of the captured pieces.
    #[inline]
    #[must_use]
    pub const fn captured(self) -> Bitboard<W> {
        self.captured
    }

    /// Whether it captures anything.
    #[inline]
    #[must_use]
    pub fn is_capture(self) -> bool {
        self.captured.any()
    }

    /// The same move with its captured pieces in the widest word.
    #[inline]
    #[must_use]
    pub fn widen(self) -> Move {
        Move { from: self.from, to: self.to, captured: self.captured.widen() }
    }
}

impl Move {
    /// The same move with its captured pieces in a narrower word, which has a bit for each cell of the board.
    #[inline]
    #[must_use]
    pub fn narrow<W: Word>(self) -> Move<W> {
        Move { from: self.from, to: self.to, captured: self.captured.narrow() }
    }
}

/// A reusable list of moves: it allocates only if a position has more moves than any before it.
///
/// No small fixed capacity would suffice: Hexdame has positions, with no more pieces than at the start, that allow
/// about 2,500 captures of equal length, and Dameo one with more pieces that allows 4,155. The true maximum is not
/// known.
#[derive(Debug)]
pub struct MoveList<W = Wide> {
    moves: Vec<Move<W>>,
    steps: u32,
    most_steps: u32,
}

/// The number of steps after which the search for the captures of a position gives up: some fifteen milliseconds.
const MOST_STEPS: u32 = 420_000;

/// The error for a position whose legal moves cannot all be found: a piece can capture in more ways than can be
/// generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyCaptures;

impl fmt::Display for TooManyCaptures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a piece can capture in more ways than can be followed")
    }
}

impl std::error::Error for TooManyCaptures {}

/// The number of captures above which sorting finds duplicates faster than comparing all pairs.
const SORT_ABOVE: usize = 24;

impl<W> Default for MoveList<W> {
    fn default() -> Self {
        Self { moves: Vec::new(), steps: 0, most_steps: MOST_STEPS }
    }
}

impl<W: Word> MoveList<W> {
    /// An empty list with capacity for the moves of nearly all positions. The default list has no capacity and does not
    /// allocate.
    #[must_use]
    pub fn new() -> Self {
        Self { moves: Vec::with_capacity(128), ..Self::default() }
    }

    /// An empty list without capacity, whose searches give up after `most_steps` steps.
    #[must_use]
    pub(crate) fn with_most_steps(most_steps: u32) -> Self {
        Self { most_steps, ..Self::default() }
    }

    /// The number of steps after which a search gives up.
    pub(super) fn most_steps(&self) -> u32 {
        self.most_steps
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Adds a move at the end.
    #[inline]
    pub fn push(&mut self, mv: Move<W>) {
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

    /// Whether the list was complete for every position for which it has been filled since the last
    /// [`MoveList::take_steps`].
    ///
    /// `false` if there were more ways to capture than can be generated. This happens only on boards set up by hand.
    #[inline]
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.steps < self.most_steps
    }

    /// An error if legal moves are missing; see [`MoveList::is_complete`].
    ///
    /// # Errors
    ///
    /// If legal moves are missing.
    #[inline]
    pub fn expect_complete(&self) -> Result<(), TooManyCaptures> {
        if self.is_complete() { Ok(()) } else { Err(TooManyCaptures) }
    }

    /// Whether filling the list has taken unusually long since the last [`MoveList::take_steps`].
    #[inline]
    #[must_use]
    pub fn took_long(&self) -> bool {
        self.steps > 0
    }

    /// Returns the highest number of extra steps that a position's captures have taken since the last call: 0 for
    /// nearly all positions of games. Some thirty thousand steps take a millisecond.
    pub fn take_steps(&mut self) -> u32 {
        std::mem::take(&mut self.steps)
    }

    /// Records the number of steps that filled the list.
    pub(super) fn note_steps(&mut self, steps: u32) {
        self.steps = self.steps.max(steps);
    }

    /// Removes duplicates.
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

impl MoveList {
    /// Fills the list with the moves that `fill` generates in the word of their game.
    pub(super) fn fill<W: Word>(&mut self, fill: impl FnOnce(&mut MoveList<W>)) {
        let mut moves = MoveList::with_most_steps(self.most_steps);
        fill(&mut moves);
        self.moves.clear();
        self.moves.extend(moves.iter().map(|mv| mv.widen()));
        self.note_steps(moves.steps);
    }
}

impl<W> Deref for MoveList<W> {
    type Target = [Move<W>];

    #[inline]
    fn deref(&self) -> &[Move<W>] {
        &self.moves
    }
}
