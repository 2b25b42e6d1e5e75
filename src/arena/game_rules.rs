//! Game rules: the rule options of a game that its name does not imply.

use std::fmt;

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::notation::VariantName;
use crate::rules::{RuleOption, RuleOptions};

/// The options of a game that differ from those that its name implies: their names and values in protocols and logs, in
/// the order of [`RuleOption::ALL`].
///
/// ```
/// use coupturc::arena::GameRules;
/// use coupturc::rules::{Halt, RuleOptions};
///
/// let rules = RuleOptions { halt: Halt::Killer, ..RuleOptions::default() };
/// assert_eq!(GameRules::of("normal".parse()?, &rules).named(), [("halt", "killer")]);
/// assert_eq!(GameRules::of("killer".parse()?, &rules), GameRules::default());
/// assert_eq!(GameRules::of("dameo".parse()?, &rules), GameRules::default());
/// # Ok::<(), coupturc::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRules {
    named: Vec<(&'static str, &'static str)>,
}

impl GameRules {
    /// The options in `rules` that matter in the game called `name` and are not implied by this name.
    #[must_use]
    pub fn of(name: VariantName, rules: &RuleOptions) -> Self {
        let usual = Self::default().options(name);
        let differs = |option: &&RuleOption| {
            let changed = with(usual, option, option.get(rules));
            name.rules.differ(&changed, &usual)
        };
        let options = RuleOption::ALL.iter().filter(differs);
        Self { named: options.map(|option| (option.name, option.get(rules))).collect() }
    }

    /// All options of the game called `name` under these rules.
    #[must_use]
    pub fn options(&self, name: VariantName) -> RuleOptions {
        let usual = RuleOptions { halt: name.halt.unwrap_or_default(), ..RuleOptions::default() };
        let named =
            self.named.iter().filter_map(|&(option, value)| Some((RuleOption::named(option)?, value)));
        named.fold(usual, |rules, (option, value)| with(rules, option, value))
    }

    /// The options that differ, as names and values of parameters.
    #[must_use]
    pub fn named(&self) -> &[(&'static str, &'static str)] {
        &self.named
    }
}

/// The same rules with this value for `option`.
fn with(mut rules: RuleOptions, option: &RuleOption, value: &str) -> RuleOptions {
    // Cannot fail: `value` is one of the option's values.
    let _ = option.set(&mut rules, value);
    rules
}

impl Serialize for GameRules {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.named.iter().copied())
    }
}

impl<'de> Deserialize<'de> for GameRules {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Options)
    }
}

/// Reads the rule options of an object and skips its other keys.
struct Options;

impl<'de> Visitor<'de> for Options {
    type Value = GameRules;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with options of the rules")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<GameRules, M::Error> {
        let mut given = [None; RuleOption::ALL.len()];
        while let Some(key) = map.next_key::<String>()? {
            match RuleOption::ALL.iter().zip(&mut given).find(|(option, _)| option.name == key) {
                None => drop(map.next_value::<IgnoredAny>()?),
                Some((option, given)) => {
                    if let Some(value) = map.next_value::<Option<String>>()? {
                        let mut rules = RuleOptions::default();
                        option.set(&mut rules, &value).map_err(M::Error::custom)?;
                        *given = Some((option.name, option.get(&rules)));
                    }
                }
            }
        }
        Ok(GameRules { named: given.into_iter().flatten().collect() })
    }
}
