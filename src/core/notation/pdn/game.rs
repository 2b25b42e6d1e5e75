//! A game as PDN holds it: texts, not yet moves of any rules.

/// A game of a PDN file.
///
/// ```
/// use coupturc_core::notation::PdnGame;
///
/// let mut game = PdnGame::default();
/// game.set_tag("White", "Cat");
/// game.set_tag("White", "Dog");
/// assert_eq!(game.tag("White"), Some("Dog"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnGame {
    /// Names and values, in the order in which they stand.
    pub tags: Vec<(String, String)>,
    /// What is said before the first move.
    pub comment: Option<String>,
    /// The moves of the game itself, without variations.
    pub moves: Vec<PdnMove>,
    /// How the game ended, if it is known.
    pub result: Option<PdnResult>,
}

/// A move as it stands in a PDN file, and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnMove {
    /// The move, without number and marks: `32-28`, `47x38x24x13x36`, `c3:e5`.
    pub text: String,
    /// The comment behind it, in one line.
    pub comment: Option<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PdnResult {
    /// White has won.
    WhiteWins,
    /// Nobody has won.
    Draw,
    /// Black has won.
    BlackWins,
    /// Both players are declared to have lost.
    BothLose,
}

/// All results: as International Draughts writes them, as the other games do, and what they mean.
pub(super) const RESULTS: [(&str, &str, PdnResult); 4] = [
    ("2-0", "1-0", PdnResult::WhiteWins),
    ("1-1", "1/2-1/2", PdnResult::Draw),
    ("0-2", "0-1", PdnResult::BlackWins),
    ("0-0", "0-0", PdnResult::BothLose),
];

impl PdnResult {
    /// The result as it is written in International Draughts, where a win counts two points, or else
    /// in all other games.
    #[must_use]
    pub fn text(self, international: bool) -> &'static str {
        let found = RESULTS.iter().find(|&&(_, _, result)| result == self);
        found.map_or("*", |&(two_points, one_point, _)| if international { two_points } else { one_point })
    }

    /// The result that a text of either kind stands for.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let found =
            RESULTS.iter().find(|&&(two_points, one_point, _)| two_points == text || one_point == text);
        found.map(|&(_, _, result)| result)
    }
}

impl PdnGame {
    /// The value of the tag called `name`, the first if there are several.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Gives the tag called `name` a value, in its place if there is one, else behind all others.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// The name of our own tag for a rule that Hub has a parameter for: `halt`, `vanguard-scope`, `draw-rule`,
    /// `king-against-man`.
    ///
    /// ```
    /// assert_eq!(coupturc_core::notation::PdnGame::rule_tag("draw-rule"), "DrawRule");
    /// ```
    #[must_use]
    pub fn rule_tag(parameter: &str) -> String {
        let mut at_word = true;
        let camel = parameter.chars().filter_map(|c| match c {
            '-' => {
                at_word = true;
                None
            }
            c if std::mem::take(&mut at_word) => Some(c.to_ascii_uppercase()),
            c => Some(c),
        });
        camel.collect()
    }

    /// Gives the game a result, or none, and writes it into the tag `Result` in the way of the tag
    /// `GameType`, which must be there before.
    pub fn set_result(&mut self, result: Option<PdnResult>) {
        self.result = result;
        self.set_tag("Result", self.result_text());
    }

    /// The result as this game writes it, `*` where there is none.
    pub(super) fn result_text(&self) -> &'static str {
        let international = self.tag("GameType").is_some_and(super::game_type::counts_two_points);
        self.result.map_or("*", |result| result.text(international))
    }
}

/// Adds to a comment that may be there already.
pub(super) fn add_comment(comment: &mut Option<String>, more: &str) {
    if more.is_empty() {
        return;
    }
    match comment {
        Some(text) => {
            text.push(' ');
            text.push_str(more);
        }
        None => *comment = Some(more.to_owned()),
    }
}
