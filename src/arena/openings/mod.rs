//! Openings: where games begin, from a file, from a match before, or random ones.

mod file;
mod kept;
mod random;

pub use file::read_openings;
pub use kept::KeptOpenings;
pub use random::RandomOpenings;

use serde::{Deserialize, Serialize};

use super::game_rules::GameRules;
use crate::notation::NotationError;
use crate::rules::RuleOptions;
use crate::rules::games::Variant;

/// Where a game begins: a position, and moves that were played from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The position, as FEN.
    pub fen: String,
    /// The moves, as Hub writes them.
    pub moves: Vec<String>,
}

/// A game with its rules and openings.
#[derive(Clone, Debug)]
pub struct MatchVariant {
    /// The Hub name, which engines are told.
    pub name: String,
    /// The game.
    pub variant: Variant,
    /// Its options.
    pub rules: RuleOptions,
    /// Where games begin, one a round; used again from the first if there are more rounds.
    pub openings: Vec<Opening>,
}

impl MatchVariant {
    /// The options that differ from those that the name stands for.
    pub(in crate::arena) fn rules(&self) -> Result<GameRules, NotationError> {
        let name = self.name.parse()?;
        Ok(GameRules::of_variant(name, self.variant, &self.rules))
    }
}
