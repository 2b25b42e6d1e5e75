//! PDN tags, including malformed ones.

use crate::notation::text::{Parsed, failure};

/// The quotes around a value, including typographic ones.
const QUOTES: [char; 6] = ['"', '\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}'];

/// The part of a line that is searched for tags. The limit keeps a line full of brackets from taking forever.
const MAX_LENGTH: usize = 10_000;

/// The part of the first line that is searched for tags.
fn first_line(text: &str) -> &str {
    prefix(text, MAX_LENGTH).lines().next().unwrap_or_default()
}

/// The start of a string, at most `longest` bytes.
pub(super) fn prefix(text: &str, longest: usize) -> &str {
    let end = (0..=longest.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    end.and_then(|end| text.get(..end)).unwrap_or_default()
}

/// Whether a line starts with an unmistakable tag.
pub(super) fn starts_with_tag(line: &str) -> bool {
    let Some(inside) = line.trim_start_matches([' ', '\t']).strip_prefix('[') else { return false };
    let line = first_line(inside);
    line.starts_with(char::is_alphabetic) && line.contains(QUOTES) && line.contains(']')
}

/// Parses a name and a value: `[White "A \"B\" C"]`. Quotes within the value need no backslash if its end is clear.
/// Quotes around the value or the bracket after it may be missing.
pub(super) fn pdn_tag(input: &str) -> Parsed<'_, (String, String)> {
    let Some(inside) = input.strip_prefix('[') else { return failure(input, "'['") };
    let line = first_line(inside);
    let quote = line.find(QUOTES).filter(|&quote| !line[..quote].contains(']'));
    let Some((name, rest)) = quote.and_then(|quote| inside.split_at_checked(quote)) else {
        return without_quotes(input, line);
    };
    let name = tag_name(name);
    if name.is_empty() {
        return failure(rest, "the name of a tag");
    }
    // A value that starts with a plain quote ends with one.
    let quotes: &[char] = if rest.starts_with('"') { &['"'] } else { &QUOTES };
    let value = rest.strip_prefix(QUOTES).unwrap_or_default();
    // A backslash at the end of a value may be literal.
    let found = quoted(value, quotes, true).or_else(|| quoted(value, quotes, false));
    let (value, rest) = found.unwrap_or_else(|| up_to_bracket(value));
    Ok((rest, (name, tag_value(&value))))
}

/// Removes the characters that a name must not contain: quotes, brackets, control characters, and a leading `%`.
pub(super) fn tag_name(name: &str) -> String {
    let name: String =
        name.chars().filter(|c| !c.is_control() && !matches!(c, '[' | ']') && !QUOTES.contains(c)).collect();
    name.trim_start_matches(|c: char| c == '%' || c.is_whitespace()).trim_end().to_owned()
}

/// Replaces the control characters of a value, so that it fits in one line.
pub(super) fn tag_value(value: &str) -> String {
    value.replace(|c: char| c.is_control(), " ")
}

/// The value up to a quote before a bracket or the end of its line, and the rest.
fn quoted<'a>(input: &'a str, quotes: &[char], escapes: bool) -> Option<(String, &'a str)> {
    let mut value = String::new();
    let mut rest = input;
    while let Some(c) = rest.chars().next().filter(|_| value.len() < MAX_LENGTH) {
        let after = rest.strip_prefix(c)?;
        match c {
            '\\' if escapes && after.starts_with(['"', '\\']) => {
                value.extend(after.chars().next());
                rest = after.get(1..)?;
                continue;
            }
            '\n' if after.trim_start_matches([' ', '\t']).starts_with(['\n', '[']) => return None,
            '\n' => value.push(' '),
            c if quotes.contains(&c) => match after_end(after) {
                Some(rest) => return Some((value, rest)),
                None => value.push(c),
            },
            c => value.push(c),
        }
        rest = after;
    }
    None
}

/// The text after the end of a tag, if the tag ends here.
fn after_end(input: &str) -> Option<&str> {
    let rest = input.trim_start_matches([' ', '\t']);
    match rest.chars().next() {
        Some(']') => rest.strip_prefix(']'),
        None | Some('\n') => Some(rest),
        _ => None,
    }
}

/// A value without a closing quote, and the rest.
fn up_to_bracket(input: &str) -> (String, &str) {
    let line = first_line(input);
    let (value, rest) = match line.rfind(']') {
        Some(end) => (&line[..end], input.get(end + 1..).unwrap_or_default()),
        None => (line, input.get(line.len()..).unwrap_or_default()),
    };
    (value.trim().to_owned(), rest)
}

/// Parses `[White Cat]`.
fn without_quotes<'a>(input: &'a str, line: &'a str) -> Parsed<'a, (String, String)> {
    let Some((inside, _)) = line.split_once(']') else {
        return failure(input, "a tag, as in [White 'Cat']");
    };
    let rest = input.get(inside.len() + 2..).unwrap_or_default();
    let (name, value) = inside.trim().split_once(char::is_whitespace).unwrap_or((inside.trim(), ""));
    if !name.starts_with(char::is_alphabetic) {
        return failure(input, "a tag, as in [White 'Cat']");
    }
    Ok((rest, (tag_name(name), tag_value(value.trim().trim_matches('\'')))))
}
