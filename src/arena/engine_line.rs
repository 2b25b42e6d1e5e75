//! Lenient parser of the lines of any Hub engine.

use std::str::FromStr;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_till, take_while1};
use nom::character::complete::{char, space0};
use nom::combinator::{map, opt};
use nom::error::Error;
use nom::multi::many0;
use nom::sequence::{delimited, pair, preceded};

/// The first word of a line, and the `name=value` arguments after it.
pub(super) struct EngineLine<'a> {
    command: &'a str,
    arguments: Vec<(&'a str, &'a str)>,
}

impl<'a> EngineLine<'a> {
    /// Parses a line up to the first part that it does not understand.
    pub(super) fn of(line: &'a str) -> Self {
        let word = |input: &'a str| take_while1(|c: char| !c.is_whitespace()).parse(input);
        let parsed: Result<(&str, &str), nom::Err<Error<&str>>> = preceded(space0, word).parse(line);
        let (rest, command) = parsed.unwrap_or((line, ""));
        let (_, arguments) = many0(preceded(space0, argument)).parse(rest).unwrap_or_default();
        Self { command, arguments }
    }

    pub(super) fn command(&self) -> &'a str {
        self.command
    }

    /// The value of an argument.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        self.arguments.iter().find(|(found, _)| *found == name).map(|(_, value)| *value)
    }

    /// The value of an argument as a number.
    pub(super) fn number<T: FromStr>(&self, name: &str) -> Option<T> {
        self.value(name)?.parse().ok()
    }
}

fn argument(input: &str) -> nom::IResult<&str, (&str, &str)> {
    let name = take_while1(|c: char| !c.is_whitespace() && c != '=');
    let quoted = delimited(char('"'), take_till(|c| c == '"'), opt(char('"')));
    let value = alt((quoted, take_till(char::is_whitespace)));
    map(pair(name, opt(preceded(char('='), value))), |(name, value)| (name, value.unwrap_or_default()))
        .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_parsed() {
        let line = EngineLine::of("info depth=3 score=-0.12 infinite pv=\"32-28 19-23\" nodes=12");
        assert_eq!(line.command(), "info");
        assert_eq!((line.number("depth"), line.number("score")), (Some(3), Some(-0.12)));
        assert_eq!((line.value("pv"), line.value("infinite")), (Some("32-28 19-23"), Some("")));
        assert_eq!((line.value("nodes"), line.value("time")), (Some("12"), None));
    }

    #[test]
    fn odd_lines_are_accepted() {
        for line in ["", " ", "=", "done move=", "info =3 x", "info pv=\"32-28", "\"\"", "done \u{fffd}=1"] {
            let _ = EngineLine::of(line).value("move");
        }
        assert_eq!(EngineLine::of("done move=").value("move"), Some(""));
    }
}
