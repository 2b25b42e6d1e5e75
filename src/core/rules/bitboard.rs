//! Sets of cells in one machine word, and the steps that move a whole set at once.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A cell of a board, identified by the number of its bit in a [`Bitboard`] (0..=63).
///
/// The number is internal; [`Geometry::name`](super::Geometry::name) gives the name that people use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The cell of bit `bit`; only the lower six bits count.
    #[inline]
    #[must_use]
    pub const fn new(bit: u8) -> Self {
        Self(bit & 63)
    }

    /// The number of the bit, to index tables of 64 entries.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The set that holds only this cell.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }
}

/// A set of cells, one bit each.
///
/// ```
/// use coupturc_core::rules::{Bitboard, Square};
///
/// let set = Square::new(3).bitboard() | Square::new(9).bitboard();
/// assert_eq!(set.count(), 2);
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::new(3), Square::new(9)]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains any cell.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set contains exactly one cell.
    #[inline]
    #[must_use]
    pub const fn is_single(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// The number of cells in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set contains more than `number` cells. For small numbers this is faster than counting.
    #[inline]
    #[must_use]
    pub const fn has_more_than(self, number: usize) -> bool {
        let (mut rest, mut left) = (self.0, number);
        while rest != 0 && left > 0 {
            rest &= rest - 1;
            left -= 1;
        }
        rest != 0
    }

    /// Whether `square` is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bitboard().0 != 0
    }

    /// The cell with the lowest bit, if there is one.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }

    /// Every cell of the set moved one step; those that would leave the board vanish.
    #[inline]
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        Self(direction.shift(self.0) & direction.targets.0)
    }

    /// Every cell of the set moved one step, intersected with `set`, a set of cells of the board. Cheaper than a step
    /// followed by an intersection: in most directions a step off the board cannot end on a cell of the board.
    #[inline]
    #[must_use]
    pub const fn step_onto(self, direction: Direction, set: Self) -> Self {
        let stepped = direction.shift(self.0) & set.0;
        Self(if direction.wraps { stepped & direction.targets.0 } else { stepped })
    }

    /// Every cell of the set moved one step; those that leave the board vanish or become a bit that is not a cell. For
    /// sets that are then intersected with cells of the board.
    #[inline]
    #[must_use]
    pub(super) const fn step_loosely(self, direction: Direction) -> Self {
        self.step_onto(direction, Self(!0))
    }

    /// Every cell of the set moved two steps. Only meaningful if each of them can move that far.
    #[inline]
    #[must_use]
    pub(super) const fn jump(self, direction: Direction) -> Self {
        let jumped = direction.twice().shift(self.0);
        Self(if direction.goes_around { jumped & direction.word() } else { jumped })
    }

    /// The union, where the operator is not available (in constants).
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A direction on a board: where a step leads from each of its cells.
///
/// All boards are laid out so that a step in a given direction adds the same number to
/// the bit of every cell, modulo the width of the word that the board uses. A step of a whole
/// set is then one shift or rotation, and one mask for the cells that no step can reach.
/// [`Geometry::direction`](super::Geometry::direction) computes and checks these at compile time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    /// How far bits move up; modulo `width` if they wrap around.
    up: u32,
    width: u32,
    /// Whether bits that leave the word on one side wrap around to the other.
    goes_around: bool,
    /// Whether a step off the board can end on a cell of the board.
    wraps: bool,
    targets: Bitboard,
}

impl Direction {
    /// The direction that moves bits up by `up` modulo `width` and reaches the cells `targets`
    /// from cells of `board`.
    pub(super) const fn new(
        up: u32,
        width: u32,
        goes_around: bool,
        board: Bitboard,
        targets: Bitboard,
    ) -> Self {
        let mut direction = Self { up, width, goes_around, wraps: false, targets };
        // A step twice as long must shift the same way.
        assert!(goes_around || 4 * up < width || 4 * (width - up) < width, "the steps are too long");
        direction.wraps = direction.shift(board.0) & board.0 & !targets.0 != 0;
        direction
    }

    /// Whether `other` is the opposite direction.
    pub(super) const fn is_opposite(self, other: Self) -> bool {
        self.up + other.up == self.width
    }

    /// The direction of steps twice as long, without its targets.
    #[inline]
    const fn twice(self) -> Self {
        Self { up: 2 * self.up % self.width, ..self }
    }

    /// All bits of the word.
    #[inline]
    const fn word(self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    #[inline]
    const fn shift(self, word: u64) -> u64 {
        let down = self.width - self.up;
        if self.goes_around {
            (word << self.up) | (word >> down)
        } else if self.up < down {
            word << self.up
        } else {
            word >> down
        }
    }

    /// The cell from which a step in this direction leads to `target`.
    ///
    /// Only meaningful for a `target` that such a step can reach.
    #[inline]
    #[must_use]
    pub const fn source(self, target: Square) -> Square {
        let bit = target.0 as u32 + self.width - self.up;
        Square::new(if bit >= self.width { bit - self.width } else { bit } as u8)
    }
}

/// Runs the body for each of up to eight directions of a list. The list is given twice: as a constant, and as known at
/// run time. If the constant is empty, as for a game from a file, the body is compiled once, as a loop over the latter.
/// Otherwise each direction is a constant when the body is compiled: the loop is always unrolled.
macro_rules! for_each_direction {
    ($index:pat, $direction:ident in $list:expr, $given:expr => $body:block) => {
        const { assert!($list.len() <= 8, "there are more directions than the macro knows") };
        if const { $list.is_empty() } {
            for ($index, &$direction) in $given.iter().enumerate() {
                $body
            }
        }
        for_each_direction!(@ 0 1 2 3 4 5 6 7; $index, $direction in $list => $body);
    };
    (@ $($place:literal)*; $index:pat, $direction:ident in $list:expr => $body:block) => {
        $(if let Some($direction) = const { $crate::rules::nth($list, $place) } {
            let $index = $place;
            $body
        })*
    };
}
pub(crate) use for_each_direction;

pub(crate) const fn nth(list: &[Direction], place: usize) -> Option<Direction> {
    if place < list.len() { Some(list[place]) } else { None }
}

/// An iterator over the cells of a set, from the lowest bit up.
#[derive(Clone, Copy, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}
