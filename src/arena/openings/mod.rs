//! Openings of games: from a file, from an earlier match, or random.

mod file;
mod kept;
mod random;

pub use file::{ReadOpenings, read_openings};
pub use kept::KeptOpenings;
pub use random::RandomOpenings;

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::game_rules::GameRules;
use crate::notation::{NotationError, game_of_fen, parse_move};
use crate::rules::{AnyGame, RuleOptions, Rules};
use crate::tables::TableSet;

/// An opening: a position, and moves from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The position, as FEN.
    pub fen: String,
    /// The moves, as Hub writes them.
    pub moves: Vec<String>,
}

impl Opening {
    /// The game after the moves.
    ///
    /// # Errors
    ///
    /// If the position or a move is not valid in this game.
    pub fn played(
        &self,
        rules: &'static Rules,
        options: &RuleOptions,
    ) -> Result<Box<dyn AnyGame>, NotationError> {
        let mut game = game_of_fen(rules, &self.fen, options)?;
        for text in &self.moves {
            let mv = parse_move(game.position(), text)?;
            game.play(mv).map_err(|error| NotationError::new(error.to_string()))?;
        }
        Ok(game)
    }
}

/// A game with its rules and openings.
#[derive(Clone, Debug)]
pub struct MatchVariant {
    /// The Hub name, which is sent to engines.
    pub name: String,
    /// The game.
    pub game: &'static Rules,
    /// The file of its rules, for engines that do not know its name.
    pub rules_file: Option<PathBuf>,
    /// The options of the game.
    pub rules: RuleOptions,
    /// One opening per round; if there are more rounds than openings, the openings are reused.
    pub openings: Vec<Opening>,
    /// Endgame tables that adjudicate games.
    pub tables: Option<Arc<TableSet>>,
}

impl MatchVariant {
    /// The parameters that set an engine up for the game.
    pub(in crate::arena) fn parameters(&self) -> Result<Vec<(String, String)>, NotationError> {
        let file = self.rules_file.as_ref().map(|file| ("rules-file", file.to_string_lossy()));
        let game = file.unwrap_or(("variant", self.name.as_str().into()));
        let rules = self.rules()?;
        let options = rules.named().iter().map(|&(name, value)| (name, value.into()));
        let all = std::iter::once(game).chain(options);
        Ok(all.map(|(name, value)| (name.to_owned(), value.into_owned())).collect())
    }

    /// The options that differ from those that the name implies.
    pub(in crate::arena) fn rules(&self) -> Result<GameRules, NotationError> {
        Ok(GameRules::of(self.name.parse()?, &self.rules))
    }
}
