//! Puzzles: positions with one winning or saving move, found by searches.
//!
//! [`Finder`] plays games against itself and examines their positions, or those of other games. [`selection()`] leaves
//! out duplicates and grades the rest by difficulty. [`parse_puzzles`] and [`puzzles_text`] read and write the file that
//! the board page loads.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod file;
mod finder;
mod line;
mod look;
mod selection;
mod self_play;
mod tactics;
#[cfg(test)]
mod tests;
mod theme;

pub use file::{PuzzleFault, parse_puzzles, puzzles_text};
pub use finder::{Finder, FinderPlan, Found, endgames};
pub use selection::selection;
pub use tactics::tactic;

use crate::rules::Rules;

/// A position in which one side is to find its best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The game, with its usual rules.
    pub rules: &'static Rules,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// What the best moves achieve.
    pub aim: Aim,
    /// The position.
    pub fen: String,
    /// The moves of the solution and the replies, as in the Hub protocol. The first and the last are the solver's.
    pub line: Vec<String>,
}

/// A list of names with values, as they are in files of puzzles.
macro_rules! named {
    ($(#[$of_type:meta])* $type:ident { $($(#[$of_value:meta])* $value:ident = $name:literal),+ $(,)? }) => {
        $(#[$of_type])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $type { $($(#[$of_value])* $value),+ }

        impl $type {
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The name in files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $name),+ }
            }
        }
    };
}

named! {
    /// The difficulty of a puzzle.
    Difficulty {
        /// A short search finds it, or it is a single move.
        Easy = "easy",
        /// Between the others.
        Medium = "medium",
        /// Only a longer search finds it.
        Hard = "hard",
    }
}

named! {
    /// What the solution of a puzzle achieves.
    Aim {
        /// A win that is certain.
        Game = "game",
        /// A king.
        King = "king",
        /// Material.
        Material = "material",
        /// At least about a draw, where every other move loses.
        Save = "save",
    }
}
