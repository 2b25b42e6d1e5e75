//! The words of a PDN file.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while, take_while_m_n, take_while1};
use nom::character::complete::{anychar, char, digit1, none_of, one_of, space0};
use nom::combinator::{cut, map, not, opt, recognize, value};
use nom::multi::{fold_many0, many0_count, many1};
use nom::sequence::{delimited, preceded, terminated};

use super::game::{PdnResult, RESULTS};
use crate::notation::text::{Parsed, expect, failure, fault};

/// A word of a PDN file.
#[derive(Clone)]
pub(super) enum Token {
    Tag(String, String),
    /// A comment, in one line.
    Comment(String),
    /// A move without marks and blanks.
    Move(String),
    /// The end of a game.
    End(Option<PdnResult>),
    /// A position set up, its FEN.
    SetUp(String),
    /// Something that does not matter: a number, a variation, a mark.
    Other,
}

/// Whether `c` may stand between the cells of a move.
pub(super) fn is_separator(c: char) -> bool {
    matches!(c, '-' | 'x' | 'X' | ':' | '\u{d7}')
}

/// One word. Blanks before it must have been skipped.
pub(super) fn token(input: &str) -> Parsed<'_, Token> {
    const EXPECTED: &str = "a tag, a move, a comment, a variation or a result";
    match input.chars().next() {
        Some('[') => pdn_tag(input),
        Some('{') => comment(input),
        Some(';') => map(preceded(char(';'), line), |text| Token::Comment(one_line(text))).parse(input),
        Some('(') => variation(input),
        Some('/') => set_up(input),
        Some('*') => value(Token::End(None), char('*')).parse(input),
        Some('$') => value(Token::Other, (char('$'), expect("a number", cut(digit1)))).parse(input),
        Some('!' | '?' | '.' | '\u{2026}') => value(Token::Other, take_while1(is_mark)).parse(input),
        _ => expect(EXPECTED, alt((end, number, pdn_move, unknown_move))).parse(input),
    }
}

/// Blanks, and lines that begin with `%` wherever a word could.
pub(super) fn blanks(input: &str) -> Parsed<'_, ()> {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0';
    let remark = recognize((char('%'), line));
    value((), many0_count(alt((take_while1(is_blank), remark)))).parse(input)
}

fn line(input: &str) -> Parsed<'_, &str> {
    take_till(|c| c == '\n' || c == '\r').parse(input)
}

/// All words, with one blank between each two.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_mark(c: char) -> bool {
    matches!(c, '!' | '?' | '.' | '\u{2026}')
}

fn pdn_tag(input: &str) -> Parsed<'_, Token> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = expect("the name of a tag", take_while1(is_letter));
    let mut inside = (
        preceded((char('['), space0), cut(name)),
        preceded(space0, cut(quoted)),
        preceded(space0, cut(expect("']', the end of the tag", char(']')))),
    );
    let (rest, (name, text, _)) = inside.parse(input)?;
    Ok((rest, Token::Tag(name.to_owned(), text)))
}

/// A text between double quotes; `\"` and `\\` stand for the quote and the backslash in it.
fn quoted(input: &str) -> Parsed<'_, String> {
    let escaped = alt((preceded(char('\\'), one_of("\"\\")), none_of("\"\n\r")));
    let add = |mut text: String, c: char| {
        text.push(c);
        text
    };
    delimited(
        expect("the value of the tag between double quotes", char('"')),
        fold_many0(escaped, String::new, add),
        expect("'\"', the end of the value", char('"')),
    )
    .parse(input)
}

fn comment(input: &str) -> Parsed<'_, Token> {
    let (rest, text) = between_braces(input)?;
    Ok((rest, Token::Comment(one_line(text))))
}

fn between_braces(input: &str) -> Parsed<'_, &str> {
    let braces = delimited(char('{'), take_till(|c| c == '}'), cut(char('}')));
    expect("a comment that ends with '}'", braces).parse(input)
}

/// Everything up to the parenthesis that closes the first, whatever it is.
fn variation(input: &str) -> Parsed<'_, Token> {
    let mut depth = 0_usize;
    let mut rest = input;
    loop {
        let (after, c) = match anychar::<&str, ()>(rest) {
            Ok(read) => read,
            Err(_) => return failure(input, "a variation that ends with ')'"),
        };
        match c {
            '{' => {
                rest = between_braces(rest)?.0;
                continue;
            }
            ';' => {
                rest = line(after)?.0;
                continue;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        rest = after;
        if depth == 0 {
            return Ok((rest, Token::Other));
        }
    }
}

/// A position between slashes: `/FEN "W:W31-50:B1-20"/`.
fn set_up(input: &str) -> Parsed<'_, Token> {
    let value = delimited((tag("/FEN"), space0), quoted, (space0, char('/')));
    map(expect("a position, as in /FEN \"W:W31-50:B1-20\"/", value), Token::SetUp).parse(input)
}

/// A result, if it does not go on as a move.
fn end(input: &str) -> Parsed<'_, Token> {
    for (two_points, one_point, result) in RESULTS {
        for text in [one_point, two_points] {
            let after = |c: char| c.is_alphanumeric() || is_separator(c) || c == '/';
            if let Some(rest) = input.strip_prefix(text)
                && !rest.starts_with(after)
            {
                return Ok((rest, Token::End(Some(result))));
            }
        }
    }
    fault(input, "a result")
}

fn number(input: &str) -> Parsed<'_, Token> {
    value(Token::Other, (digit1, one_of(".\u{2026}"), take_while(|c| c == '.'))).parse(input)
}

/// `- -`, a move that nobody knows.
fn unknown_move(input: &str) -> Parsed<'_, Token> {
    value(Token::Other, (char('-'), space0, char('-'))).parse(input)
}

/// A move of whatever game, and marks that follow it.
fn pdn_move(input: &str) -> Parsed<'_, Token> {
    let separator = delimited(space0, take_while_m_n(1, 1, is_separator), space0);
    let (rest, (first, others)) =
        (cell, many1(alt(((separator, cell), (tag(""), named_cell))))).parse(input)?;
    let marks = opt(take_while(|c| matches!(c, '!' | '?' | '*')));
    let (rest, _) = terminated(marks, not(digit1)).parse(rest)?;
    let mut text = first.to_owned();
    for (separator, cell) in others {
        text.push_str(separator);
        text.push_str(cell);
    }
    Ok((rest, Token::Move(text)))
}

fn cell(input: &str) -> Parsed<'_, &str> {
    alt((named_cell, take_while_m_n(1, 2, |c: char| c.is_ascii_digit()))).parse(input)
}

fn named_cell(input: &str) -> Parsed<'_, &str> {
    recognize((one_of("abcdefghi"), one_of("123456789"))).parse(input)
}
