//! The words that sets of cells are kept in: one bit for each cell.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

use super::wide::Wide;

/// An unsigned integer with a bit for each cell of a board: `u64` in the games of the list and on other boards of that
/// size, [`Large`] on larger ones, and [`Wide`] on the largest and wherever the game is known only at run time.
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
    /// The number of its lowest bits that boards use: not all of the widest word.
    const USED_BITS: usize;

    /// One value for each bit that boards use.
    type PerBit<T: Copy + Send + Sync + 'static>: Copy + Send + Sync + 'static + AsRef<[T]> + AsMut<[T]>;

    /// The same value for each bit.
    fn per_bit<T: Copy + Send + Sync + 'static>(value: T) -> Self::PerBit<T>;

    /// The number of bits that are set.
    fn count(self) -> u32;

    /// The number of the lowest bit that is set; [`BITS`](Self::BITS) if none is.
    fn lowest(self) -> u32;

    /// The same bits in the widest word.
    fn widen(self) -> Wide;

    /// The bits of the widest word that fit into this one.
    fn narrow(wide: Wide) -> Self;

    /// A number of 64 bits made from all bits: the word itself if it has no more.
    fn folded(self) -> u64;
}

/// The word of boards of 65 to 128 cells.
#[cfg(not(target_family = "wasm"))]
pub type Large = u128;
/// The word of boards of 65 to 128 cells: the widest, for an engine more would make the module for pages larger by a tenth,
/// and WebAssembly has no numbers of 128 bits anyway.
#[cfg(target_family = "wasm")]
pub type Large = Wide;

/// The number of bits of the narrowest word with at least so many.
pub(super) const fn narrowest(bits: u32) -> u32 {
    if bits <= u64::BITS {
        u64::BITS
    } else if bits <= u128::BITS {
        Large::BITS
    } else {
        Wide::BITS
    }
}

macro_rules! word {
    ($word:ty, $zero:expr, $one:expr, $used:expr, $widened:expr, $narrowed:expr, $folded:expr) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            const USED_BITS: usize = $used;

            type PerBit<T: Copy + Send + Sync + 'static> = [T; $used];

            #[inline(always)]
            fn per_bit<T: Copy + Send + Sync + 'static>(value: T) -> Self::PerBit<T> {
                [value; $used]
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
            fn widen(self) -> Wide {
                $widened(self)
            }

            #[inline(always)]
            fn narrow(wide: Wide) -> Self {
                $narrowed(wide)
            }

            #[inline(always)]
            fn folded(self) -> u64 {
                $folded(self)
            }
        }
    };
}

/// The number of cells of the largest board.
const MOST_CELLS: usize = (coupturc_gamefile::MOST_ROWS as usize).pow(2);

/// The multiplier keeps a cell of an upper part from standing for one of a lower part.
const fn fold(word: Wide) -> u64 {
    const MULTIPLIER: u64 = 0xd6e8_feb8_6659_fd93;
    let (low, high) = (word.low(), word.high());
    let upper = ((high >> 64) as u64).wrapping_mul(MULTIPLIER) ^ high as u64;
    let middle = upper.wrapping_mul(MULTIPLIER) ^ (low >> 64) as u64;
    middle.wrapping_mul(MULTIPLIER) ^ low as u64
}

word!(u64, 0, 1, 64, |word| Wide::new(word as u128), |wide: Wide| wide.low() as u64, |word| word);
word!(u128, 0, 1, 128, Wide::new, Wide::low, |word| fold(Wide::new(word)));
word!(Wide, Wide::new(0), Wide::new(1), MOST_CELLS, |word| word, |wide| wide, fold);
