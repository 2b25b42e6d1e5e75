//! Accumulators: the sums over the pieces on the board, brought up to date by the pieces that came and went.

use super::{Net, PLANES, Row, WIDTH, halves, planes_of};
use crate::rules::{Bitboard, Game};

/// Both accumulators of the position that was evaluated last at one ply of a search.
///
/// The next one there is a close relative as a rule: a few pieces stand elsewhere. Only what differs is added and
/// subtracted, and nothing is done for positions that are never evaluated.
#[derive(Clone, Debug)]
pub struct Accumulators {
    /// Where everything stood.
    planes: [Bitboard; PLANES],
    sums: Row,
    /// Whether there was such a position.
    is_filled: bool,
}

impl Default for Accumulators {
    /// Those of no position.
    fn default() -> Self {
        Self { planes: [Bitboard::EMPTY; PLANES], sums: Row([0; 2 * WIDTH]), is_filled: false }
    }
}

impl Accumulators {
    /// Makes them those of the position with these planes.
    #[inline]
    pub(super) fn update<G: Game>(&mut self, net: &Net, planes: [Bitboard; PLANES]) {
        if !self.is_filled {
            *self = Self { planes: [Bitboard::EMPTY; PLANES], sums: net.bias, is_filled: true };
        }
        // A copy, so that it stays in registers.
        let mut sums = self.sums;
        let those_of_the_game = net.rows.iter().take(const { planes_of(G::RULES) });
        for ((rows, before), after) in those_of_the_game.zip(&mut self.planes).zip(planes) {
            let (mut come, mut gone) = ((after & !*before).into_iter(), (*before & !after).into_iter());
            *before = after;
            loop {
                match (come.next(), gone.next()) {
                    // As a rule a piece has come from elsewhere: that is done in one go.
                    (Some(to), Some(from)) => sums.exchange(&rows[to.index()], &rows[from.index()]),
                    (Some(to), None) => sums.add(&rows[to.index()]),
                    (None, Some(from)) => sums.subtract(&rows[from.index()]),
                    (None, None) => break,
                }
            }
        }
        self.sums = sums;
    }

    /// White's accumulator and Black's.
    #[inline]
    pub(super) fn views(&self) -> (&[i16; WIDTH], &[i16; WIDTH]) {
        halves(&self.sums.0)
    }
}

impl Row {
    #[inline]
    fn add(&mut self, other: &Self) {
        for (sum, weight) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    #[inline]
    fn exchange(&mut self, new: &Self, old: &Self) {
        for ((sum, new), old) in self.0.iter_mut().zip(&new.0).zip(&old.0) {
            *sum = sum.wrapping_add(new.wrapping_sub(*old));
        }
    }

    #[inline]
    fn subtract(&mut self, other: &Self) {
        for (sum, weight) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}
