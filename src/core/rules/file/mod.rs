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
pub use game::{FileGame, FileOptions};
pub(super) use game::{FileRules, Indices};
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
    /// What is wrong first, in one line, for protocols whose messages cannot have an equals sign.
    #[must_use]
    pub fn in_a_line(&self) -> String {
        let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        let line = match self {
            Self::CannotPlay(why) => why.to_string(),
            Self::Faults(faults) => {
                let help = faults.all().first().map_or("", Fault::help);
                format!("{}. {}", first(&faults.to_string()), first(help))
            }
        };
        line.replace(" = ", " as ")
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

/// Checks the name of a game's file, which is the name of the game in protocols.
///
/// # Errors
///
/// If protocols cannot write it, or if it is that of another game, in capital letters or not.
pub fn check_name(file: &coupturc_gamefile::Rules) -> Result<(), CannotPlay> {
    let cannot = |reason: String| CannotPlay { reason, help: "Give the file another name.".to_owned() };
    let is_writable = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if !file.name.starts_with(|c: char| c.is_ascii_alphabetic()) || !file.name.chars().all(is_writable) {
        let expected = "expected a letter of a to z, then letters, digits, '-', '_' and '.'";
        return Err(cannot(format!("the name of a game's file is its name in protocols: {expected}")));
    }
    let name = file.name.to_ascii_lowercase();
    let is_another = |embedded: coupturc_gamefile::Rules| {
        // The same rules may have their name.
        embedded != coupturc_gamefile::Rules { name: name.clone(), ..file.clone() }
    };
    if name.parse::<Variant>().is_ok()
        || builtin::ALIASES.iter().any(|&(alias, _)| alias == name)
        || Halt::from_str(&name).is_ok()
        || coupturc_gamefile::Rules::embedded(&name).is_some_and(is_another)
    {
        return Err(cannot(format!("'{}' is another game", file.name)));
    }
    Ok(())
}

/// The game in a file. From then on [`named`] knows its name.
///
/// # Errors
///
/// If the file is no game file, if the engine cannot play its game, or if its name is not one that protocols can
/// write, or is that of another game of the list.
pub fn load(path: &Path) -> Result<&'static Rules, Unplayable> {
    let file = coupturc_gamefile::Rules::load(path)?;
    check_name(&file)?;
    Ok(compile(&file)?)
}

/// The longest name of a game from a text, in bytes.
const LONGEST_NAME: usize = 40;
/// The number of games from texts that the program compiles. Each takes some 10 KiB, and none is ever freed.
const MOST_TEXTS: usize = 4000;

/// The games compiled from texts. Clients that share the program may give different games the same name, so [`named`]
/// does not know them.
static FROM_TEXTS: Mutex<Vec<(coupturc_gamefile::Rules, &'static Rules)>> = Mutex::new(Vec::new());

/// Reads the text of a game file, and checks that the engine can play its game, without compiling it. `name` is that of
/// the file without its ending.
///
/// # Errors
///
/// As for [`load`], and if the name is too long.
pub fn check_text(name: &str, text: &str) -> Result<coupturc_gamefile::Rules, Unplayable> {
    let file = coupturc_gamefile::Rules::read(&format!("{name}.toml"), text)?;
    // A folder before the name would not be part of it.
    let file = coupturc_gamefile::Rules { name: name.to_owned(), ..file };
    check_name(&file)?;
    if name.len() > LONGEST_NAME {
        let reason = format!("the name has more than {LONGEST_NAME} characters");
        return Err(CannotPlay { reason, help: "Give the file another name.".to_owned() }.into());
    }
    compile::check(&file)?;
    Ok(file)
}

/// The game of a text, as [`check_text`] reads it. The same text under the same name is compiled once.
///
/// # Errors
///
/// As for [`check_text`], and if the program has compiled as many games from texts as it may.
pub fn of_text(name: &str, text: &str) -> Result<&'static Rules, Unplayable> {
    let file = check_text(name, text)?;
    let mut compiled = FROM_TEXTS.lock();
    if let Some(&(_, rules)) = compiled.iter().find(|(known, _)| *known == file) {
        return Ok(rules);
    }
    if compiled.len() >= MOST_TEXTS {
        let reason = format!("the program keeps {MOST_TEXTS} games from texts, and cannot take another");
        return Err(CannotPlay { reason, help: "Restart it.".to_owned() }.into());
    }
    let rules = compile::rules(&file)?;
    compiled.push((file, rules));
    Ok(rules)
}

/// The game that files with this [id](Rules::id) are written for, if it is one of the list, was loaded, or is embedded;
/// if there are several, one with this `name` is preferred.
#[must_use]
pub fn with_id(id: &[u8], name: &str) -> Option<&'static Rules> {
    let is_it = |rules: &&'static Rules| rules.id().as_slice() == id;
    if let Some(listed) = Variant::ALL.iter().map(|game| game.rules()).find(is_it) {
        return Some(listed);
    }
    let is_better = |rules: &&Rules| rules.name == name;
    let loaded = COMPILED.lock().iter().map(|(_, rules)| *rules).filter(is_it).max_by_key(is_better);
    let embedded = || names().into_iter().filter_map(|name| named(name).ok()).filter(is_it);
    loaded.filter(is_better).or_else(|| embedded().find(is_better)).or(loaded).or_else(|| embedded().next())
}

/// Big Dameo on all squares of 12x12, the largest board.
#[cfg(test)]
pub(crate) fn largest() -> &'static Rules {
    let rows = "bbbbbbbbbbbb\n".repeat(3) + &"............\n".repeat(6) + &"wwwwwwwwwwww\n".repeat(3);
    let text =
        format!("like = \"big-dameo\"\ntitle = \"Mine\"\n[board]\nsize = 12\nstart = \"\"\"\n{rows}\"\"\"\n");
    let file = coupturc_gamefile::Rules::read("largest.toml", &text).expect("a game");
    compile(&file).expect("a game for the engine")
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
