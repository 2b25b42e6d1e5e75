//! Marks of moves, by the winning chances that they cost.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A mark of a move, as annotators write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mark {
    /// The only move that holds: every other move would have been a blunder.
    #[serde(rename = "!")]
    Only,
    /// An inaccuracy.
    #[serde(rename = "?!")]
    Inaccuracy,
    /// A mistake.
    #[serde(rename = "?")]
    Mistake,
    /// A blunder.
    #[serde(rename = "??")]
    Blunder,
}

/// The marks of bad moves, worst first, with the least loss of each: a share of a point, where a win is one point and
/// a draw half a point.
///
/// The last two thresholds are those of lichess.org, which are 0.1 and 0.2 on its scale from -1 to 1. Its blunders
/// start at 0.15 of a point; here they start at half of what it costs to lose a drawn game.
const THRESHOLDS: [(Mark, f64); 3] = [(Mark::Blunder, 0.25), (Mark::Mistake, 0.1), (Mark::Inaccuracy, 0.05)];

impl Mark {
    /// All marks, best first.
    pub const ALL: [Self; 4] = [Self::Only, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The mark of a move that loses this share of a point, if it deserves one.
    #[must_use]
    pub fn of_loss(loss: f64) -> Option<Self> {
        THRESHOLDS.iter().find(|&&(_, least)| loss >= least).map(|&(mark, _)| mark)
    }

    /// The least loss of a move with this mark; 0 for [`Mark::Only`].
    #[must_use]
    pub fn least_loss(self) -> f64 {
        THRESHOLDS.iter().find(|&&(mark, _)| mark == self).map_or(0.0, |&(_, least)| least)
    }

    /// Its numeric annotation glyph in PDN.
    #[must_use]
    pub fn nag(self) -> u32 {
        match self {
            Self::Only => 1,
            Self::Mistake => 2,
            Self::Blunder => 4,
            Self::Inaccuracy => 6,
        }
    }

    /// Its name in the plural, for tables.
    #[must_use]
    pub fn plural(self) -> &'static str {
        match self {
            Self::Only => "only moves",
            Self::Inaccuracy => "inaccuracies",
            Self::Mistake => "mistakes",
            Self::Blunder => "blunders",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Only => "!",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greater_loss_has_a_worse_mark() {
        let marks = [0.04, 0.06, 0.12, 0.5].map(Mark::of_loss);
        assert_eq!(marks, [None, Some(Mark::Inaccuracy), Some(Mark::Mistake), Some(Mark::Blunder)]);
    }
}
