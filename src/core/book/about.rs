//! Description of a book: its game and rules, and how it was made.

use crate::rules::games::Variant;
use crate::rules::{DrawRule, RuleOption, RuleOptions, Rules};

/// What a book is about, and how it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The game.
    pub rules: &'static Rules,
    /// The rules, apart from draw limits, which do not matter in an opening.
    pub options: RuleOptions,
    /// Other values by name, such as the effort of its searches.
    pub values: Vec<(String, String)>,
}

const GAME: &str = "game";

impl About {
    /// A description without further values.
    #[must_use]
    pub fn new(rules: &'static Rules, options: &RuleOptions) -> Self {
        // Options that the game does not have are left out.
        let mut kept = RuleOptions::default();
        for option in rules.options() {
            // The value comes from the option itself.
            let _ = option.set(&mut kept, option.get(options));
        }
        let options = RuleOptions { draw_rule: DrawRule::default(), ..kept };
        Self { rules, options, values: Vec::new() }
    }

    /// The value with this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The same description with a value. Line ends in it become spaces.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        let value = value.replace(char::is_control, " ");
        match self.values.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = value,
            None => self.values.push((name.to_owned(), value)),
        }
        self
    }

    /// Whether a game is the one that the book is about, under the same rules.
    #[must_use]
    pub fn fits(&self, rules: &'static Rules, options: &RuleOptions) -> bool {
        let Self { rules: own, options: ours, .. } = Self::new(rules, options);
        (self.rules, self.options) == (own, ours)
    }

    /// The lines of the description in a file.
    pub(super) fn text(&self) -> String {
        let usual = RuleOptions::default();
        let options = RuleOption::ALL.iter().filter(|option| option.get(&self.options) != option.get(&usual));
        let options = options.map(|option| (option.name, option.get(&self.options)));
        let values = self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let all = std::iter::once((GAME, self.rules.name)).chain(options).chain(values);
        all.map(|(name, value)| format!("{name}={value}\n")).collect()
    }

    /// Reads these lines. `None` if they name no game, or an unknown value of an option.
    pub(super) fn read(text: &str) -> Option<Self> {
        let pairs: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('=')).collect();
        let (_, game) = pairs.iter().find(|(name, _)| *name == GAME)?;
        let (mut options, mut values) = (RuleOptions::default(), Vec::new());
        for &(name, value) in &pairs {
            match RuleOption::named(name) {
                Some(option) => option.set(&mut options, value).ok()?,
                None if name == GAME => {}
                None => values.push((name.to_owned(), value.to_owned())),
            }
        }
        Some(Self { values, ..Self::new(game.parse::<Variant>().ok()?.rules(), &options) })
    }
}
