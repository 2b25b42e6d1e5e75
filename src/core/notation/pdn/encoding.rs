//! Decoding of files: bytes to text.

/// The characters of Windows-1252 from 0x80 to 0x9f, where Latin-1 has control characters.
const WINDOWS_1252: [char; 32] = [
    '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2c6}',
    '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}', '\u{90}', '\u{2018}',
    '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2dc}', '\u{2122}', '\u{161}',
    '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
];

/// Decodes a file: UTF-16 if it starts with a byte order mark, otherwise UTF-8. Lines that are not valid UTF-8 are
/// decoded as Windows-1252 or Latin-1. Lines end as on Unix, whichever system the file comes from.
///
/// ```
/// use coupturc_core::notation::file_text;
///
/// assert_eq!(file_text("\u{feff}Gantvarg \u{e9}".as_bytes()), "Gantvarg \u{e9}");
/// assert_eq!(file_text(b"Andr\xe9 \x96 Ren\xe9e\n\xc3\xa9"), "Andr\u{e9} \u{2013} Ren\u{e9}e\n\u{e9}");
/// assert_eq!(file_text(b"\xff\xfe*\0"), "*");
/// assert_eq!(file_text(b"one\r\ntwo\rthree"), "one\ntwo\nthree");
/// ```
#[must_use]
pub fn file_text(bytes: &[u8]) -> String {
    let text: String = match bytes {
        [0xff, 0xfe, wide @ ..] => wide_text(wide, u16::from_le_bytes),
        [0xfe, 0xff, wide @ ..] => wide_text(wide, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, bytes @ ..] | bytes => {
            bytes.split_inclusive(|&byte| byte == b'\n').map(line_text).collect()
        }
    };
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn line_text(line: &[u8]) -> String {
    match str::from_utf8(line) {
        Ok(text) => text.to_owned(),
        Err(_) => line.iter().map(|&byte| narrow(byte)).collect(),
    }
}

fn narrow(byte: u8) -> char {
    let special = byte.checked_sub(0x80).and_then(|index| WINDOWS_1252.get(usize::from(index)));
    special.copied().unwrap_or_else(|| char::from(byte))
}

fn wide_text(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).filter_map(|pair| pair.try_into().ok()).map(unit);
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}
