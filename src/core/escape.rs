//! Escaping, foreign text as it may be shown: names of files, what peers and programs say. A terminal obeys some
//! characters instead of showing them; these are written out, such as `\u{1b}` and `\n`.

use std::path::Path;

/// `text` in one line, with nothing in it that a terminal would obey.
///
/// ```
/// use coupturc_core::escape::escaped;
///
/// assert_eq!(escaped("a\u{1b}[2J\nb"), "a\\u{1b}[2J\\nb");
/// assert_eq!(escaped("né à Ōsaka"), "né à Ōsaka");
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
    escape(text, is_obeyed)
}

/// As [`escaped`], but lines stay lines.
#[must_use]
pub fn escaped_lines(text: &str) -> String {
    escape(text, |c| is_obeyed(c) && c != '\n')
}

/// The name of a file or folder, as [`escaped`]. What is no text in it shows as replacement characters.
#[must_use]
pub fn escaped_path(path: &Path) -> String {
    escaped(&path.to_string_lossy())
}

/// Whether there is nothing in `text` that a terminal would obey, and no end of a line.
#[must_use]
pub fn is_plain(text: &str) -> bool {
    !text.contains(is_obeyed)
}

/// `text` with a replacement character for each that a terminal would obey, for files in which nothing is escaped.
#[must_use]
pub fn plain(text: &str) -> String {
    text.replace(is_obeyed, &String::from(char::REPLACEMENT_CHARACTER))
}

fn escape(text: &str, is_obeyed: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_obeyed(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Control characters, other ends of lines, and those that turn the direction of writing, so that a name looks like
/// another.
///
/// CITE: Unicode Standard Annex #9, "Unicode Bidirectional Algorithm", 2: the explicit formatting characters.
fn is_obeyed(c: char) -> bool {
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let ends_a_line = matches!(c, '\u{2028}' | '\u{2029}');
    c.is_control() || turns || ends_a_line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        let foreign = "x\u{1b}]0;title\u{7}\r\u{9b}31m\u{202e}y\n\u{7f}z";
        let shown = escaped(foreign);
        assert_eq!(shown, "x\\u{1b}]0;title\\u{7}\\r\\u{9b}31m\\u{202e}y\\n\\u{7f}z");
        assert_eq!(escaped_lines("a\n\u{1b}b\n"), "a\n\\u{1b}b\n");
        assert_eq!(escaped(&shown), shown, "once is enough");
    }

    #[test]
    fn only_what_is_shown_stays() {
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
