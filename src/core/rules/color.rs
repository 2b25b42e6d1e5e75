//! The two players, and containers with one value for each.

use std::ops::{Index, IndexMut, Not};

/// One of the two players. White moves first and plays up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The player who moves first.
    White,
    /// The player at the top of every diagram.
    Black,
}

impl Color {
    /// Both players, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];
}

impl Not for Color {
    type Output = Self;

    /// The opponent.
    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// Evaluates the body with `$us` bound to the player `$side`; compiles it once for each player.
macro_rules! for_side {
    ($side:expr, $us:ident => $body:expr) => {
        match $side {
            $crate::rules::color::Color::White => {
                let $us = $crate::rules::color::Color::White;
                $body
            }
            $crate::rules::color::Color::Black => {
                let $us = $crate::rules::color::Color::Black;
                $body
            }
        }
    };
}
pub(super) use for_side;

/// One value for each player, indexed by [`Color`] and by nothing else.
///
/// ```
/// use coupturc_core::rules::{ByColor, Color};
///
/// let mut pieces = ByColor::new(20, 19);
/// pieces[Color::Black] -= 1;
/// assert_eq!(pieces, ByColor::new(20, 18));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T>([T; 2]);

impl<T> ByColor<T> {
    /// White's value, then Black's.
    pub const fn new(white: T, black: T) -> Self {
        Self([white, black])
    }

    /// The value of a player known at compile time.
    pub(crate) const fn of<const WHITE: bool>(&self) -> &T {
        &self.0[if WHITE { 0 } else { 1 }]
    }

    /// What `function` makes of each value.
    pub fn map<U>(self, function: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor(self.0.map(function))
    }

    /// White's value, where the index operator is not available (in constants).
    pub const fn white(&self) -> &T {
        &self.0[0]
    }

    /// Black's value, where the index operator is not available (in constants).
    pub const fn black(&self) -> &T {
        &self.0[1]
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline(always)]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}
