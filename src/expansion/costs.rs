//! What the ways to leaves cost.

use crate::eval::score_scale_of;
use crate::rules::Rules;

/// The cost of a node below which nothing is left to expand.
pub(super) const NEVER: u32 = 1_000_000;

/// The cost of a ply in expected points, as a loss: a move that costs a fifth of a point is followed ten plies less
/// deeply than the best one.
const POINTS_PER_PLY: f64 = 0.02;

/// What a move loses counts so many times less if the opponent of the player whose book it is makes it: opponents do
/// not know the book.
const OPPONENT: u32 = 4;

/// The cost of a ply in hundredths of a man.
pub(super) fn cost_of_ply(rules: &'static Rules) -> u32 {
    // The slope of the expected points at level scores is a quarter of the scale.
    (POINTS_PER_PLY * 4.0 * score_scale_of(rules)).round().max(1.0) as u32
}

/// The cost of the way from a position to a leaf, for the book of one of the two players, who makes good moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Costs {
    /// For the book of the side to move.
    pub(super) ours: u32,
    /// For the book of its opponent.
    pub(super) theirs: u32,
}

impl Costs {
    /// Both costs are the same.
    pub(super) const fn both(cost: u32) -> Self {
        Self { ours: cost, theirs: cost }
    }

    /// The cost of a way that begins with a move, which costs a ply and what it loses, and then goes on at these costs.
    pub(super) fn before(self, ply: u32, loss: u32) -> Self {
        let cost = |after: u32, loss: u32| (after + ply + loss).min(NEVER);
        Self { ours: cost(self.theirs, loss), theirs: cost(self.ours, loss / OPPONENT) }
    }

    pub(super) fn min(self, other: Self) -> Self {
        Self { ours: self.ours.min(other.ours), theirs: self.theirs.min(other.theirs) }
    }

    pub(super) const fn of(self, is_ours: bool) -> u32 {
        if is_ours { self.ours } else { self.theirs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_moves_of_the_opponent_are_followed_further_than_ones_own() {
        let costs = Costs { ours: 10, theirs: 20 };
        assert_eq!(costs.before(8, 40), Costs { ours: 20 + 8 + 40, theirs: 10 + 8 + 10 });
    }
}
