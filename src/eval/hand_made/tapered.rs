//! Tapered scores: values that change in the course of a game.
//!
//! CITE: the tapered evaluation of Fruit by Fabien Letouzey, between a score for the opening and one for the ending.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// What something is worth at the start of a game and near its end, in hundredths of a man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TaperedScore {
    pub(super) opening: i32,
    pub(super) ending: i32,
}

/// The weight of these names in a game, at its start and near its end.
macro_rules! weight {
    ($game:ident, $opening:ident, $ending:ident) => {
        TaperedScore { opening: $game::TUNABLES.$opening(), ending: $game::TUNABLES.$ending() }
    };
}
pub(super) use weight;

impl TaperedScore {
    /// The same at all times.
    pub(super) const fn always(value: i32) -> Self {
        Self { opening: value, ending: value }
    }

    /// What it is worth in this phase of a game: so many pieces are left of those at the start.
    #[inline]
    pub(super) fn at_phase(self, left: i32, at_the_start: i32) -> i32 {
        let left = left.min(at_the_start);
        (self.opening * left + self.ending * (at_the_start - left)) / at_the_start
    }
}

impl Add for TaperedScore {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { opening: self.opening + other.opening, ending: self.ending + other.ending }
    }
}

impl AddAssign for TaperedScore {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Neg for TaperedScore {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        self * -1
    }
}

impl Sub for TaperedScore {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul<i32> for TaperedScore {
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
        let score = TaperedScore { opening: 40, ending: -20 };
        assert_eq!([40, 20, 0].map(|left| score.at_phase(left, 40)), [40, 10, -20]);
        assert_eq!(score.at_phase(50, 40), 40, "a position set up by hand may have more");
    }
}
