//! Where a word stands in a PDN file: lines, blank lines and what follows.

use super::tag::starts_with_tag;

/// The place of a word.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) line: usize,
    /// Whether there is a blank line before the word.
    pub(super) gap: bool,
    /// Whether the word is the first of a line other than the first line.
    pub(super) starts_line: bool,
    /// Whether it directly follows the previous word.
    pub(super) is_adjacent: bool,
    /// The text from the word on.
    pub(super) text: &'a str,
}

pub(super) fn newlines(text: &str) -> usize {
    text.matches('\n').count()
}

pub(super) fn has_blank_line(blanks: &str) -> bool {
    blanks.split('\n').skip(1).filter(|line| line.trim().is_empty()).count() > 1
}

/// Whether two lines follow each other without a blank line. If not, blank lines have no meaning.
pub(super) fn has_adjacent_lines(text: &str) -> bool {
    let mut lines = text.lines().map(|line| !line.trim().is_empty());
    let mut last = false;
    lines.any(|this| std::mem::replace(&mut last, this) && this)
}

/// The length of the text from the first line that starts with a tag; 0 if there is none.
pub(super) fn rest_at_tag(text: &str) -> usize {
    let mut lines = text.match_indices('\n').map(|(end, _)| text.get(end + 1..).unwrap_or_default());
    lines.find(|line| starts_with_tag(line)).map_or(0, str::len)
}

/// The index of the first of these characters, apart from the first character of the text.
pub(super) fn beyond_first(text: &str, is_end: impl Fn(char) -> bool) -> usize {
    let found = text.char_indices().skip(1).find(|&(_, c)| is_end(c));
    found.map_or(text.len(), |(place, _)| place)
}
