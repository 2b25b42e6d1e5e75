//! A game as PDN holds it: texts, not yet moves of any rules.

use std::fmt;

/// A game of a PDN file, with all that the file says of it.
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
    /// Where it begins in its file.
    pub line: FileLine,
    /// Names and values, in the order in which they stand.
    pub tags: Vec<(String, String)>,
    /// What is said before the first move.
    pub comment: Option<String>,
    /// The moves of the game and of its variations, in the order in which they stand, each behind the one it follows.
    pub moves: Vec<PdnMove>,
    /// The last word as it is written, `2-0` or `12-8`; none where it is `*` or there is no such word.
    pub ending: Option<String>,
    /// What could not be read. Then the game is there as far as it could be.
    pub fault: Option<PdnFault>,
}

/// A move as it stands in a PDN file, and what is said about it.
///
/// Moves form a tree: each follows another, or the beginning. The first of those that follow the same one is played on; the
/// others begin variations, and replace it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnMove {
    /// Where it stands in its file.
    pub line: FileLine,
    /// The number of the move that it follows, counted from 1 in [`PdnGame::moves`]; 0 is the beginning. It is less than the
    /// number of the move itself.
    pub parent: usize,
    /// The move, without number and marks: `32-28`, `47x38x24x13x36`, `c3:e5`; `- -` if nobody knows it. Or the FEN of a
    /// position that is set up.
    pub text: String,
    /// Whether it is no move, but a position set up in the middle of the game.
    pub is_setup: bool,
    /// What it is worth, in the numbers of NAG: `!`, `?`, `!!`, `??`, `!?` and `?!` are 1 to 6.
    pub nags: Vec<u32>,
    /// The comment before it, in one line, as at the head of a variation.
    pub before: Option<String>,
    /// The comment behind it, in one line.
    pub comment: Option<String>,
}

/// A line of a file, counted from 1; 0 for what comes from no file. It makes no difference: games that are the same but for
/// their places are equal.
#[derive(Clone, Copy, Debug, Default, Eq)]
pub struct FileLine(pub usize);

impl PartialEq for FileLine {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// What is wrong with a game of a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnFault {
    /// The line of the file, from 1; 0 if it comes from no file.
    pub line: usize,
    /// What was found, and what was expected.
    pub message: String,
}

impl fmt::Display for PdnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for PdnFault {}

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
const RESULTS: [(&str, &str, PdnResult); 4] = [
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

    /// The result that a text stands for, by whatever system: who has all points has won, and equal points are a draw.
    /// Other shares of the points, such as `12-8`, do not tell: some systems reward draws with them.
    ///
    /// ```
    /// use coupturc_core::notation::PdnResult;
    ///
    /// for text in ["2-0", "1-0", "12-0", "2 - 0", "2:0", "2-0f"] {
    ///     assert_eq!(PdnResult::from_text(text), Some(PdnResult::WhiteWins), "{text}");
    /// }
    /// for text in ["1-1", "1/2-1/2", "1/2", "6-6", "0.5-0.5"] {
    ///     assert_eq!(PdnResult::from_text(text), Some(PdnResult::Draw), "{text}");
    /// }
    /// assert_eq!(PdnResult::from_text("12-8"), None);
    /// ```
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let (white, black) = super::result::points(text)?;
        match (white > 0.0, black > 0.0) {
            (true, false) => Some(Self::WhiteWins),
            (false, true) => Some(Self::BlackWins),
            (false, false) => Some(Self::BothLose),
            (true, true) => (white == black).then_some(Self::Draw),
        }
    }
}

impl PdnMove {
    /// A move of which nothing is said, behind the one with the number `parent`.
    #[must_use]
    pub fn new(parent: usize, text: impl Into<String>) -> Self {
        Self { parent, text: text.into(), ..Self::default() }
    }
}

impl PdnGame {
    /// The value of the tag called `name`, the first if there are several. Capital letters make no difference.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The same if it says something: not where it is empty, or one of the signs for what is not known.
    pub(super) fn known(&self, name: &str) -> Option<&str> {
        self.tag(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-"))
    }

    /// Whether the tag `GameType` says which game it is.
    #[must_use]
    pub fn names_its_game(&self) -> bool {
        self.known("GameType").is_some()
    }

    /// Gives the tag called `name` a value, in its place if there is one, else behind all others.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(tag, _)| tag.eq_ignore_ascii_case(name)) {
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

    /// How the game ended, if it is known: by its last word, or else by the tag `Result`.
    #[must_use]
    pub fn result(&self) -> Option<PdnResult> {
        let last_word = self.ending.as_deref().and_then(PdnResult::from_text);
        last_word.or_else(|| self.tag("Result").and_then(PdnResult::from_text))
    }

    /// Gives the game a result, or none, as its last word and in the tag `Result`, in the way of the tag
    /// `GameType`, which must be there before.
    pub fn set_result(&mut self, result: Option<PdnResult>) {
        let international = self.tag("GameType").is_some_and(super::game_type::counts_two_points);
        self.ending = result.map(|result| result.text(international).to_owned());
        self.set_tag("Result", self.ending.clone().unwrap_or_else(|| "*".to_owned()));
    }

    /// The moves of the game itself, without variations.
    pub fn main_line(&self) -> impl Iterator<Item = &PdnMove> {
        main_line(&self.moves, |mv| mv.parent).map(|(_, mv)| mv)
    }

    /// The number of the last move of the game itself; 0 if there is none.
    #[must_use]
    pub fn last_of_main_line(&self) -> usize {
        main_line(&self.moves, |mv| mv.parent).last().map_or(0, |(number, _)| number)
    }

    /// Says something at the end of the game itself.
    pub fn add_comment(&mut self, text: &str) {
        let last = self.last_of_main_line();
        let place = self.moves.get_mut(last.wrapping_sub(1)).map_or(&mut self.comment, |mv| &mut mv.comment);
        add_comment(place, text);
    }
}

/// The main line of what makes a tree as moves do, each with its number from 1: the first that follows the beginning, the
/// first that follows that, and so on.
pub(super) fn main_line<'a, T>(
    nodes: &'a [T],
    parent: impl Fn(&T) -> usize + 'a,
) -> impl Iterator<Item = (usize, &'a T)> {
    let mut last = 0;
    (1..).zip(nodes).filter(move |&(number, node)| {
        let follows = parent(node) == last;
        last = if follows { number } else { last };
        follows
    })
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
