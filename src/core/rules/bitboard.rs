//! Sets of cells in one word, and the steps that move a whole set at once.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::wide::Wide;
use super::word::Word;

/// A cell of a board, identified by the number of its bit in a [`Bitboard`] (0..=255).
///
/// The number is internal; [`Geometry::name`](super::Geometry::name) gives the name that people use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// The number of bits of the widest [`Word`], and so the length of tables with one entry for each [`Square`].
pub const MOST_BITS: usize = Wide::BITS as usize;

impl Square {
    /// The cell of bit `bit`.
    #[inline]
    #[must_use]
    pub const fn new(bit: u8) -> Self {
        Self(bit)
    }

    /// The number of the bit, to index tables of [`MOST_BITS`] entries.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the bit in a narrower word, to index tables with one entry for each of its bits.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn index_in<W: Word>(self) -> usize {
        self.0 as usize & (W::BITS as usize - 1)
    }

    /// The set that holds only this cell.
    #[inline]
    #[must_use]
    pub fn bitboard<W: Word>(self) -> Bitboard<W> {
        Bitboard(W::ONE << self.index_in::<W>() as u32)
    }

    /// [`bitboard`](Self::bitboard), in constants.
    #[must_use]
    pub(super) const fn wide_bitboard(self) -> Bitboard {
        Bitboard(Wide::new(1).shl(self.0 as u32))
    }
}

/// A set of cells, one bit each.
///
/// Code that moves pieces uses the [`Word`] of the game. All other code uses the widest one, which is the default.
///
/// ```
/// use coupturc_core::rules::{Bitboard, Square};
///
/// let set: Bitboard = Square::new(3).bitboard() | Square::new(9).bitboard();
/// assert_eq!(set.count(), 2);
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::new(3), Square::new(9)]);
/// assert_eq!(set.narrow::<u64>().widen(), set);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard<W = Wide>(pub W);

impl<W: Word> Bitboard<W> {
    /// The empty set.
    pub const EMPTY: Self = Self(W::ZERO);

    /// The cells whose bits are lower than that of `square`.
    #[inline]
    #[must_use]
    pub fn below(square: Square) -> Self {
        Self(square.bitboard::<W>().0 - W::ONE)
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == W::ZERO
    }

    /// Whether the set contains any cell.
    #[inline]
    #[must_use]
    pub fn any(self) -> bool {
        self.0 != W::ZERO
    }

    /// Whether the set contains exactly one cell.
    #[inline]
    #[must_use]
    pub fn is_single(self) -> bool {
        self.any() && self.without_first().is_empty()
    }

    /// The set without the cell of the lowest bit. It must not be empty.
    #[inline(always)]
    fn without_first(self) -> Self {
        Self(self.0 & (self.0 - W::ONE))
    }

    /// The number of cells in the set.
    #[inline]
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.count()
    }

    /// Whether the set contains more than `number` cells. For small numbers this is faster than counting.
    #[inline]
    #[must_use]
    pub fn has_more_than(self, number: usize) -> bool {
        let (mut rest, mut left) = (self, number);
        while rest.any() && left > 0 {
            rest = rest.without_first();
            left -= 1;
        }
        rest.any()
    }

    /// Whether `square` is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        (self & square.bitboard()).any()
    }

    /// The cell with the lowest bit, if there is one.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square(self.0.lowest() as u8)) }
    }

    /// Every cell of the set moved one step; those that would leave the board vanish.
    #[inline]
    #[must_use]
    pub fn step(self, direction: Direction) -> Self {
        Self(direction.shift(self.0)) & direction.targets.narrow()
    }

    /// Every cell of the set moved one step, intersected with `set`, a set of cells of the board. Cheaper than a step
    /// followed by an intersection: in most directions a step off the board cannot end on a cell of the board.
    #[inline]
    #[must_use]
    pub fn step_onto(self, direction: Direction, set: Self) -> Self {
        let stepped = Self(direction.shift(self.0)) & set;
        if direction.wraps { stepped & direction.targets.narrow() } else { stepped }
    }

    /// Every cell of the set moved one step; those that leave the board vanish or become a bit that is not a cell. For
    /// sets that are then intersected with cells of the board.
    #[inline]
    #[must_use]
    pub(super) fn step_loosely(self, direction: Direction) -> Self {
        self.step_onto(direction, !Self::EMPTY)
    }

    /// Every cell of the set moved two steps. Only meaningful if each of them can move that far.
    #[inline]
    #[must_use]
    pub(super) fn jump(self, direction: Direction) -> Self {
        let jumped = Self(direction.twice().shift(self.0));
        if direction.goes_around { jumped & Self(direction.word()) } else { jumped }
    }

    /// The same set in the widest word.
    #[inline(always)]
    #[must_use]
    pub fn widen(self) -> Bitboard {
        Bitboard(self.0.widen())
    }
}

impl Bitboard {
    /// The same set in a narrower word, which has a bit for each of its cells.
    #[inline(always)]
    #[must_use]
    pub fn narrow<W: Word>(self) -> Bitboard<W> {
        Bitboard(W::narrow(self.0))
    }

    /// The union, where the operator is not available (in constants).
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0.bitor(other.0))
    }

    /// Whether the two are the same, in constants.
    pub(super) const fn is(self, other: Self) -> bool {
        self.0.is(other.0)
    }

    /// Whether the two share a cell, in constants.
    pub(super) const fn overlaps(self, other: Self) -> bool {
        !self.0.bitand(other.0).is_zero()
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

/// A word shifted by a step in a direction. No function is both `const` and generic over the word, and no operator is
/// `const`.
macro_rules! shifted {
    ($direction:expr, $word:expr) => {{
        let (direction, word) = ($direction, $word);
        let down = direction.width - direction.up;
        if direction.goes_around {
            word.shl(direction.up).bitor(word.shr(down))
        } else if direction.up < down {
            word.shl(direction.up)
        } else {
            word.shr(down)
        }
    }};
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
        direction.wraps = !shifted!(direction, board.0).bitand(board.0).bitand(targets.0.not()).is_zero();
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
    fn word<W: Word>(self) -> W {
        !W::ZERO >> (W::BITS - self.width)
    }

    #[inline]
    fn shift<W: Word>(self, word: W) -> W {
        shifted!(self, word)
    }

    /// Where a step leads from the cells `set`, in constants.
    pub(super) const fn step_of(self, set: Bitboard) -> Bitboard {
        Bitboard(shifted!(self, set.0).bitand(self.targets.0))
    }

    /// The cell from which a step in this direction leads to `target`.
    ///
    /// Only meaningful for a `target` that such a step can reach.
    #[inline]
    #[must_use]
    pub const fn source(self, target: Square) -> Square {
        let bit = target.0 as u32 + self.width - self.up;
        Square::new(if self.width.is_power_of_two() {
            bit & (self.width - 1)
        } else if bit >= self.width {
            bit - self.width
        } else {
            bit
        } as u8)
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
pub struct Squares<W = Wide>(Bitboard<W>);

impl<W: Word> Iterator for Squares<W> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first()?;
        self.0 = self.0.without_first();
        Some(first)
    }
}

impl<W: Word> IntoIterator for Bitboard<W> {
    type Item = Square;
    type IntoIter = Squares<W>;

    #[inline]
    fn into_iter(self) -> Squares<W> {
        Squares(self)
    }
}

impl<W: Word> FromIterator<Square> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

impl<W: Word> BitAnd for Bitboard<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<W: Word> BitOr for Bitboard<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<W: Word> BitXor for Bitboard<W> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl<W: Word> Not for Bitboard<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl<W: Word> BitAndAssign for Bitboard<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 = self.0 & other.0;
    }
}

impl<W: Word> BitOrAssign for Bitboard<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 = self.0 | other.0;
    }
}

impl<W: Word> BitXorAssign for Bitboard<W> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 = self.0 ^ other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::geometry::{Cell, Geometry, Naming, Shape};

    /// A set of every third bit.
    fn thirds<W: Word>() -> Bitboard<W> {
        (0..W::BITS).step_by(3).map(|bit| Square::new(bit as u8)).collect()
    }

    fn check_sets<W: Word>() {
        let (set, none) = (thirds::<W>(), Bitboard::<W>::EMPTY);
        let last = Square::new((W::BITS - 1) as u8);
        assert_eq!((none.count(), none.first(), none.any(), none.is_single()), (0, None, false, false));
        assert_eq!(
            (set.count(), set.first(), set.is_single()),
            (W::BITS.div_ceil(3), Some(Square::new(0)), false)
        );
        assert_eq!((!none).count(), W::BITS);
        assert_eq!((!none ^ set).count() + set.count(), W::BITS);
        assert!(set.has_more_than(20) && !set.has_more_than(set.count() as usize));
        let single: Bitboard<W> = last.bitboard();
        assert!(single.is_single() && single.contains(last) && !single.contains(Square::new(0)));
        assert_eq!((single.first(), Bitboard::<W>::below(last).count()), (Some(last), W::BITS - 1));
        let squares: Vec<Square> = set.into_iter().collect();
        assert!(squares.is_sorted() && squares.len() as u32 == set.count());
        assert_eq!(squares.into_iter().collect::<Bitboard<W>>(), set);
        assert_eq!((set.widen().narrow(), set.widen().count()), (set, set.count()));
    }

    #[test]
    fn sets_hold_every_bit_of_their_word() {
        check_sets::<u64>();
        check_sets::<u128>();
        check_sets::<Wide>();
    }

    /// All squares of a board with rows of 7 squares: as many rows as fit into the word.
    fn board<W: Word>() -> Geometry {
        let rows = W::BITS / 7;
        let cells: Vec<Cell> = (0..7 * rows)
            .map(|bit| Cell { x: (bit % 7) as i8, y: (rows - 1 - bit / 7) as i8, bit: bit as u8 })
            .collect();
        Geometry::new(Shape::AllSquares, Naming::LetterNumber, W::BITS, &cells)
    }

    fn check_steps<W: Word>() {
        let board = board::<W>();
        let all: Bitboard<W> = board.board().narrow();
        let steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];
        for (dx, dy) in steps {
            let direction = board.direction(dx, dy);
            for &from in board.squares() {
                let (x, y) = board.coordinates(from);
                let to: Bitboard<W> = board.at(x + dx, y + dy).into_iter().collect();
                let one = from.bitboard::<W>();
                assert_eq!(
                    (one.step(direction), one.step_onto(direction, all)),
                    (to, to),
                    "{x} {y} {dx} {dy}"
                );
                assert_eq!(
                    from.bitboard::<Wide>().step(direction),
                    to.widen(),
                    "the widest word steps alike"
                );
                assert_eq!(direction.step_of(from.wide_bitboard()), to.widen());
                if let Some(to) = to.first() {
                    assert_eq!(direction.source(to), from);
                }
                if let Some(behind) = board.at(x + 2 * dx, y + 2 * dy) {
                    assert_eq!(one.jump(direction), behind.bitboard());
                }
            }
        }
    }

    #[test]
    fn steps_lead_to_neighbours() {
        check_steps::<u64>();
        check_steps::<u128>();
        check_steps::<Wide>();
    }
}
