//! Accumulators: the sums of weights over the pieces on the board, updated for added and removed pieces.

use super::{Net, PLANES, Row, WIDTH, halves, planes_of};
use crate::rules::{Bitboard, Game, Square, Word};

/// Both accumulators of the position last evaluated at one ply of a search.
///
/// The next position evaluated at this ply usually differs in a few pieces: only those are added and subtracted, and
/// positions that are never evaluated cost nothing.
#[derive(Clone, Debug)]
pub struct Accumulators<W = u64> {
    /// The planes of that position.
    planes: [Bitboard<W>; PLANES],
    sums: Row,
    /// Whether a position has been evaluated.
    is_filled: bool,
}

impl<W: Word> Default for Accumulators<W> {
    /// The accumulators before the first position.
    fn default() -> Self {
        Self { planes: [Bitboard::EMPTY; PLANES], sums: Row([0; 2 * WIDTH]), is_filled: false }
    }
}

impl<W: Word> Accumulators<W> {
    /// Updates the accumulators to the position with these planes.
    #[inline]
    pub(super) fn update<G: Game<Word = W>>(
        &mut self,
        net: &Net,
        options: &G::Options,
        planes: [Bitboard<W>; PLANES],
    ) {
        // Smaller boards have fewer of them, and no board has a cell above these.
        let Some(first) = net.rows.first() else { return };
        let [second, third] = [1, 2].map(|part| net.rows.get(part).unwrap_or(first));
        if !self.is_filled {
            *self = Self { planes: [Bitboard::EMPTY; PLANES], sums: net.bias, is_filled: true };
        }
        // A local copy stays in registers.
        let mut sums = self.sums;
        let used_rows = first.iter().zip(second).zip(third).take(planes_of(G::rules(options)));
        for ((rows, before), after) in used_rows.zip(&mut self.planes).zip(planes) {
            let (mut added, mut removed) = ((after & !*before).into_iter(), (*before & !after).into_iter());
            *before = after;
            loop {
                match (added.next(), removed.next()) {
                    // Usually a piece has moved: one pass adds and subtracts.
                    (Some(to), Some(from)) => {
                        sums.exchange(row::<W>(rows, to), row::<W>(rows, from));
                    }
                    (Some(to), None) => sums.add(row::<W>(rows, to)),
                    (None, Some(from)) => sums.subtract(row::<W>(rows, from)),
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

/// The rows of one plane, for the lowest 64 bits, the next and those above.
type RowsOfPlane<'a> = ((&'a [Row; 64], &'a [Row; 64]), &'a [Row; 64]);

/// The weights of an input of one plane.
#[inline(always)]
fn row<'a, W: Word>(((first, second), third): RowsOfPlane<'a>, square: Square) -> &'a Row {
    let rows = match square.index() {
        64..128 if W::BITS > 64 => second,
        128.. if W::BITS > 128 => third,
        _ => first,
    };
    &rows[square.index_in::<u64>()]
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
