//! The pieces on the board. Nothing else may move one, so that the hash key cannot drift.

use super::bitboard::{Bitboard, Square};
use super::color::{ByColor, Color};
use super::piece::Kind;
use super::zobrist;

/// Where the men and kings of both players stand, and the hash key of that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    men: ByColor<Bitboard>,
    kings: ByColor<Bitboard>,
    key: u64,
}

impl Board {
    /// The men of `color`.
    #[inline]
    #[must_use]
    pub fn men(&self, color: Color) -> Bitboard {
        self.men[color]
    }

    /// The kings of `color`.
    #[inline]
    #[must_use]
    pub fn kings(&self, color: Color) -> Bitboard {
        self.kings[color]
    }

    /// All pieces of `color`.
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.men[color] | self.kings[color]
    }

    /// All pieces of both players.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.pieces(Color::White) | self.pieces(Color::Black)
    }

    /// The piece on `square`, if there is one.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<(Color, Kind)> {
        Color::ALL.into_iter().find_map(|color| {
            if self.men[color].contains(square) {
                Some((color, Kind::Man))
            } else if self.kings[color].contains(square) {
                Some((color, Kind::King))
            } else {
                None
            }
        })
    }

    /// The hash key of the pieces alone.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Puts a piece on an empty `square`.
    #[inline]
    pub(super) fn put(&mut self, color: Color, kind: Kind, square: Square) {
        debug_assert!(!self.occupied().contains(square));
        self.toggle(color, kind, square);
    }

    /// Takes a piece off `square`.
    #[inline]
    pub(super) fn take(&mut self, color: Color, kind: Kind, square: Square) {
        debug_assert_eq!(self.at(square), Some((color, kind)));
        self.toggle(color, kind, square);
    }

    /// Takes all pieces of `color` off the `squares`.
    #[inline]
    pub(super) fn take_all(&mut self, color: Color, squares: Bitboard) {
        for square in squares & self.men[color] {
            self.take(color, Kind::Man, square);
        }
        for square in squares & self.kings[color] {
            self.take(color, Kind::King, square);
        }
    }

    #[inline]
    fn toggle(&mut self, color: Color, kind: Kind, square: Square) {
        match kind {
            Kind::Man => self.men[color] ^= square.bitboard(),
            Kind::King => self.kings[color] ^= square.bitboard(),
        }
        self.key ^= zobrist::piece(color, kind, square);
    }
}
