//! Combinations: sets of `k` cells, ranked without gaps.
//!
//! CITE: the combinatorial number system; Derrick H. Lehmer, "The machine tools of combinatorics", 1964.

use super::Bitboard;
use crate::rules::Square;

/// The maximum number of pieces of a class.
pub(super) const MOST_PIECES: usize = 8;

/// `[n][k]`: the number of sets of `k` out of `n` cells.
static BINOMIALS: [[usize; MOST_PIECES + 1]; 65] = {
    let mut table: [[usize; MOST_PIECES + 1]; 65] = [[0; MOST_PIECES + 1]; 65];
    let mut n = 0;
    while n <= 64 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST_PIECES && n > 0 {
            // Saturates only for classes too large for the memory of the machine.
            table[n][k] = usize::saturating_add(table[n - 1][k - 1], table[n - 1][k]);
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `k` out of `n` cells, for `n` up to 64 and `k` up to [`MOST_PIECES`].
#[inline]
pub(super) fn binomial(n: usize, k: usize) -> usize {
    BINOMIALS[n][k]
}

/// The rank of `set` among all sets of the same size out of `cells`.
#[inline(always)]
pub(super) fn rank(set: Bitboard, cells: Bitboard) -> usize {
    let mut rank = 0;
    for (place, square) in set.into_iter().enumerate() {
        let below = (cells & Bitboard::below(square)).count() as usize;
        rank += if place == 0 { below } else { binomial(below, place + 1) };
    }
    rank
}

/// A set of cells that can be advanced to the set of the same size with the next rank.
#[derive(Clone, Debug)]
pub(super) struct Combination {
    cells: [Square; 64],
    len: usize,
    /// Indices into `cells`, ascending.
    chosen: [u8; MOST_PIECES],
    count: usize,
    set: Bitboard,
}

impl Combination {
    /// The empty set.
    pub(super) fn empty() -> Self {
        Self::first(Bitboard::EMPTY, 0)
    }

    /// The first set of `count` out of `cells`; there must be at least `count` of them.
    pub(super) fn first(cells: Bitboard, count: usize) -> Self {
        Self::at(cells, count, 0)
    }

    /// The set with this rank among the sets of `count` out of `cells`.
    pub(super) fn at(cells: Bitboard, count: usize, mut rank: usize) -> Self {
        let mut combination = Self {
            cells: [Square::new(0); 64],
            len: cells.count() as usize,
            chosen: [0; MOST_PIECES],
            count,
            set: Bitboard::EMPTY,
        };
        combination.cells.iter_mut().zip(cells).for_each(|(place, square)| *place = square);
        let mut limit = combination.len;
        for k in (1..=count).rev() {
            // The highest cell whose binomial does not exceed the rank.
            limit = (k - 1..limit).rev().find(|&place| binomial(place, k) <= rank).unwrap_or(k - 1);
            rank -= binomial(limit, k);
            combination.chosen[k - 1] = limit as u8;
        }
        combination.collect();
        combination
    }

    /// The current set.
    #[inline]
    pub(super) fn set(&self) -> Bitboard {
        self.set
    }

    /// Advances to the next set. Returns whether there was one.
    #[inline]
    pub(super) fn advance(&mut self) -> bool {
        for i in 0..self.count {
            let limit = if i + 1 < self.count { self.chosen[i + 1] } else { self.len as u8 };
            if self.chosen[i] + 1 < limit {
                self.chosen[i] += 1;
                (0..i).for_each(|lower| self.chosen[lower] = lower as u8);
                self.collect();
                return true;
            }
        }
        false
    }

    #[inline]
    fn collect(&mut self) {
        let chosen = self.chosen[..self.count].iter();
        self.set = chosen.map(|&place| self.cells[usize::from(place) % 64]).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_ranks_map_to_each_other() {
        let cells = crate::rules::Bitboard(0b1011_0110_0111_0101);
        for count in 0..=MOST_PIECES {
            let mut combination = Combination::first(cells, count);
            let mut number = 0;
            loop {
                assert_eq!(combination.set().count() as usize, count);
                assert_eq!((combination.set() & !cells), Bitboard::EMPTY);
                assert_eq!(rank(combination.set(), cells), number);
                assert_eq!(Combination::at(cells, count, number).set(), combination.set());
                number += 1;
                if !combination.advance() {
                    break;
                }
            }
            assert_eq!(number, binomial(10, count));
        }
    }
}
