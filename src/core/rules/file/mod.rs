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
use std::path::Path;
use std::str::FromStr;

use coupturc_gamefile::{Fault, Faults, builtin};
use parking_lot::Mutex;

use super::games::Variant;
use super::options::Halt;
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

/// The error for a file whose game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplayable {
    /// What is wrong in the file.
    Faults(Faults),
    /// Why the engine cannot play its game.
    CannotPlay(CannotPlay),
}

impl Unplayable {
    /// What is wrong first, in one line.
    #[must_use]
    pub fn in_a_line(&self) -> String {
        let Self::Faults(faults) = self else { return self.to_string() };
        let text = faults.to_string();
        let help = faults.all().first().map_or("", Fault::help);
        format!("{}. {help}", text.lines().next().unwrap_or_default())
    }
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Faults(faults) => faults.fmt(f),
            Self::CannotPlay(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Unplayable {}

impl From<Faults> for Unplayable {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}

impl From<CannotPlay> for Unplayable {
    fn from(why: CannotPlay) -> Self {
        Self::CannotPlay(why)
    }
}

/// The games compiled so far, the last to be asked for at the end. They are never freed, since positions refer to them.
static COMPILED: Mutex<Vec<(coupturc_gamefile::Rules, &'static Rules)>> = Mutex::new(Vec::new());

/// Compiles the rules of a file. The same rules, under the same name, are compiled once.
///
/// # Errors
///
/// If the engine cannot play the game.
pub fn compile(file: &coupturc_gamefile::Rules) -> Result<&'static Rules, CannotPlay> {
    let mut compiled = COMPILED.lock();
    let game = match compiled.iter().position(|(known, _)| known == file) {
        Some(place) => compiled.remove(place),
        None => (file.clone(), compile::rules(file)?),
    };
    let rules = game.1;
    compiled.push(game);
    Ok(rules)
}

/// The game in a file. From then on [`named`] knows its name.
///
/// # Errors
///
/// If the file is no game file, if the engine cannot play its game, or if its name is not one that protocols can
/// write, or is that of another game of the list.
pub fn load(path: &Path) -> Result<&'static Rules, Unplayable> {
    let file = coupturc_gamefile::Rules::load(path)?;
    let name = &file.name;
    let cannot = |reason: String| CannotPlay { reason, help: "Give the file another name.".to_owned() };
    let is_writable = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_writable) {
        let expected = "expected a letter, then letters, digits, '-', '_' and '.'";
        return Err(cannot(format!("the name of a game's file is its name in protocols: {expected}")).into());
    }
    if named(name).is_ok_and(|rules| rules.variant.is_some()) || Halt::from_str(name).is_ok() {
        return Err(cannot(format!("'{name}' is another game")).into());
    }
    Ok(compile(&file)?)
}

/// The names of the embedded games that are not on the list of [`Variant`]s. The engine can play them all; help texts
/// list them at every start of the program, which should not have to compile them.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let is_listed = |name: &str| name.parse::<Variant>().is_ok();
    let all = builtin::NAMES.iter().copied();
    all.filter(|name| !is_listed(name)).collect()
}

/// The rules of a game of the list, of the file that was loaded last under this name, or of an embedded file.
///
/// # Errors
///
/// If there is no such game, or the engine cannot play it.
pub fn named(name: &str) -> Result<&'static Rules, CannotPlay> {
    if let Ok(variant) = name.parse::<Variant>() {
        return Ok(variant.rules());
    }
    let is_called = |(_, rules): &&(_, &'static Rules)| rules.name.eq_ignore_ascii_case(name);
    if let Some((_, rules)) = COMPILED.lock().iter().rev().find(is_called) {
        return Ok(rules);
    }
    match coupturc_gamefile::Rules::embedded(name) {
        Some(file) => compile(&file),
        None => Err(CannotPlay {
            reason: format!("there is no game '{name}'"),
            help: format!("The games are: {}.", builtin::NAMES.join(", ")),
        }),
    }
}
