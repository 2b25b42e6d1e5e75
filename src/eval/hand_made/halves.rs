//! The left and the right half of a board, as its players see it.

use crate::rules::{Bitboard, Direction, Game};

/// The cells left and right of the middle.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    left: Bitboard,
    right: Bitboard,
}

impl Halves {
    /// The halves of the board of a game.
    #[inline]
    pub(super) const fn of<G: Game>() -> Self {
        const { Self::compute::<G>() }
    }

    /// How many more of these pieces stand in one half than in the other.
    #[inline]
    pub(super) fn imbalance(self, pieces: Bitboard) -> i32 {
        ((pieces & self.left).count() as i32 - (pieces & self.right).count() as i32).abs()
    }

    const fn compute<G: Game>() -> Self {
        let (dx, dy) = forwards::<G>();
        let squares = G::GEOMETRY.squares();
        // How far to the side a cell lies, times the number of cells, so that the middle is a whole number too.
        let (mut sum, mut i) = (0, 0);
        while i < squares.len() {
            let (x, y) = G::GEOMETRY.coordinates(squares[i]);
            sum += x as i32 * dy - y as i32 * dx;
            i += 1;
        }
        let (mut left, mut right) = (Bitboard::EMPTY, Bitboard::EMPTY);
        i = 0;
        while i < squares.len() {
            let (x, y) = G::GEOMETRY.coordinates(squares[i]);
            let aside = (x as i32 * dy - y as i32 * dx) * squares.len() as i32 - sum;
            if aside < 0 {
                left = left.union(squares[i].bitboard());
            } else if aside > 0 {
                right = right.union(squares[i].bitboard());
            }
            i += 1;
        }
        Self { left, right }
    }
}

/// Where the steps of White's men lead to all in all.
const fn forwards<G: Game>() -> (i32, i32) {
    let steps: &[Direction] = G::MAN_STEPS.white();
    let (mut dx, mut dy, mut i) = (0, 0, 0);
    while i < steps.len() {
        // Any cell that has a neighbour there will do.
        let mut cells = G::GEOMETRY.board();
        while let Some(from) = cells.first() {
            if let Some(to) = from.bitboard().step(steps[i]).first() {
                let ((x, y), (to_x, to_y)) = (G::GEOMETRY.coordinates(from), G::GEOMETRY.coordinates(to));
                dx += (to_x - x) as i32;
                dy += (to_y - y) as i32;
                break;
            }
            cells = Bitboard(cells.0 & (cells.0 - 1));
        }
        i += 1;
    }
    (dx, dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::{Dameo, Hexdame, International};

    #[test]
    fn halves_are_as_large_as_each_other() {
        fn sizes<G: Game>() -> [u32; 2] {
            let Halves { left, right } = Halves::of::<G>();
            assert!((left & right).is_empty());
            [left.count(), right.count()]
        }
        assert_eq!(sizes::<International>(), [25, 25]);
        assert_eq!(sizes::<Dameo>(), [32, 32]);
        assert_eq!(sizes::<Hexdame>(), [26, 26], "nine cells lie in the middle");
    }
}
