//! The pieces on the board.

use super::bitboard::{Bitboard, Square};
use super::color::{ByColor, Color};
use super::piece::Kind;
use super::wide::Wide;
use super::word::Word;

/// Where the men and kings of both players stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board<W = Wide> {
    pieces: ByColor<Bitboard<W>>,
    /// The kings of both players.
    kings: Bitboard<W>,
}

impl<W: Word> Board<W> {
    /// The board with these pieces, no two of which share a cell.
    #[inline]
    #[must_use]
    pub(crate) fn new(men: ByColor<Bitboard<W>>, kings: ByColor<Bitboard<W>>) -> Self {
        let [white, black] = Color::ALL.map(|color| men[color] | kings[color]);
        Self { pieces: ByColor::new(white, black), kings: kings[Color::White] | kings[Color::Black] }
    }

    /// The men of `color`.
    #[inline]
    #[must_use]
    pub fn men(&self, color: Color) -> Bitboard<W> {
        self.pieces[color] & !self.kings
    }

    /// The kings of `color`.
    #[inline]
    #[must_use]
    pub fn kings(&self, color: Color) -> Bitboard<W> {
        self.pieces[color] & self.kings
    }

    /// The cells of `cells` that hold no king.
    #[inline]
    #[must_use]
    pub(super) fn without_kings(&self, cells: Bitboard<W>) -> Bitboard<W> {
        cells & !self.kings
    }

    /// All pieces of `color`.
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color) -> Bitboard<W> {
        self.pieces[color]
    }

    /// All pieces of both players.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard<W> {
        self.pieces[Color::White] | self.pieces[Color::Black]
    }

    /// The piece on `square`, if there is one.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<(Color, Kind)> {
        let color = Color::ALL.into_iter().find(|&color| self.pieces[color].contains(square))?;
        Some((color, self.kind(square)))
    }

    /// The kind of the piece on `square`, which must not be empty.
    #[inline]
    #[must_use]
    pub(super) fn kind(&self, square: Square) -> Kind {
        if self.kings.contains(square) { Kind::King } else { Kind::Man }
    }

    /// Puts a piece on an empty `square`.
    pub(super) fn put(&mut self, color: Color, kind: Kind, square: Square) {
        debug_assert!(!self.occupied().contains(square));
        self.pieces[color] |= square.bitboard();
        if kind == Kind::King {
            self.kings |= square.bitboard();
        }
    }

    /// The board after the piece of `us` on the cell `from` has moved to the cell `to`, perhaps the same one, and
    /// captured the pieces on `captured`. A man becomes a king on `promotion`.
    #[inline(always)]
    pub(super) fn after(
        &self,
        us: Color,
        from: Bitboard<W>,
        to: Bitboard<W>,
        captured: Bitboard<W>,
        promotion: Bitboard<W>,
    ) -> Self {
        let mut board = *self;
        board.pieces[us] = (self.pieces[us] & !from) | to;
        board.pieces[!us] = self.pieces[!us] & !captured;
        let crowned = if (self.kings & from).any() { to } else { to & promotion };
        board.kings = (self.kings & !(from | captured)) | crowned;
        board
    }

    /// The same board in the widest word.
    #[must_use]
    pub fn widen(&self) -> Board {
        Board { pieces: self.pieces.map(Bitboard::widen), kings: self.kings.widen() }
    }
}

impl Board {
    /// The same board in a narrower word, which has a bit for each of its cells.
    #[must_use]
    pub(super) fn narrow<W: Word>(&self) -> Board<W> {
        Board { pieces: self.pieces.map(Bitboard::narrow), kings: self.kings.narrow() }
    }
}
