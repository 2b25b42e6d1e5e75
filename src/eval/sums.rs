//! Sums of values over sets of cells.

use super::worth::Worth;
use crate::rules::Bitboard;

/// A value for each cell, summed over a set of cells without visiting them one by one: eight bits
/// of the set at a time lead to the sum of the values of their cells.
pub(super) struct SumTable {
    /// `[byte of the set]`: what its cells are worth at the start of a game in the lower half of the number, near its
    /// end in the upper one. The sums of both stay within 16 bits, so that one addition adds both.
    sums: [[i32; 256]; 8],
}

impl SumTable {
    pub(super) const fn new(values: &[Worth; 64]) -> Self {
        let mut sums = [[0; 256]; 8];
        // The largest sums of any set of cells, and then some.
        let (mut opening_most, mut ending_most) = (0, 0);
        let mut byte = 0;
        while byte < 8 {
            let mut bits: usize = 1;
            while bits < 256 {
                let Worth { opening, ending } = values[8 * byte + bits.trailing_zeros() as usize];
                sums[byte][bits] = sums[byte][bits & (bits - 1)] + opening + (ending << 16);
                if bits.is_power_of_two() {
                    opening_most += opening.abs();
                    ending_most += ending.abs();
                }
                bits += 1;
            }
            byte += 1;
        }
        assert!(opening_most < 1 << 15 && ending_most < 1 << 15, "the sum of all values may not fit");
        Self { sums }
    }

    /// The sum of the values of the cells in `set`.
    #[inline]
    pub(super) fn sum(&self, set: Bitboard) -> Worth {
        let bytes = set.0.to_le_bytes();
        let both: i32 = self.sums.iter().zip(bytes).map(|(sums, byte)| sums[usize::from(byte)]).sum();
        let opening = i32::from(both as i16);
        Worth { opening, ending: (both - opening) >> 16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_that_of_its_cells() {
        let mut values = [Worth::always(0); 64];
        for (square, value) in values.iter_mut().enumerate() {
            let square = square as i32;
            *value = Worth { opening: 7 * square - 300, ending: 250 - 11 * square };
        }
        let table = SumTable::new(&values);
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..1000 {
            let set = Bitboard(random.u64(..));
            let sum = (0..64)
                .filter(|square| set.0 >> square & 1 == 1)
                .fold(Worth::default(), |sum, square| sum + values[square]);
            assert_eq!(table.sum(set), sum);
        }
    }
}
