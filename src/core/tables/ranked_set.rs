//! Ranked set: a set of numbers that counts quickly how many of its members are smaller than a given one.

/// A set of numbers below a limit. The place of a number is how many smaller numbers the set has.
#[derive(Clone, Debug)]
pub(super) struct RankedSet {
    words: Vec<u64>,
    /// The number of members before each word.
    before: Vec<u32>,
    len: usize,
}

impl RankedSet {
    /// The numbers below `limit` for which `is_kept`.
    pub(super) fn new(limit: usize, mut is_kept: impl FnMut(usize) -> bool) -> Self {
        let mut set = Self { words: vec![0; limit.div_ceil(64)], before: Vec::new(), len: 0 };
        for number in (0..limit).filter(|&number| is_kept(number)) {
            set.words[number / 64] |= 1 << (number % 64);
        }
        for word in &set.words {
            set.before.push(set.len as u32);
            set.len += word.count_ones() as usize;
        }
        set
    }

    /// The number of members.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn contains(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 != 0
    }

    /// The number of members that are smaller than `number`.
    #[inline]
    pub(super) fn place(&self, number: usize) -> usize {
        let below = self.words[number / 64] & ((1 << (number % 64)) - 1);
        self.before[number / 64] as usize + below.count_ones() as usize
    }

    /// The member at `place`, which must be less than [`len`](Self::len).
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
    fn places_and_numbers_map_to_each_other() {
        for modulus in [1, 2, 3, 7, 64, 200] {
            let set = RankedSet::new(1000, |number| number % modulus == modulus / 2);
            let kept: Vec<usize> = (0..1000).filter(|number| number % modulus == modulus / 2).collect();
            assert_eq!(set.len(), kept.len());
            for (place, &number) in kept.iter().enumerate() {
                assert!(set.contains(number));
                assert_eq!((set.place(number), set.number(place)), (place, number));
            }
            assert_eq!((0..1000).filter(|&number| set.contains(number)).count(), kept.len());
        }
    }
}
