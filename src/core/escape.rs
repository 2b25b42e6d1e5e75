//! Escaping of foreign text for display: file names, and text from peers and programs. A terminal interprets some
//! characters instead of showing them; these are written out, such as `\u{1b}` and `\n`.

use std::fmt::Display;
use std::path::Path;

/// `text` on one line, with every character that a terminal would interpret written out.
///
/// ```
/// use coupturc_core::escape::escaped;
///
/// assert_eq!(escaped("a\u{1b}[2J\nb"), "a\\u{1b}[2J\\nb");
/// assert_eq!(escaped("né à Ōsaka"), "né à Ōsaka");
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
    escape(text, is_interpreted)
}

/// Like [`escaped`], but keeps line breaks.
#[must_use]
pub fn escaped_lines(text: &str) -> String {
    escape(text, |c| is_interpreted(c) && c != '\n')
}

/// The name of a file or folder, escaped as by [`escaped`]. Bytes that are not valid text become replacement
/// characters.
#[must_use]
pub fn escaped_path(path: &Path) -> String {
    escaped(&path.to_string_lossy())
}

/// What is wrong with a file or folder, behind its name.
#[must_use]
pub fn in_file(path: &Path, error: &dyn Display) -> String {
    format!("{}: {error}", escaped_path(path))
}

/// Whether `text` contains neither line breaks nor characters that a terminal would interpret.
#[must_use]
pub fn is_plain(text: &str) -> bool {
    !text.contains(is_interpreted)
}

/// `text` with a replacement character for each character that a terminal would interpret, for files without escapes.
#[must_use]
pub fn plain(text: &str) -> String {
    text.replace(is_interpreted, &String::from(char::REPLACEMENT_CHARACTER))
}

fn escape(text: &str, is_interpreted: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_interpreted(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Whether `c` is a control character, a line break, or a character that changes the direction of writing and so can
/// make one name look like another.
///
/// CITE: Unicode Standard Annex #9, "Unicode Bidirectional Algorithm", 2: the explicit formatting characters.
fn is_interpreted(c: char) -> bool {
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let ends_a_line = matches!(c, '\u{2028}' | '\u{2029}');
    c.is_control() || turns || ends_a_line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out() {
        let foreign = "x\u{1b}]0;title\u{7}\r\u{9b}31m\u{202e}y\n\u{7f}z";
        let shown = escaped(foreign);
        assert_eq!(shown, "x\\u{1b}]0;title\\u{7}\\r\\u{9b}31m\\u{202e}y\\n\\u{7f}z");
        assert_eq!(escaped_lines("a\n\u{1b}b\n"), "a\n\\u{1b}b\n");
        assert_eq!(escaped(&shown), shown, "escaping is idempotent");
    }

    #[test]
    fn plain_text_has_no_control_characters() {
        for text in ["", "Scan 3.1", "käse", "日本", "שלום", "a\u{301}", "👩‍🚀"] {
            assert!(is_plain(text) && plain(text) == text, "{text}");
        }
        for harmful in [
            "\u{1b}[2J",
            "\r",
            "\n",
            "\0",
            "\u{7f}",
            "\u{9b}2J",
            "\u{202a}",
            "\u{202e}",
            "\u{2066}",
            "\u{2069}",
            "\u{200e}",
            "\u{200f}",
            "\u{61c}",
            "\u{2028}",
        ] {
            let text = format!("a{harmful}b");
            assert!(!is_plain(&text), "{text:?}");
            assert!(is_plain(&plain(&text)) && plain(&text).starts_with("a\u{fffd}"), "{text:?}");
        }
    }
}
