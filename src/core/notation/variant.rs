//! Names of games, including `killer`, which also implies an option, and the games that a string can belong to.

use std::str::FromStr;

use coupturc_gamefile::builtin;
use once_cell::sync::Lazy;

use super::fen::parse_fen_setup;
use super::hub_position::parse_hub_setup;
use super::pdn::numbered_game;
use super::text::{NotationError, shown};
use crate::rules::games::Variant;
use crate::rules::{Halt, RuleOptions, Rules, Setup, file};

/// The name of International Draughts with the halt rule of the same name.
const KILLER: &str = "killer";

/// The names that engines declare: those of all games of the list, and `killer`.
#[must_use]
pub fn offered_variant_names() -> Vec<&'static str> {
    Variant::ALL.iter().map(|variant| variant.name()).chain([KILLER]).collect()
}

/// The names of the games that are embedded as files, which engines declare too. Those that are another game with a
/// halt rule are left out, since the engine plays that game better.
#[must_use]
pub fn names_of_files() -> Vec<&'static str> {
    static NAMES: Lazy<Vec<&'static str>> = Lazy::new(file::names);
    NAMES.iter().copied().filter(|name| name.parse::<Halt>().is_err()).collect()
}

/// A game and the halt rule that its name implies: the name of a halt rule stands for International Draughts with that
/// rule. Parsing ignores case, and accepts common forms such as `Dameo`, `Vanguard Draughts` and `Russian checkers`,
/// PDN's numbers of games, and the names of files that were [loaded](file::load).
///
/// ```
/// use coupturc_core::notation::VariantName;
/// use coupturc_core::rules::{Halt, games::Variant};
///
/// let killer: VariantName = "killer".parse()?;
/// assert_eq!(killer, VariantName { rules: Variant::International.rules(), halt: Some(Halt::Killer) });
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantName {
    /// The game.
    pub rules: &'static Rules,
    /// The halt rule, if the name implies one.
    pub halt: Option<Halt>,
}

impl FromStr for VariantName {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let name = text.trim_ascii().to_ascii_lowercase();
        if let Some(halt) = name.parse().ok().filter(|&halt| halt != Halt::None) {
            return Ok(Self { rules: Variant::International.rules(), halt: Some(halt) });
        }
        let listed = || Variant::ALL.iter().copied().find(|variant| is_called(*variant, &name));
        match file::named(&name) {
            Ok(rules) => Ok(Self { rules, halt: None }),
            Err(why) if builtin::NAMES.contains(&&*name) => {
                Err(NotationError::new(format!("variant '{name}': {why}")))
            }
            Err(_) => match listed().map(Variant::rules).or_else(|| numbered_game(&name)) {
                Some(rules) => Ok(Self { rules, halt: None }),
                None => Err(NotationError::new(format!(
                    "variant '{}' is unknown, expected one of: {}, {}, {}; or give the file of its rules",
                    shown(text),
                    offered_variant_names().join(", "),
                    names_of_files().join(", "),
                    builtin::ALIASES.map(|(alias, _)| alias).join(", ")
                ))),
            },
        }
    }
}

impl VariantName {
    /// The name that engines declare.
    #[must_use]
    pub fn name(self) -> &'static str {
        match (self.rules.variant, self.halt) {
            (Some(Variant::International), Some(Halt::Killer)) => KILLER,
            _ => self.rules.name,
        }
    }
}

/// Whether a game has this lowercase name, in the protocol or in common use.
fn is_called(variant: Variant, name: &str) -> bool {
    let without_kind = |name: &str| {
        let lower = name.to_ascii_lowercase();
        let kind = [" draughts", " checkers"]
            .into_iter()
            .find_map(|kind| lower.strip_suffix(kind).map(str::to_owned));
        kind.unwrap_or(lower)
    };
    let name = without_kind(name);
    let is_alias = builtin::ALIASES.contains(&(name.as_str(), variant.name()));
    variant.name() == name || without_kind(variant.rules().title) == name || is_alias
}

/// The hint for a FEN that cannot be read in the game `own` but is a position of others: it names them, and says that
/// `choice` selects a game. Empty if there are none.
#[must_use]
pub fn fen_of_others(text: &str, own: &Rules, choice: &str) -> String {
    others(own, choice, |rules| Ok(parse_fen_setup(rules, text)?.0))
}

/// The hint for a Hub position, as in [`fen_of_others`].
#[must_use]
pub fn hub_position_of_others(text: &str, own: &Rules, choice: &str) -> String {
    others(own, choice, |rules| parse_hub_setup(rules, text, None))
}

fn others(own: &Rules, choice: &str, read: impl Fn(&Rules) -> Result<Setup, NotationError>) -> String {
    if read(own).is_ok() {
        return String::new();
    }
    let is_position = |rules: &'static Rules| {
        read(rules).is_ok_and(|setup| rules.position(&setup, &RuleOptions::default()).is_ok())
    };
    let fitting = Variant::ALL.iter().filter(|game| is_position(game.rules()));
    match fitting.map(|game| game.name()).collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        names => format!("; it fits {}: choose the game with {choice}", names.join(", ")),
    }
}
