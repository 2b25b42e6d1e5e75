//! Values that change in the course of a game.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// What something is worth at the start of a game and near its end, in hundredths of a man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Worth {
    pub(super) opening: i32,
    pub(super) ending: i32,
}

/// The weight of this name, at the start and near the end of a game.
macro_rules! weight {
    ($opening:ident, $ending:ident, $game:expr) => {
        Worth { opening: tunables::$opening($game), ending: tunables::$ending($game) }
    };
}
pub(super) use weight;

impl Worth {
    /// The same at all times.
    pub(super) const fn always(value: i32) -> Self {
        Self { opening: value, ending: value }
    }

    /// What it is worth while so many of all pieces are left.
    #[inline]
    pub(super) fn with_pieces(self, left: i32, all: i32) -> i32 {
        let left = left.min(all);
        (self.opening * left + self.ending * (all - left)) / all
    }
}

impl Add for Worth {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { opening: self.opening + other.opening, ending: self.ending + other.ending }
    }
}

impl AddAssign for Worth {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for Worth {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        self * -1
    }
}

impl Sub for Worth {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul<i32> for Worth {
    type Output = Self;

    #[inline]
    fn mul(self, times: i32) -> Self {
        Self { opening: self.opening * times, ending: self.ending * times }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_changes_as_pieces_go() {
        let worth = Worth { opening: 40, ending: -20 };
        assert_eq!([40, 20, 0].map(|left| worth.with_pieces(left, 40)), [40, 10, -20]);
        assert_eq!(worth.with_pieces(50, 40), 40, "a position set up by hand may have more");
    }
}
