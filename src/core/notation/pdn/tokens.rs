//! Tokens of a PDN file.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till, take_while_m_n, take_while1};
use nom::character::complete::{char, digit1, satisfy, space0};
use nom::combinator::{map, map_opt, not, opt, peek, recognize, value, verify};
use nom::multi::{many0_count, many1};
use nom::sequence::{delimited, preceded, terminated};

use super::result::result;
use super::tag::{pdn_tag, prefix, starts_with_tag};
use crate::notation::text::{Parsed, expect, failure, is_dash};

/// A token of a PDN file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Tag(String, String),
    /// A comment, in one line.
    Comment(String),
    /// A move without marks and blanks, in lower case.
    Move(String),
    /// The number of a move, and whether it is Black's.
    Number(u32, bool),
    /// A numeric annotation glyph.
    Nag(u32),
    Open,
    Close,
    /// `*`, the end of a game or the mark of a move.
    Star,
    /// A result. If it can also be a move, a move is the better guess without other evidence.
    End(&'a str),
    /// The FEN of a position that is set up.
    SetUp(String),
    /// A token without meaning.
    Nothing,
}

/// An unknown move.
pub(super) const UNKNOWN_MOVE: &str = "- -";

/// Whether `c` may separate the cells of a capture; includes the Cyrillic letter that looks like an `x`.
pub(super) fn is_cross(c: char) -> bool {
    matches!(c, 'x' | 'X' | ':' | '\u{d7}' | '\u{445}' | '\u{425}' | '\u{2715}')
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\0' | '\u{200b}')
}

/// Parses one token. Blanks before it must have been skipped.
pub(super) fn token(input: &str) -> Parsed<'_, Token<'_>> {
    const EXPECTED: &str = "a tag, a move, a comment, a variation or a result";
    match input.chars().next() {
        Some('[') if input.starts_with("[%") => map(command, Token::Comment).parse(input),
        Some('[') => map(pdn_tag, |(name, value)| Token::Tag(name, value)).parse(input),
        Some('{') => map(comment, |text| Token::Comment(one_line(text))).parse(input),
        Some(';') => map(preceded(char(';'), line), |text| Token::Comment(one_line(text))).parse(input),
        Some('(') => alt((marks_apart, value(Token::Open, char('(')))).parse(input),
        Some(')') => value(Token::Close, char(')')).parse(input),
        Some('}' | ']') => value(Token::Nothing, satisfy(|_| true)).parse(input),
        Some('/') => map(set_up, Token::SetUp).parse(input),
        Some('*') => value(Token::Star, char('*')).parse(input),
        Some('$') => map(preceded(char('$'), expect("a number", digit1)), nag).parse(input),
        Some('!' | '?') => marks(input),
        Some('.' | '\u{2026}' | ',') => {
            value(Token::Nothing, take_while1(|c| is_dot(c) || c == ',')).parse(input)
        }
        _ => expect(EXPECTED, alt((end, number, a_move, unknown_move, number_alone))).parse(input),
    }
}

/// Skips blanks, text from `%` to the end of the line, and remnants of HTML.
pub(super) fn blanks(input: &str) -> Parsed<'_, ()> {
    let remark = recognize((char('%'), line));
    let entity = alt((tag("&nbsp;"), tag("&#160;")));
    value((), many0_count(alt((take_while1(is_blank), remark, markup, entity)))).parse(input)
}

/// An HTML tag, such as `<br>` or `</pre>`.
fn markup(input: &str) -> Parsed<'_, &str> {
    const MAX_LENGTH: usize = 200;
    let begins = peek((char('<'), opt(char('/')), satisfy(|c| c.is_ascii_alphabetic() || c == '!')));
    let inside = take_while_m_n(1, MAX_LENGTH, |c| !matches!(c, '<' | '>' | '\n'));
    recognize((begins, char('<'), inside, char('>'))).parse(input)
}

fn line(input: &str) -> Parsed<'_, &str> {
    take_till(|c| c == '\n').parse(input)
}

/// The text without line breaks, control characters and surrounding blanks. Blanks within a line stay, since they may
/// be significant.
pub(super) fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let text = lines.join(" ").replace(|c: char| c.is_control(), " ");
    text.trim().to_owned()
}

fn is_dot(c: char) -> bool {
    matches!(c, '.' | '\u{2026}')
}

/// A numeric annotation glyph. One that is too large to mean anything is kept as a comment.
fn nag(digits: &str) -> Token<'_> {
    digits.parse().map_or_else(|_| Token::Comment(format!("${digits}")), Token::Nag)
}

fn marks(input: &str) -> Parsed<'_, Token<'_>> {
    map(take_while1(|c| matches!(c, '!' | '?')), |marks| Token::Nag(nag_of(marks))).parse(input)
}

/// Marks in parentheses, `(?)`.
fn marks_apart(input: &str) -> Parsed<'_, Token<'_>> {
    delimited((char('('), space0), marks, (space0, char(')'))).parse(input)
}

/// The marks of moves, in the order of their numbers from 1.
const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The number of a mark; unknown combinations have the number of the most similar mark.
fn nag_of(marks: &str) -> u32 {
    let nearest = match (marks.starts_with('!'), marks.contains('!'), marks.contains('?')) {
        _ if MARKS.contains(&marks) => marks,
        (_, true, false) => "!!",
        (_, false, _) => "??",
        (true, ..) => "!?",
        (false, ..) => "?!",
    };
    (1..).zip(MARKS).find(|&(_, known)| known == nearest).map_or(1, |(number, _)| number)
}

/// A command outside a comment, such as `[%clk 0:59:01]`.
fn command(input: &str) -> Parsed<'_, String> {
    let inside = recognize((char('['), take_till(|c| matches!(c, ']' | '\n')), char(']')));
    map(expect("']', the end of the command", inside), str::to_owned).parse(input)
}

/// A comment in braces. It may contain balanced braces, and lines that look like tags if it ends before another comment
/// starts. Otherwise a comment that reaches a tag is an error, since its closing brace is missing.
fn comment(input: &str) -> Parsed<'_, &str> {
    const EXPECTED: &str = "a comment that ends with '}'";
    let mut depth = 0_u32;
    let (mut last, mut has_tags) = (' ', false);
    for (place, c) in input.char_indices() {
        let (inside, after) = input.split_at(place);
        let after = after.strip_prefix(c).unwrap_or_default();
        let closes_again = || after.find(['{', '}']).is_some_and(|next| after[next..].starts_with('}'));
        match c {
            '{' => depth += 1,
            '}' if last == '\\' && closes_again() => {}
            '}' if depth > 1 && closes_again() => depth -= 1,
            '}' => return Ok((after, inside.strip_prefix('{').unwrap_or_default())),
            '\n' if !has_tags && starts_with_tag(after) => {
                has_tags = closes_again();
                if !has_tags {
                    return failure(input, EXPECTED);
                }
            }
            _ => {}
        }
        last = c;
    }
    failure(input, EXPECTED)
}

/// The text before the matching closing parenthesis, up to a maximum length.
pub(super) fn up_to_close(input: &str) -> Parsed<'_, &str> {
    const MAX_LENGTH: usize = 20_000;
    const EXPECTED: &str = "a variation that ends with ')'";
    let mut rest = prefix(input, MAX_LENGTH);
    let end = rest.len();
    let mut depth = 0_usize;
    while let Some(c) = rest.chars().next() {
        let after = rest.strip_prefix(c).unwrap_or_default();
        match c {
            '{' => {
                rest = comment(rest).map_or("", |(after, _)| after);
                continue;
            }
            ')' if depth == 0 => {
                let inside = input.get(..end - rest.len()).unwrap_or_default();
                return Ok((input.get(inside.len() + 1..).unwrap_or_default(), inside));
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            '\n' if starts_with_tag(after) => break,
            _ => {}
        }
        rest = after;
    }
    failure(input, EXPECTED)
}

/// A position in slashes: `/FEN "W:W31-50:B1-20"/`. It may have several lines.
fn set_up(input: &str) -> Parsed<'_, String> {
    let begin = (char('/'), space0, tag_no_case("FEN"));
    let fen = map(take_till(|c| matches!(c, '/' | '[' | '{')), |fen| {
        one_line(fen).trim_matches(['"', '\'']).trim().to_owned()
    });
    let fen = delimited(begin, verify(fen, |fen: &str| !fen.is_empty()), char('/'));
    expect("a position, as in /FEN 'W:W31-50:B1-20'/", fen).parse(input)
}

/// A result; not `1.32-28`, which is a number and a move.
fn end(input: &str) -> Parsed<'_, Token<'_>> {
    map(recognize(result), Token::End).parse(input)
}

fn number(input: &str) -> Parsed<'_, Token<'_>> {
    let dots = take_while1(is_dot);
    let (rest, (number, _, dots)) = (number_text, space0, dots).parse(input)?;
    Ok((rest, Token::Number(number, dots.chars().count() > 1 || dots.contains('\u{2026}'))))
}

/// A move number without its point, or with the parenthesis of `1)`, which means nothing unless it ends a variation.
fn number_alone(input: &str) -> Parsed<'_, Token<'_>> {
    let before_move = value((), (take_while1(is_blank), satisfy(char::is_alphanumeric)));
    let before = peek(alt((before_move, value((), char(')')))));
    map(terminated(number_text, before), |number| Token::Number(number, false)).parse(input)
}

fn number_text(input: &str) -> Parsed<'_, u32> {
    map(digit1, |text: &str| text.parse().unwrap_or(u32::MAX)).parse(input)
}

/// `- -`, an unknown move.
fn unknown_move(input: &str) -> Parsed<'_, Token<'_>> {
    let dash = || satisfy(is_dash);
    value(Token::Move(UNKNOWN_MOVE.to_owned()), (dash(), space0, dash())).parse(input)
}

/// A move of any game.
pub(super) fn a_move(input: &str) -> Parsed<'_, Token<'_>> {
    let ends = not(satisfy(|c| c.is_alphanumeric() || is_dash(c)));
    let possible = verify(alt((move_text, move_without_separator, short_move)), is_possible);
    map(terminated(possible, ends), Token::Move).parse(input)
}

/// Whether such a move can exist in some game: no cell is called 0, and only captures can end where they started.
fn is_possible(text: &str) -> bool {
    let has_zero = text.split(['-', 'x', ':']).any(|cell| cell.parse() == Ok(0_u32));
    !has_zero && text.split_once('-').is_none_or(|(from, to)| from != to)
}

fn move_text(input: &str) -> Parsed<'_, String> {
    let sign = || alt((value('-', satisfy(is_dash)), value(':', char(':')), value('x', satisfy(is_cross))));
    let apart = (map(delimited(space, sign(), space), Some), cell);
    // Over the end of a line, a blank before the sign or a point after the cell would make it something else.
    let wrapped = (
        map(terminated(sign(), (space, char('\n'), space)), Some),
        terminated(cell, not((space, satisfy(is_dot)))),
    );
    let part = alt((apart, wrapped, (value(None, tag("")), named_cell)));
    let (rest, (mut text, parts)) = (cell, many1(part)).parse(input)?;
    for (sign, cell) in parts {
        text.extend(sign);
        text.push_str(&cell);
    }
    Ok((rest, text))
}

/// `cd4` or `c:e5`: the first cell has only its letter.
fn short_move(input: &str) -> Parsed<'_, String> {
    let letter = map_opt(satisfy(|_| true), small_letter);
    let sign = opt(alt((value(':', char(':')), value('x', satisfy(is_cross)))));
    let (rest, (from, sign, to)) = (letter, sign, alt((move_text, named_cell))).parse(input)?;
    Ok((rest, [from].into_iter().chain(sign).collect::<String>() + &to))
}

/// `3228`, or `728`.
fn move_without_separator(input: &str) -> Parsed<'_, String> {
    map(take_while_m_n(3, 4, |c: char| c.is_ascii_digit()), str::to_owned).parse(input)
}

/// Blanks within a line.
fn space(input: &str) -> Parsed<'_, ()> {
    value((), take_till(|c: char| !is_blank(c) || c == '\n')).parse(input)
}

/// The number of cells of the largest board, 12x12.
const MOST_CELLS: u32 = 144;

fn cell(input: &str) -> Parsed<'_, String> {
    let digits = take_while_m_n(1, 3, |c: char| c.is_ascii_digit());
    let is_cell = |number: &str| number.parse::<u32>().is_ok_and(|number| number <= MOST_CELLS);
    let number = terminated(verify(digits, is_cell), not(digit1));
    alt((named_cell, map(number, str::to_owned))).parse(input)
}

fn named_cell(input: &str) -> Parsed<'_, String> {
    let letter = satisfy(|c| small_letter(c).is_some());
    let row = alt((tag("10"), tag("11"), tag("12"), recognize(satisfy(|c| matches!(c, '1'..='9')))));
    let (rest, (letter, row)) = (letter, row).parse(input)?;
    Ok((rest, small_letter(letter).into_iter().chain(row.chars()).collect()))
}

/// The letter of a column in lower case, also for a capital or a Cyrillic letter that looks the same.
pub(super) fn small_letter(c: char) -> Option<char> {
    match c.to_lowercase().next()? {
        c @ 'a'..='l' => Some(c),
        '\u{430}' => Some('a'),
        '\u{441}' => Some('c'),
        '\u{435}' => Some('e'),
        _ => None,
    }
}
