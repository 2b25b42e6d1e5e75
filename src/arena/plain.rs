//! Texts from outside as terminals, pages and files of games may have them.

/// What stands for a character that could do harm.
const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// Whether every character of a text is one that is only shown.
pub(super) fn is_plain(text: &str) -> bool {
    !text.contains(is_harmful)
}

/// A text without characters that are commands to a terminal, or turn the direction of the text around them.
pub(super) fn plain(text: &str) -> String {
    text.replace(is_harmful, &String::from(REPLACEMENT))
}

/// CITE: Unicode Standard Annex #9, "Unicode Bidirectional Algorithm", 2: the explicit formatting characters.
fn is_harmful(c: char) -> bool {
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let ends_a_line = matches!(c, '\u{2028}' | '\u{2029}');
    c.is_control() || turns || ends_a_line
}

#[cfg(test)]
mod tests {
    use super::*;

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
