//! Results in any scoring system: points of White and Black.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{is_a, tag, take_while_m_n};
use nom::character::complete::{char, one_of, space0};
use nom::combinator::{eof, map, map_opt, not, opt, recognize, value};
use nom::sequence::{preceded, terminated};

use crate::notation::text::{Parsed, fault, is_dash};

/// The points of both players, if the text is a result and nothing else.
pub(super) fn points(text: &str) -> Option<(f64, f64)> {
    let read: Parsed<'_, _> = terminated(result, (space0, eof)).parse(text.trim());
    read.ok().map(|(_, points)| points)
}

/// Whether the text is one of PDN's results, which end a game anywhere.
pub(super) fn is_usual(text: &str) -> bool {
    matches!(text, "2-0" | "1-1" | "0-2" | "0-0" | "1-0" | "0-1" | "1/2-1/2")
}

/// Whether a string that could be a move also looks like a result: its points have the sum of some scoring system.
pub(super) fn is_likely(text: &str) -> bool {
    const SUMS: [f64; 7] = [2.0, 3.0, 4.0, 6.0, 10.0, 12.0, 20.0];
    points(text).is_some_and(|(white, black)| SUMS.contains(&(white + black)))
}

/// Whether no player has more points in one result and fewer in the other. Some systems share points unevenly after a
/// draw.
pub(super) fn is_consistent(text: &str, other: &str) -> bool {
    let lead = |text| points(text).map_or(0.0, |(white, black)| white - black);
    lead(text) * lead(other) >= 0.0
}

/// A result: `2-0`, `1/2-1/2`, `1 1/2 - 1/2`, `0.98-1.02`, `1+ - 1-`, `1/2`, `2:0`, `2-0f`.
pub(super) fn result(input: &str) -> Parsed<'_, (f64, f64)> {
    let between = (space0, alt((recognize(one_of(":")), take_while_m_n(1, 1, is_dash))), space0);
    let both = map_opt((side, between, side), |((white, one), _, (black, other))| {
        let is_draw = (white - black).abs() < 1e-6;
        (is_draw || !(one || other)).then_some((white, black))
    });
    let only_half = map(half, |half| (half, half));
    // Marks a forfeit: the opponent did not appear.
    let forfeit = opt(preceded(space0, terminated(is_a("fF"), not(letter))));
    let (rest, points) = terminated(alt((both, only_half)), forfeit).parse(input)?;
    let is_broken = points.0.fract() > 0.0 || points.1.fract() > 0.0;
    if is_broken && ![1.0, 2.0].iter().any(|sum| (points.0 + points.1 - sum).abs() < 1e-6) {
        return fault(input, "a result");
    }
    // If more text follows directly, it is a move or something unknown.
    if rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, ':' | '/' | '\u{bd}') || is_dash(c)) {
        return fault(input, "a result");
    }
    Ok((rest, points))
}

fn letter(input: &str) -> Parsed<'_, char> {
    nom::character::complete::satisfy(char::is_alphanumeric).parse(input)
}

/// The points of a player, and whether a sign after them marks the better or the worse side of a draw.
fn side(input: &str) -> Parsed<'_, (f64, bool)> {
    let sign = opt(alt((char('+'), terminated(char('-'), not(digit)))));
    // For unevenly shared draws; other numbers before a fraction belong to a move.
    let mixed = (char('1'), space0, half).map(|(_, _, half)| 1.0 + half);
    (alt((half, mixed, number)), sign.map(|sign| sign.is_some())).parse(input)
}

fn digit(input: &str) -> Parsed<'_, char> {
    preceded(space0, one_of("0123456789\u{bd}")).parse(input)
}

fn half(input: &str) -> Parsed<'_, f64> {
    value(0.5, alt((tag("1/2"), tag("\u{bd}")))).parse(input)
}

/// Points, possibly with a fraction: `12`, `0.98`.
fn number(input: &str) -> Parsed<'_, f64> {
    let digits = |most| take_while_m_n(1, most, |c: char| c.is_ascii_digit());
    let (rest, text) = recognize((digits(2), opt((char('.'), digits(3))))).parse(input)?;
    match text.parse() {
        Ok(points) => Ok((rest, points)),
        Err(_) => fault(input, "points"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_all_systems_are_parsed() {
        for (text, expected) in [
            ("2-0", (2.0, 0.0)),
            ("1 1/2 - 1/2", (1.5, 0.5)),
            ("1\u{bd}\u{2013}\u{bd}", (1.5, 0.5)),
            ("0.98-1.02", (0.98, 1.02)),
            ("1+ - 1-", (1.0, 1.0)),
            ("1- - 1+", (1.0, 1.0)),
            ("1/2", (0.5, 0.5)),
            ("0-2F", (0.0, 2.0)),
            ("0-2 ff", (0.0, 2.0)),
            ("12 : 8", (12.0, 8.0)),
        ] {
            assert_eq!(points(text), Some(expected), "{text}");
        }
        for text in
            ["", "*", "2", "2-", "2-0-0", "32x28", "2-0g", "1/2-", "a3-b4", "1/3-2/3", "32--28", "2+-1-"]
        {
            assert_eq!(points(text), None, "{text}");
        }
    }
}
