//! Texts of any kind as quoted values of a line.

use std::fmt::Write as _;

use crate::notation::NotationError;

/// Adds an argument to a line.
pub(super) fn add_field(line: &mut String, name: &str, value: &str) {
    let _ = write!(line, " {name}=\"{}\"", quotable(value));
}

/// A string as a quoted value of a line: `%`, quotes and line ends are percent-encoded.
pub(super) fn quotable(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '"') || c.is_ascii_control() {
            let _ = write!(quoted, "%{:02X}", u32::from(c));
        } else {
            quoted.push(c);
        }
    }
    quoted
}

/// The inverse of [`quotable`]. A `%` without two hexadecimal digits stands for itself.
pub(super) fn unquoted(text: &str) -> Result<String, NotationError> {
    let bytes = text.as_bytes();
    let hex = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let (mut plain, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(&byte) = bytes.get(at) {
        match (byte, hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                plain.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                plain.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(plain).map_err(|_| NotationError::new("invalid UTF-8 after '%'".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_texts_survive_a_round_trip() {
        for text in ["", "100 %", "a \"b\"\r\nc\t", "%41", "Ōsaka % 5", "\u{7f}"] {
            let quoted = quotable(text);
            assert!(!quoted.contains(['"', '\n', '\r']), "{quoted}");
            assert_eq!(unquoted(&quoted).as_deref(), Ok(text));
        }
        assert_eq!(unquoted("50% 5%2").as_deref(), Ok("50% 5%2"));
        assert!(unquoted("%FF").is_err());
    }
}
