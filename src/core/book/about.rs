//! Description of a book: its game and rules, and how it was made.

use crate::rules::games::Variant;
use crate::rules::{DrawRule, RuleOption, RuleOptions, Rules, file};
use crate::tables::files::Fault;

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
/// The [id](Rules::id) of a game from a file.
const ID: &str = "rules";

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
        self.rules.plays_like(own) && self.options == ours
    }

    /// The lines of the description in a file.
    pub(super) fn text(&self) -> String {
        let usual = RuleOptions::default();
        let options = RuleOption::ALL.iter().filter(|option| option.get(&self.options) != option.get(&usual));
        let options = options.map(|option| (option.name, option.get(&self.options)));
        let values = self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let id = self.rules.id();
        let id = self.rules.variant.is_none().then(|| (ID, str::from_utf8(&id).unwrap_or_default()));
        let all = std::iter::once((GAME, self.rules.name)).chain(id).chain(options).chain(values);
        all.map(|(name, value)| format!("{name}={value}\n")).collect()
    }

    /// Reads these lines.
    ///
    /// # Errors
    ///
    /// If they name no game that is known, or an unknown value of an option.
    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        let pairs: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('=')).collect();
        let value = |wanted: &str| pairs.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
        let game = value(GAME).ok_or(Fault::HeaderChecksum)?;
        let (mut options, mut values) = (RuleOptions::default(), Vec::new());
        for &(name, value) in &pairs {
            match RuleOption::named(name) {
                Some(option) => option.set(&mut options, value).map_err(|_| Fault::HeaderChecksum)?,
                None if [GAME, ID].contains(&name) => {}
                None => values.push((name.to_owned(), value.to_owned())),
            }
        }
        let rules = match value(ID) {
            None => game.parse::<Variant>().map_err(|_| Fault::HeaderChecksum)?.rules(),
            Some(id) => file::with_id(id.as_bytes(), game).ok_or_else(|| Fault::of_unknown_game(game))?,
        };
        Ok(Self { values, ..Self::new(rules, &options) })
    }
}
