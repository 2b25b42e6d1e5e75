//! The widest word: a set of up to 256 bits, as two halves.
//!
//! It has only what a [`Word`](super::Word) needs, which is little, and that partly as `const fn`, because the boards of
//! the listed games are constants.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

/// An unsigned integer of 256 bits.
///
/// ```
/// use coupturc_core::rules::Wide;
///
/// let bytes: Vec<u8> = (1..=32).collect();
/// assert_eq!(Wide::from_le_bytes(&bytes).to_le_bytes()[..], bytes);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wide {
    // First, so that the derived order is that of numbers.
    high: u128,
    low: u128,
}

// The functions that constants need; the operators below are the same.
impl Wide {
    /// The number of bits.
    pub const BITS: u32 = 2 * u128::BITS;

    /// The word with these lower bits.
    #[inline(always)]
    #[must_use]
    pub const fn new(low: u128) -> Self {
        Self { high: 0, low }
    }

    /// The lower half.
    #[inline(always)]
    #[must_use]
    pub const fn low(self) -> u128 {
        self.low
    }

    /// The upper half.
    #[inline(always)]
    pub(super) const fn high(self) -> u128 {
        self.high
    }

    /// The number of bits that are set.
    #[inline]
    #[must_use]
    pub const fn count_ones(self) -> u32 {
        self.high.count_ones() + self.low.count_ones()
    }

    /// The number of the lowest bit that is set; [`BITS`](Self::BITS) if none is.
    #[inline]
    #[must_use]
    pub const fn trailing_zeros(self) -> u32 {
        if self.low == 0 { u128::BITS + self.high.trailing_zeros() } else { self.low.trailing_zeros() }
    }

    pub(super) const fn is(self, other: Self) -> bool {
        self.high == other.high && self.low == other.low
    }

    #[inline]
    pub(super) const fn is_zero(self) -> bool {
        self.high | self.low == 0
    }

    #[inline(always)]
    pub(super) const fn bitand(self, other: Self) -> Self {
        Self { high: self.high & other.high, low: self.low & other.low }
    }

    #[inline(always)]
    pub(super) const fn bitor(self, other: Self) -> Self {
        Self { high: self.high | other.high, low: self.low | other.low }
    }

    #[inline(always)]
    pub(super) const fn not(self) -> Self {
        Self { high: !self.high, low: !self.low }
    }

    #[inline]
    pub(super) const fn shl(self, by: u32) -> Self {
        if by >= u128::BITS {
            return Self { high: self.low << (by - u128::BITS), low: 0 };
        }
        // In two steps, because a shift by all bits of a half is none.
        Self { high: self.high << by | self.low >> 1 >> (u128::BITS - 1 - by), low: self.low << by }
    }

    #[inline]
    pub(super) const fn shr(self, by: u32) -> Self {
        if by >= u128::BITS {
            return Self { high: 0, low: self.high >> (by - u128::BITS) };
        }
        Self { high: self.high >> by, low: self.low >> by | self.high << 1 << (u128::BITS - 1 - by) }
    }
}

impl Wide {
    /// The number of these bytes, at most 32, the lowest first.
    ///
    /// # Panics
    ///
    /// If there are more.
    #[must_use]
    pub fn from_le_bytes(bytes: &[u8]) -> Self {
        let mut all = [0; 32];
        all[..bytes.len()].copy_from_slice(bytes);
        let [low, high] = [0, 16].map(|from| std::array::from_fn(|place| all[from + place]));
        Self { high: u128::from_le_bytes(high), low: u128::from_le_bytes(low) }
    }

    /// Its bytes, the lowest first.
    #[must_use]
    pub fn to_le_bytes(self) -> [u8; 32] {
        let halves = [self.low.to_le_bytes(), self.high.to_le_bytes()];
        std::array::from_fn(|place| halves[place / 16][place % 16])
    }
}

impl BitAnd for Wide {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.bitand(other)
    }
}

impl BitOr for Wide {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.bitor(other)
    }
}

impl BitXor for Wide {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self { high: self.high ^ other.high, low: self.low ^ other.low }
    }
}

impl Not for Wide {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.not()
    }
}

impl Shl<u32> for Wide {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        self.shl(by)
    }
}

impl Shr<u32> for Wide {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        self.shr(by)
    }
}

impl Sub for Wide {
    type Output = Self;
    /// Wraps around below zero.
    #[inline]
    fn sub(self, other: Self) -> Self {
        let (low, borrows) = self.low.overflowing_sub(other.low);
        Self { high: self.high.wrapping_sub(other.high).wrapping_sub(borrows.into()), low }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same word, naively.
    type Bits = [bool; 256];

    fn bits(word: Wide) -> Bits {
        let bytes = word.to_le_bytes();
        std::array::from_fn(|bit| bytes[bit / 8] >> (bit % 8) & 1 != 0)
    }

    fn both(one: &Bits, other: &Bits, of: fn(bool, bool) -> bool) -> Bits {
        std::array::from_fn(|bit| of(one[bit], other[bit]))
    }

    /// A word of which either half may be empty, full, or a single bit.
    fn random_word(random: &mut fastrand::Rng) -> Wide {
        let mut half = || match random.u8(..4) {
            0 => 0,
            1 => u128::MAX,
            2 => 1 << random.u32(..128),
            _ => random.u128(..),
        };
        Wide { high: half(), low: half() }
    }

    #[test]
    fn words_do_what_their_bits_do() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..5000 {
            let (one, other) = (random_word(&mut random), random_word(&mut random));
            let (a, b) = (bits(one), bits(other));
            assert_eq!(Wide::from_le_bytes(&one.to_le_bytes()), one);
            assert_eq!(bits(one & other), both(&a, &b, |a, b| a && b), "{one:?} {other:?}");
            assert_eq!(bits(one | other), both(&a, &b, |a, b| a || b), "{one:?} {other:?}");
            assert_eq!(bits(one ^ other), both(&a, &b, |a, b| a != b), "{one:?} {other:?}");
            assert_eq!(bits(!one), a.map(|bit| !bit), "{one:?}");
            assert_eq!(one.count_ones() as usize, a.into_iter().filter(|&bit| bit).count(), "{one:?}");
            let lowest = a.into_iter().position(|bit| bit).unwrap_or(256);
            assert_eq!((one.trailing_zeros() as usize, one.is_zero()), (lowest, lowest == 256), "{one:?}");
            assert_eq!(one.cmp(&other), a.iter().rev().cmp(b.iter().rev()), "{one:?} {other:?}");
            let mut borrows = false;
            let difference = std::array::from_fn(|bit| {
                let (a, b, borrowed) = (a[bit], b[bit], borrows);
                borrows = u8::from(a) < u8::from(b) + u8::from(borrowed);
                a ^ b ^ borrowed
            });
            assert_eq!(bits(one - other), difference, "{one:?} {other:?}");
        }
    }

    #[test]
    fn shifts_move_every_bit() {
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..20 {
            let one = random_word(&mut random);
            let at = |bit: Option<usize>| bit.and_then(|bit| bits(one).get(bit).copied()).unwrap_or(false);
            for by in 0..256 {
                let up: Bits = std::array::from_fn(|bit| at(bit.checked_sub(by)));
                let down: Bits = std::array::from_fn(|bit| at(Some(bit + by)));
                assert_eq!((bits(one << by as u32), bits(one >> by as u32)), (up, down), "{one:?} {by}");
            }
        }
    }
}
