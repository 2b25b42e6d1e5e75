//! RankedSet: which numbers are in use, where only one of several equivalent ones is: a set of numbers that can tell
//! how many are smaller.

/// A set of numbers below some limit, each of which has a place in it.
#[derive(Clone, Debug)]
pub(super) struct RankedSet {
    words: Vec<u64>,
    /// How many there are before each word.
    before: Vec<u32>,
    len: usize,
}

impl RankedSet {
    /// The numbers below `limit` for which `is_kept`.
    pub(super) fn new(limit: usize, mut is_kept: impl FnMut(usize) -> bool) -> Self {
        let mut fold = Self { words: vec![0; limit.div_ceil(64)], before: Vec::new(), len: 0 };
        for number in (0..limit).filter(|&number| is_kept(number)) {
            fold.words[number / 64] |= 1 << (number % 64);
        }
        for word in &fold.words {
            fold.before.push(fold.len as u32);
            fold.len += word.count_ones() as usize;
        }
        fold
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn contains(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 != 0
    }

    /// How many numbers of the set are smaller than `number`.
    #[inline]
    pub(super) fn place(&self, number: usize) -> usize {
        let below = self.words[number / 64] & ((1 << (number % 64)) - 1);
        self.before[number / 64] as usize + below.count_ones() as usize
    }

    /// The number at `place`, which is less than [`len`](Self::len).
    pub(super) fn number(&self, place: usize) -> usize {
        let word = self.before.partition_point(|&before| before as usize <= place) - 1;
        let mut bits = self.words[word];
        for _ in self.before[word] as usize..place {
            bits &= bits - 1;
        }
        word * 64 + bits.trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_numbers_are_the_same() {
        for modulus in [1, 2, 3, 7, 64, 200] {
            let fold = RankedSet::new(1000, |number| number % modulus == modulus / 2);
            let kept: Vec<usize> = (0..1000).filter(|number| number % modulus == modulus / 2).collect();
            assert_eq!(fold.len(), kept.len());
            for (place, &number) in kept.iter().enumerate() {
                assert!(fold.contains(number));
                assert_eq!((fold.place(number), fold.number(place)), (place, number));
            }
            assert_eq!((0..1000).filter(|&number| fold.contains(number)).count(), kept.len());
        }
    }
}
