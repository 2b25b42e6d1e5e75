//! Pieces and material: the pieces of a position as tables see them, and the number of each type.

use std::fmt;

use super::game::TableGame;
use super::{Bitboard, Board};
use crate::rules::{ByColor, Color, Kind, Rules};

/// The four piece types, in the order in which they are numbered.
pub(super) const SORTS: [(Color, Kind); 4] = [
    (Color::White, Kind::Man),
    (Color::Black, Kind::Man),
    (Color::White, Kind::King),
    (Color::Black, Kind::King),
];

/// The index of a piece type in [`SORTS`].
#[inline]
pub(super) const fn sort(color: Color, kind: Kind) -> usize {
    2 * kind as usize + color as usize
}

/// The cells of the pieces of each type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pieces(pub(super) [Bitboard; 4]);

impl Pieces {
    /// The pieces on a board.
    #[inline]
    pub(super) fn of(board: &Board) -> Self {
        let [white, black] = Color::ALL;
        Self([board.men(white), board.men(black), board.kings(white), board.kings(black)])
    }

    /// The board with these pieces.
    #[inline]
    pub(super) fn board(&self) -> Board {
        let [white_men, black_men, white_kings, black_kings] = self.0;
        Board::new(ByColor::new(white_men, black_men), ByColor::new(white_kings, black_kings))
    }

    /// The men of `color`.
    #[inline]
    pub(super) fn men(&self, color: Color) -> Bitboard {
        self.0[sort(color, Kind::Man)]
    }

    /// The same cells with the colours exchanged.
    #[inline]
    pub(super) fn with_colors_exchanged(&self) -> Self {
        let [white_men, black_men, white_kings, black_kings] = self.0;
        Self([black_men, white_men, black_kings, white_kings])
    }

    /// The number of pieces of each type.
    #[inline]
    pub(super) fn material(&self) -> Material {
        Material(self.0.map(|set| set.count() as u8))
    }
}

/// The number of pieces of each type, which names a class of positions.
///
/// ```
/// use coupturc_core::rules::{Color, Kind};
/// use coupturc_core::tables::Material;
///
/// let material = Material::new(1, 2, 0, 1);
/// assert_eq!(material.to_string(), "1M2K-0M1K");
/// assert_eq!("1M2K-0M1K".parse(), Ok(material));
/// assert_eq!(material.count(Color::White, Kind::King), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material([u8; 4]);

impl Material {
    /// The material with White's men and kings, then Black's.
    #[must_use]
    pub const fn new(white_men: u8, white_kings: u8, black_men: u8, black_kings: u8) -> Self {
        Self([white_men, black_men, white_kings, black_kings])
    }

    /// The number of pieces of one type.
    #[inline]
    #[must_use]
    pub const fn count(self, color: Color, kind: Kind) -> usize {
        self.0[sort(color, kind)] as usize
    }

    /// The number of pieces of `color`.
    #[inline]
    #[must_use]
    pub const fn of(self, color: Color) -> usize {
        self.count(color, Kind::Man) + self.count(color, Kind::King)
    }

    /// The number of pieces.
    #[inline]
    #[must_use]
    pub const fn pieces(self) -> usize {
        self.of(Color::White) + self.of(Color::Black)
    }

    /// The number of men.
    #[inline]
    #[must_use]
    pub const fn men(self) -> usize {
        self.count(Color::White, Kind::Man) + self.count(Color::Black, Kind::Man)
    }

    /// The counts in the order of [`SORTS`].
    #[inline]
    pub(super) const fn counts(self) -> [u8; 4] {
        self.0
    }

    /// The class with the colours exchanged.
    #[inline]
    #[must_use]
    pub const fn with_colors_exchanged(self) -> Self {
        let [white_men, black_men, white_kings, black_kings] = self.0;
        Self([black_men, white_men, black_kings, white_kings])
    }

    /// Whether both sides have the same pieces.
    #[inline]
    #[must_use]
    pub fn is_even(self) -> bool {
        self == self.with_colors_exchanged()
    }

    /// Whether White has more pieces than Black, or as many pieces and at least as many kings. Only such classes
    /// have tables; in other positions the colours are exchanged.
    #[inline]
    #[must_use]
    pub fn has_stronger_white(self) -> bool {
        let strength = |color| (self.of(color), self.count(color, Kind::King));
        strength(Color::White) >= strength(Color::Black)
    }

    /// Whether moves can lead from this class to `other`, or to `other` with the colours exchanged: men become
    /// kings, and pieces are captured.
    ///
    /// ```
    /// use coupturc_core::tables::Material;
    ///
    /// let material = Material::new(1, 1, 0, 1);
    /// assert!(material.leads_to(Material::new(0, 2, 0, 1)));
    /// assert!(material.leads_to(Material::new(0, 1, 1, 0)));
    /// assert!(!material.leads_to(Material::new(2, 0, 0, 1)));
    /// ```
    #[must_use]
    pub fn leads_to(self, other: Self) -> bool {
        let becomes = |other: Self| {
            Color::ALL.into_iter().all(|color| {
                other.of(color) <= self.of(color)
                    && other.count(color, Kind::Man) <= self.count(color, Kind::Man)
            })
        };
        becomes(other) || becomes(other.with_colors_exchanged())
    }

    /// Whether this class can have a table: both sides have pieces, White is the stronger side, and there are
    /// at most `most` pieces.
    pub(super) fn is_class(self, most: usize) -> bool {
        Color::ALL.into_iter().all(|color| self.of(color) > 0)
            && self.pieces() <= most
            && self.has_stronger_white()
    }

    /// The [classes](Self::classes) with this number of pieces that can occur in a game: in a game won by the first
    /// king, only those without kings.
    #[must_use]
    pub fn classes_of(rules: &'static Rules, pieces: usize) -> Vec<Self> {
        TableGame::of(rules).classes(pieces)
    }

    /// The classes with this number of pieces in which White is the stronger side and both sides have pieces, in
    /// ascending order of men, so that each class comes after those that its promotions lead to.
    #[must_use]
    pub fn classes(pieces: usize) -> Vec<Self> {
        let counts = 0..=pieces as u8;
        let mut classes = Vec::new();
        for (white_men, white_kings) in
            counts.clone().flat_map(|men| counts.clone().map(move |kings| (men, kings)))
        {
            for black_men in counts.clone() {
                let others = usize::from(white_men) + usize::from(white_kings) + usize::from(black_men);
                let Some(black_kings) = pieces.checked_sub(others) else { continue };
                let material = Self::new(white_men, white_kings, black_men, black_kings as u8);
                let both_have_some = material.of(Color::White) > 0 && material.of(Color::Black) > 0;
                if both_have_some && material.has_stronger_white() {
                    classes.push(material);
                }
            }
        }
        classes.sort_by_key(|material| (material.men(), *material));
        classes
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white_men, black_men, white_kings, black_kings] = self.0;
        write!(f, "{white_men}M{white_kings}K-{black_men}M{black_kings}K")
    }
}
