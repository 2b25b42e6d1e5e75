//! Game rules: the options of a game that was played, as far as its name does not say them.

use serde::{Deserialize, Serialize};

use crate::notation::VariantName;
use crate::rules::games::Variant;
use crate::rules::{DrawRule, Game, Halt, KingAgainstMan, RuleOptions, VanguardScope};

/// The options of a game that differ from what its name stands for; nothing where a game does not have an option.
///
/// ```
/// use coupturc::arena::GameRules;
/// use coupturc::rules::{Halt, RuleOptions, games::{Dameo, International}};
///
/// let rules = RuleOptions { halt: Halt::Killer, ..RuleOptions::default() };
/// let (normal, killer) = ("normal".parse()?, "killer".parse()?);
/// assert_eq!(GameRules::of::<International>(normal, &rules).halt, Some(Halt::Killer));
/// assert_eq!(GameRules::of::<International>(killer, &rules), GameRules::default());
/// assert_eq!(GameRules::of::<Dameo>("dameo".parse()?, &rules), GameRules::default());
/// # Ok::<(), coupturc::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct GameRules {
    /// When a capturing king must halt.
    #[serde(default, with = "by_name", skip_serializing_if = "Option::is_none")]
    pub halt: Option<Halt>,
    /// Which jumps may not take the vanguard.
    #[serde(default, with = "by_name", skip_serializing_if = "Option::is_none")]
    pub vanguard_scope: Option<VanguardScope>,
    /// What draws a game beside repetition.
    #[serde(default, with = "by_name", skip_serializing_if = "Option::is_none")]
    pub draw_rule: Option<DrawRule>,
    /// What one king against one man is.
    #[serde(default, with = "by_name", skip_serializing_if = "Option::is_none")]
    pub king_against_man: Option<KingAgainstMan>,
}

impl GameRules {
    /// What of `rules` matters in `G` and is not said by its `name`.
    #[must_use]
    pub fn of<G: Game>(name: VariantName, rules: &RuleOptions) -> Self {
        let usual = Self::default().options(name);
        let matters = |changed: RuleOptions| G::options(&changed) != G::options(&usual);
        let RuleOptions { halt, vanguard_scope, draw_rule, king_against_man } = *rules;
        Self {
            halt: matters(RuleOptions { halt, ..usual }).then_some(halt),
            vanguard_scope: matters(RuleOptions { vanguard_scope, ..usual }).then_some(vanguard_scope),
            draw_rule: matters(RuleOptions { draw_rule, ..usual }).then_some(draw_rule),
            king_against_man: matters(RuleOptions { king_against_man, ..usual }).then_some(king_against_man),
        }
    }

    /// The same for a game that is known only when the program runs.
    #[must_use]
    pub fn of_variant(name: VariantName, variant: Variant, rules: &RuleOptions) -> Self {
        with_game!(variant, G => Self::of::<G>(name, rules))
    }

    /// All options of the game called `name` that was played by these rules.
    #[must_use]
    pub fn options(self, name: VariantName) -> RuleOptions {
        RuleOptions {
            halt: self.halt.or(name.halt).unwrap_or_default(),
            vanguard_scope: self.vanguard_scope.unwrap_or_default(),
            draw_rule: self.draw_rule.unwrap_or_default(),
            king_against_man: self.king_against_man.unwrap_or_default(),
        }
    }

    /// The options that differ, by the names of the parameters that set them.
    #[must_use]
    pub fn named(self) -> Vec<(&'static str, &'static str)> {
        let halt = self.halt.map(|halt| ("halt", halt.name()));
        let scope = self.vanguard_scope.map(|scope| ("vanguard-scope", scope.name()));
        let draws = self.draw_rule.map(|rule| ("draw-rule", rule.name()));
        let king = self.king_against_man.map(|rule| ("king-against-man", rule.name()));
        [halt, scope, draws, king].into_iter().flatten().collect()
    }
}

/// Options as their names, since the rules know nothing of JSON.
mod by_name {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<T: Display, S: Serializer>(option: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        match option {
            Some(value) => to.collect_str(value),
            None => to.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let name = Option::<String>::deserialize(from)?;
        name.map(|name| name.parse().map_err(D::Error::custom)).transpose()
    }
}
