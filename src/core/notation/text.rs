//! Parse errors: what was found, where, and what was expected. Shared by all parsers.

use std::fmt;

use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

use crate::rules::SetupError;

/// A parse error. Its message says what was found, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    message: String,
}

impl NotationError {
    /// An error with this message.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }

    /// Appends `more` to the message.
    #[must_use]
    pub fn with(self, more: &str) -> Self {
        Self::new(self.message + more)
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NotationError {}

impl From<SetupError> for NotationError {
    fn from(error: SetupError) -> Self {
        Self::new(error.to_string())
    }
}

/// The rest of the text where a parser stopped, and what it expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault<'a> {
    rest: &'a str,
    expected: &'static str,
}

impl<'a> ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        Self { rest, expected: "something else" }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// The result of a parser of this crate.
pub type Parsed<'a, T> = IResult<&'a str, T, Fault<'a>>;

/// Sets what `parser` expects at its start, for errors.
pub fn expect<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Fault<'a>> {
    move |input: &'a str| {
        parser
            .parse(input)
            .map_err(|error: nom::Err<Fault<'a>>| error.map(|_| Fault { rest: input, expected }))
    }
}

/// A fault at the start of `rest`. Other alternatives are still tried.
///
/// # Errors
///
/// Always.
pub fn fault<'a, T>(rest: &'a str, expected: &'static str) -> Parsed<'a, T> {
    Err(nom::Err::Error(Fault { rest, expected }))
}

/// A fault at the start of `rest` that ends parsing: no alternatives are tried.
///
/// # Errors
///
/// Always.
pub fn failure<'a, T>(rest: &'a str, expected: &'static str) -> Parsed<'a, T> {
    Err(nom::Err::Failure(Fault { rest, expected }))
}

/// Parses all of `input`; `what` names the input in the error.
///
/// # Errors
///
/// If the parser fails or does not reach the end of the input.
pub fn parse_all<'a, T>(
    what: &str,
    input: &'a str,
    mut parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> Result<T, NotationError> {
    match parser.parse(input) {
        Ok(("", value)) => Ok(value),
        Ok((rest, _)) => Err(unreadable(what, input, &Fault { rest, expected: "its end" })),
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => Err(unreadable(what, input, &fault)),
        Err(nom::Err::Incomplete(_)) => Err(NotationError::new(format!("{what} is incomplete"))),
    }
}

fn unreadable(what: &str, input: &str, fault: &Fault<'_>) -> NotationError {
    let consumed = input.len().saturating_sub(fault.rest.len());
    let column = input.get(..consumed).map_or(0, |read| read.chars().count()) + 1;
    NotationError::new(format!(
        "{what} '{}': found {} at character {column}, expected {}",
        shown(input),
        found(fault),
        fault.expected
    ))
}

/// Whether `c` is a hyphen or a typographic dash.
pub(super) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ad}')
}

/// The part of `text` before `rest`, which is a suffix of it.
pub(super) fn before<'a>(text: &'a str, rest: &str) -> &'a str {
    text.get(..text.len().saturating_sub(rest.len())).unwrap_or_default()
}

/// The message for a fault at a word of a longer text, and the text from that word.
pub(super) fn word_fault<'a>(fault: &Fault<'a>) -> (&'a str, String) {
    let word: String = fault.rest.chars().take_while(|c| !c.is_whitespace()).collect();
    let found = if word.is_empty() { "the end".to_owned() } else { format!("'{}'", shown(&word)) };
    (fault.rest, format!("found {found}, expected {}", fault.expected))
}

/// The character where the parser stopped, quoted.
fn found(fault: &Fault<'_>) -> String {
    match fault.rest.chars().next() {
        Some(c) => format!("'{}'", shown(&c.to_string())),
        None => "the end".to_owned(),
    }
}

/// Shortens a string for a message, and replaces everything that could break a line or a quoted value.
pub fn shown(text: &str) -> String {
    const MAX_LENGTH: usize = 80;
    let mut short: String = text.chars().take(MAX_LENGTH).map(printable).collect();
    if text.chars().nth(MAX_LENGTH).is_some() {
        short.push_str("...");
    }
    short
}

fn printable(c: char) -> char {
    match c {
        '"' => '\'',
        c if c.is_control() => '?',
        c => c,
    }
}
