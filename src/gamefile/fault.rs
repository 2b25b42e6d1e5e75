//! Faults of game files: what is wrong, where, and what to write instead.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The end of the name of an embedded file from which another takes keys.
pub(crate) const EMBEDDED: &str = " (embedded)";

/// A text with its name, for messages.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// A part of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) source: Arc<Source>,
    pub(crate) span: Range<usize>,
}

/// A fault of a game file.
///
/// Its text has the place, the line, and what was expected:
///
/// ```text
/// games/mine.toml:7:10: 'forwrd' is not a direction
///   7 | moves = ["forwrd"]
///     |          ^^^^^^^^
///   Did you mean 'forward'?
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    message: String,
    help: String,
    place: Option<Place>,
    file: String,
}

impl Fault {
    /// A fault of a part of a file. `help` says what to do.
    pub(crate) fn at(place: &Place, message: impl Into<String>, help: impl Into<String>) -> Self {
        let file = place.source.name.clone();
        Self { message: shortened(&message.into()), help: help.into(), place: Some(place.clone()), file }
    }

    /// A fault of a file as a whole.
    pub(crate) fn of(file: &str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: shortened(&message.into()), help: help.into(), place: None, file: file.to_owned() }
    }

    /// What is wrong, without its place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it, in whole sentences; may be empty.
    #[must_use]
    pub fn help(&self) -> &str {
        &self.help
    }

    /// Whether the place is in an embedded file, from which the file that was read takes its keys.
    #[must_use]
    pub fn is_inherited(&self) -> bool {
        self.file.ends_with(EMBEDDED)
    }

    /// The line and column, both from 1, if the fault has a place.
    #[must_use]
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        let before = self.place.as_ref()?.before()?;
        let line = before.matches('\n').count() + 1;
        Some((line, before.rsplit('\n').next().unwrap_or_default().chars().count() + 1))
    }
}

impl Place {
    fn before(&self) -> Option<&str> {
        self.source.text.get(..self.span.start)
    }

    /// The line in which the part starts.
    fn line(&self) -> Option<&str> {
        let start = self.before()?.rfind('\n').map_or(0, |at| at + 1);
        self.source.text.get(start..)?.lines().next()
    }

    /// The number of characters of the part in its first line, at least one.
    fn width(&self) -> usize {
        let part = self.source.text.get(self.span.clone()).unwrap_or_default();
        part.lines().next().unwrap_or_default().chars().count().max(1)
    }
}

/// The longest line of a file that is shown, and the longest name that is compared with others.
const LONGEST: usize = 160;
/// The longest message, in characters. A file can have names of any length.
const LONGEST_MESSAGE: usize = 200;

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", printable(&self.file))?;
        let position = self.line_and_column();
        if let Some((line, column)) = position {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", printable(&self.message))?;
        let shown = self.place.as_ref().and_then(|place| Some((place.line()?, place.width())));
        if let (Some((line, column)), Some((text, width))) = (position, shown)
            && text.chars().count() <= LONGEST
        {
            let number = line.to_string();
            let margin = " ".repeat(number.len());
            let indent = " ".repeat(column - 1);
            let marks = "^".repeat(width);
            write!(f, "\n  {number} | {}\n  {margin} | {indent}{marks}", printable(text))?;
        }
        if self.help.is_empty() { Ok(()) } else { write!(f, "\n  {}", printable(&self.help)) }
    }
}

/// Whether a terminal would interpret a character: it is a control character, a line break, or one that changes the
/// direction of writing.
pub(crate) fn is_interpreted(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text without characters that a terminal would interpret. Tabs become spaces, so that marks stand below.
fn printable(text: &str) -> String {
    let shown = |c: char| match c {
        '\t' => ' ',
        '\n' => c,
        c if is_interpreted(c) => '\u{fffd}',
        c => c,
    };
    text.chars().map(shown).collect()
}

/// All faults found in a file, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub(crate) Vec<Fault>);

impl Faults {
    /// The faults, in the order in which they were found.
    #[must_use]
    pub fn all(&self) -> &[Fault] {
        &self.0
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

/// The number of faults that are shown.
const SHOWN: usize = 10;

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.0.iter().take(SHOWN).enumerate() {
            let end = if place == 0 { "" } else { "\n" };
            write!(f, "{end}{fault}")?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for Faults {}

/// The name among `names` that was probably meant, as a question.
pub(crate) fn did_you_mean<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let given: String = given.to_lowercase().chars().take(LONGEST).collect();
    let like = |name: &'a str| (strsim::damerau_levenshtein(&given, name), name);
    let (edits, name) = names.into_iter().map(like).min()?;
    // Half of a short name may be wrong, and a third of a long one.
    let most = if name.len() < 5 { name.len() / 2 } else { name.len() / 3 };
    (edits <= most).then(|| format!("Did you mean '{name}'?"))
}
