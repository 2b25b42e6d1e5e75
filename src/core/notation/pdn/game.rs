//! A PDN game as text, independent of any rules.

use std::fmt;

use crate::rules::{Color, Rules};

/// A game of a PDN file with tags, moves, variations and comments.
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
    /// The line of the file where it starts.
    pub line: FileLine,
    /// Names and values, in file order.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move.
    pub comment: Option<String>,
    /// The moves of the game and of its variations, in file order, each after its parent.
    pub moves: Vec<PdnMove>,
    /// The result at the end of the moves, as written: `2-0` or `12-8`. `None` if it is `*` or missing.
    pub ending: Option<String>,
    /// The parse fault, if there is one. The game contains everything before it.
    pub fault: Option<PdnFault>,
    /// What faults need to know about its text.
    pub source: PdnSource,
}

/// What faults need to know about the text of a game: the default without a file. All compare equal, as all
/// [lines](FileLine) do.
#[derive(Clone, Debug, Default, Eq)]
pub struct PdnSource {
    /// The lines of the tags that were read.
    pub(super) tag_lines: Vec<usize>,
    /// Whether `*` ends the moves.
    pub(super) has_star: bool,
}

impl PartialEq for PdnSource {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A move of a PDN file with its annotations.
///
/// Moves form a tree: each has a parent, which is another move or the start. The first child of a parent continues its
/// line; the other children start variations that replace the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnMove {
    /// The line of the move in the file.
    pub line: FileLine,
    /// The number of its parent, counted from 1 in [`PdnGame::moves`]; 0 is the start. Always less than the number of
    /// the move itself.
    pub parent: usize,
    /// The move without number and marks: `32-28`, `47x38x24x13x36`, `c3:e5`; `- -` if it is unknown. For a setup, the
    /// FEN of the position.
    pub text: String,
    /// Whether this is not a move but a position set up in the middle of the game.
    pub is_setup: bool,
    /// The numeric annotation glyphs (NAG): `!`, `?`, `!!`, `??`, `!?` and `?!` are 1 to 6.
    pub nags: Vec<u32>,
    /// The comment before the move, in one line, for instance at the start of a variation.
    pub before: Option<String>,
    /// The comment after the move, in one line.
    pub comment: Option<String>,
}

/// A line of a file, counted from 1; 0 without a file. All lines compare equal, so that games that only differ in their
/// lines are equal.
#[derive(Clone, Copy, Debug, Default, Eq)]
pub struct FileLine(pub usize);

impl PartialEq for FileLine {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A fault in a game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnFault {
    /// The line of the file, from 1; 0 without a file.
    pub line: usize,
    /// What was found and what was expected.
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

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PdnResult {
    /// White won.
    WhiteWins,
    /// The game was drawn.
    Draw,
    /// Black won.
    BlackWins,
    /// Both players were declared to have lost.
    BothLose,
}

/// All results: as written in International Draughts, as written in the other games, and their meaning.
const RESULTS: [(&str, &str, PdnResult); 4] = [
    ("2-0", "1-0", PdnResult::WhiteWins),
    ("1-1", "1/2-1/2", PdnResult::Draw),
    ("0-2", "0-1", PdnResult::BlackWins),
    ("0-0", "0-0", PdnResult::BothLose),
];

impl PdnResult {
    /// The result as written in International Draughts, where a win counts two points, or as written in the other
    /// games.
    #[must_use]
    pub fn text(self, international: bool) -> &'static str {
        let found = RESULTS.iter().find(|&&(_, _, result)| result == self);
        found.map_or("*", |&(two_points, one_point, _)| if international { two_points } else { one_point })
    }

    /// The result that a string stands for, in any scoring system: a player with all the points has won, and equal
    /// points are a draw. Other scores, such as `12-8`, have no definite result, because some systems award them for
    /// draws.
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

impl PdnResult {
    /// The winner, or none of a draw. `None` if both have lost.
    #[must_use]
    pub fn winner(self) -> Option<Option<Color>> {
        match self {
            Self::WhiteWins => Some(Some(Color::White)),
            Self::BlackWins => Some(Some(Color::Black)),
            Self::Draw => Some(None),
            Self::BothLose => None,
        }
    }
}

impl PdnMove {
    /// A move without annotations, after the move with the number `parent`.
    #[must_use]
    pub fn new(parent: usize, text: impl Into<String>) -> Self {
        Self { parent, text: text.into(), ..Self::default() }
    }
}

impl PdnGame {
    /// The value of the first tag called `name`, ignoring case.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The line of the first tag called `name`; that of the game if no file has it.
    pub(super) fn line_of(&self, name: &str) -> usize {
        let place = self.tags.iter().position(|(tag, _)| tag.eq_ignore_ascii_case(name));
        place.and_then(|place| self.source.tag_lines.get(place)).copied().unwrap_or(self.line.0)
    }

    /// The value of the tag called `name`, unless it is empty or a sign for an unknown value.
    pub(super) fn known(&self, name: &str) -> Option<&str> {
        self.tag(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-"))
    }

    /// Whether the tag `GameType` names the variant.
    #[must_use]
    pub fn names_its_game(&self) -> bool {
        self.known("GameType").is_some()
    }

    /// Whether the tag `GameType` has the name of these rules, which may come from a text that only the caller knows.
    pub(crate) fn is_called(&self, rules: &Rules) -> bool {
        let named = self.known("GameType");
        named.is_some_and(|text| super::game_type::number(text).eq_ignore_ascii_case(rules.name))
    }

    /// Sets the value of the tag called `name`; a new tag is added at the end.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(tag, _)| tag.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// The name of our tag for a Hub parameter of the rules: `halt`, `vanguard-scope`, `draw-rule`, `king-against-man`.
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

    /// The result, if it is known, from the end of the moves or else from the tag `Result`.
    #[must_use]
    pub fn result(&self) -> Option<PdnResult> {
        let last_word = self.ending.as_deref().and_then(PdnResult::from_text);
        last_word.or_else(|| self.tag("Result").and_then(PdnResult::from_text))
    }

    /// Sets or removes the result, both at the end of the moves and in the tag `Result`. The form of the result depends
    /// on the tag `GameType`, which must be set before.
    pub fn set_result(&mut self, result: Option<PdnResult>) {
        let international = self.tag("GameType").is_some_and(super::game_type::counts_two_points);
        self.ending = result.map(|result| result.text(international).to_owned());
        self.set_tag("Result", self.ending.clone().unwrap_or_else(|| "*".to_owned()));
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = &PdnMove> {
        self.numbered_main_line().map(|(_, mv)| mv)
    }

    /// The moves of the main line, each with its number, counted from 1 in [`moves`](Self::moves).
    pub fn numbered_main_line(&self) -> impl Iterator<Item = (usize, &PdnMove)> {
        main_line(&self.moves, |mv| mv.parent)
    }

    /// The number of the last move of the main line; 0 if there is none.
    #[must_use]
    pub fn last_of_main_line(&self) -> usize {
        self.numbered_main_line().last().map_or(0, |(number, _)| number)
    }

    /// Adds a comment at the end of the main line.
    pub fn add_comment(&mut self, text: &str) {
        let last = self.last_of_main_line();
        let place = self.moves.get_mut(last.wrapping_sub(1)).map_or(&mut self.comment, |mv| &mut mv.comment);
        add_comment(place, text);
    }
}

/// The main line of a tree of nodes, each with its number from 1: the first child of the start, its first child, and so
/// on.
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

/// Appends to a comment, which may be missing.
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
