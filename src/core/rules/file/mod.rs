//! Games whose rules come from a file: compiled for the engine's boards and played by the same generator as the games
//! of the list.
//!
//! ```
//! use coupturc_core::rules::{RuleOptions, file};
//!
//! let english = file::named("english")?;
//! let game = english.start(&RuleOptions::default());
//! assert_eq!((english.title, game.legal_moves().len()), ("English Draughts", 7));
//! # Ok::<(), file::CannotPlay>(())
//! ```

mod compile;
mod extra;
mod game;
mod layout;
mod limits;

use std::fmt;

use coupturc_gamefile::builtin;
use parking_lot::Mutex;

use super::games::Variant;
use super::rule_set::Rules;

pub use extra::FileExtra;
pub(super) use game::FileRules;
pub use game::{FileGame, FileOptions};
pub use limits::FileLimits;

/// The error for a game that the engine cannot play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotPlay {
    /// Why not.
    pub reason: String,
    /// What to do about it.
    pub help: String,
}

impl fmt::Display for CannotPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}. {}", self.reason, self.help)
    }
}

impl std::error::Error for CannotPlay {}

/// The games compiled so far. They are never freed, since positions refer to them.
static COMPILED: Mutex<Vec<(coupturc_gamefile::Rules, &'static Rules)>> = Mutex::new(Vec::new());

/// Compiles the rules of a file. The same rules, under the same name, are compiled once.
///
/// # Errors
///
/// If the engine cannot play the game.
pub fn compile(file: &coupturc_gamefile::Rules) -> Result<&'static Rules, CannotPlay> {
    let mut compiled = COMPILED.lock();
    if let Some((_, rules)) = compiled.iter().find(|(known, _)| known == file) {
        return Ok(rules);
    }
    let rules = compile::rules(file)?;
    compiled.push((file.clone(), rules));
    Ok(rules)
}

/// The names of the embedded games that are not on the list of [`Variant`]s and that the engine can play.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let is_listed = |name: &str| name.parse::<Variant>().is_ok();
    builtin::NAMES.iter().copied().filter(|name| !is_listed(name) && named(name).is_ok()).collect()
}

/// The rules of a game of the list, or of an embedded file.
///
/// # Errors
///
/// If there is no such game, or the engine cannot play it.
pub fn named(name: &str) -> Result<&'static Rules, CannotPlay> {
    if let Ok(variant) = name.parse::<Variant>() {
        return Ok(variant.rules());
    }
    match coupturc_gamefile::Rules::embedded(name) {
        Some(file) => compile(&file),
        None => Err(CannotPlay {
            reason: format!("there is no game '{name}'"),
            help: format!("The games are: {}.", builtin::NAMES.join(", ")),
        }),
    }
}
