//! Sums of values over sets of cells.

use super::worth::Worth;
use crate::rules::Bitboard;

/// A value for each cell, summed over a set of cells without visiting them one by one: eight bits
/// of the set at a time lead to the sum of the values of their cells.
pub(super) struct SumTable {
    /// `[byte of the set]`: what its cells are worth at the start of a game, and near its end
    sums: [[[i16; 2]; 256]; 8],
}

impl SumTable {
    pub(super) const fn new(values: &[Worth; 64]) -> Self {
        let mut sums = [[[0; 2]; 256]; 8];
        let mut byte = 0;
        while byte < 8 {
            let mut bits: usize = 1;
            while bits < 256 {
                let Worth { opening, ending } = values[8 * byte + bits.trailing_zeros() as usize];
                assert!(opening.abs() < 1000 && ending.abs() < 1000, "the sum of eight values may not fit");
                let [start, end] = sums[byte][bits & (bits - 1)];
                sums[byte][bits] = [start + opening as i16, end + ending as i16];
                bits += 1;
            }
            byte += 1;
        }
        Self { sums }
    }

    /// The sum of the values of the cells in `set`.
    #[inline]
    pub(super) fn sum(&self, set: Bitboard) -> Worth {
        let bytes = set.0.to_le_bytes();
        let each = self.sums.iter().zip(bytes).map(|(sums, byte)| sums[usize::from(byte)]);
        each.fold(Worth::default(), |sum, [opening, ending]| {
            sum + Worth { opening: i32::from(opening), ending: i32::from(ending) }
        })
    }
}
