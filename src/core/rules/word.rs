//! The words that sets of cells are kept in: one bit for each cell.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

/// An unsigned integer with a bit for each cell of a board: `u64` in the games of the list and on other boards of that
/// size, `u128` on larger ones and wherever the game is known only at run time.
pub trait Word:
    Copy
    + Debug
    + Default
    + Eq
    + Hash
    + Ord
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Sub<Output = Self>
{
    /// The number of bits, a power of two.
    const BITS: u32;
    /// The word without bits.
    const ZERO: Self;
    /// The word with only the lowest bit.
    const ONE: Self;

    /// One value for each bit.
    type PerBit<T: Copy + Send + Sync + 'static>: Copy + Send + Sync + 'static + AsRef<[T]> + AsMut<[T]>;

    /// The same value for each bit.
    fn per_bit<T: Copy + Send + Sync + 'static>(value: T) -> Self::PerBit<T>;

    /// The number of bits that are set.
    fn count(self) -> u32;

    /// The number of the lowest bit that is set; [`BITS`](Self::BITS) if none is.
    fn lowest(self) -> u32;

    /// The same bits in the widest word.
    fn widen(self) -> u128;

    /// The bits of the widest word that fit into this one.
    fn narrow(wide: u128) -> Self;

    /// A number of 64 bits made from all bits: the word itself if it has no more.
    fn folded(self) -> u64;
}

macro_rules! word {
    ($word:ty, $this:ident => $folded:expr) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            type PerBit<T: Copy + Send + Sync + 'static> = [T; <$word>::BITS as usize];

            #[inline(always)]
            fn per_bit<T: Copy + Send + Sync + 'static>(value: T) -> Self::PerBit<T> {
                [value; <$word>::BITS as usize]
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn widen(self) -> u128 {
                self.into()
            }

            #[inline(always)]
            fn narrow(wide: u128) -> Self {
                wide as Self
            }

            #[inline(always)]
            fn folded(self) -> u64 {
                let $this = self;
                $folded
            }
        }
    };
}

word!(u64, word => word);
// The multiplier keeps a cell of the upper half from standing for one of the lower half.
word!(u128, word => word as u64 ^ ((word >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93));
