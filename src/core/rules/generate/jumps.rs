//! Jumps of men, found for all of them at once.

use crate::rules::bitboard::{Bitboard, Direction, for_each_direction};
use crate::rules::color::Color;
use crate::rules::game::Game;
use crate::rules::placement::Placement;
use crate::rules::word::Word;

/// The highest number of capture directions of a game.
const MOST_DIRECTIONS: usize = 8;
/// The highest number of capture directions of a game that does not capture in eight.
const FEW_DIRECTIONS: usize = 6;

/// For each capture direction, the cells from which a man could jump that way.
#[derive(Clone, Copy)]
pub(super) struct Jumps<W>([Bitboard<W>; MOST_DIRECTIONS]);

impl<W: Word> Jumps<W> {
    /// No jumps.
    pub(super) const NONE: Self = Self([Bitboard::EMPTY; MOST_DIRECTIONS]);

    /// The jumps of men of `us` onto the cells `empty`; `first` tells the first jumps of moves from later ones. They
    /// are found by stepping back from all empty cells at once.
    #[inline(always)]
    pub(super) fn of<G: Game<Word = W>>(
        placement: &Placement<G>,
        us: Color,
        empty: Bitboard<W>,
        first: bool,
    ) -> Self {
        const { assert!(are_pairs_of_opposites(G::CAPTURES)) };
        let enemy = placement.board.pieces(!us);
        let mut jumps = [Bitboard::EMPTY; MOST_DIRECTIONS];
        let Placement { board, extra, options, .. } = placement;
        for_each_direction!(i, back in G::CAPTURES, G::captures(options) => {
            let jumpable = G::jumpable(enemy, us, board, *extra, options, i ^ 1, first);
            jumps[i ^ 1] = empty.step_onto(back, jumpable).step_loosely(back);
        });
        Self(jumps)
    }

    /// The cells from which a man could jump in the capture direction of index `direction`; may
    /// contain bits that are not cells.
    #[inline(always)]
    pub(super) fn along(&self, direction: usize) -> Bitboard<W> {
        self.0[direction]
    }

    /// The cells from which a man could jump in any direction.
    #[inline(always)]
    pub(super) fn anywhere(&self) -> Bitboard<W> {
        self.0.into_iter().fold(Bitboard::EMPTY, |all, cells| all | cells)
    }

    /// The cells on which `men` land after a jump in `direction`, of index `index`, and from which they could jump on.
    #[inline(always)]
    pub(super) fn landings<G: Game<Word = W>>(
        &self,
        options: &G::Options,
        men: Bitboard<W>,
        index: usize,
        direction: Direction,
    ) -> Bitboard<W> {
        // With many directions most are empty and skipped; with few, testing costs more than it saves.
        if G::captures(options).len() > FEW_DIRECTIONS && men.is_empty() {
            return Bitboard::EMPTY;
        }
        men.jump(direction) & self.onward::<G>(options, index)
    }

    /// The cells from which a man that has just jumped in `direction` could jump on, but not back over the same piece.
    #[inline(always)]
    pub(super) fn onward<G: Game<Word = W>>(&self, options: &G::Options, direction: usize) -> Bitboard<W> {
        let mut cells = Bitboard::EMPTY;
        for_each_direction!(i, _along in G::CAPTURES, G::captures(options) => {
            if i != direction ^ 1 {
                cells |= self.0[i];
            }
        });
        cells
    }
}

/// Whether, for every index `i`, the direction `i ^ 1` is opposite to `i`.
const fn are_pairs_of_opposites(directions: &[Direction]) -> bool {
    let mut i = 0;
    while i < directions.len() {
        if !directions[i].is_opposite(directions[i ^ 1]) {
            return false;
        }
        i += 1;
    }
    true
}
