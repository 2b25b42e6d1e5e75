//! Decoding of files: bytes to text.

/// The characters of Windows-1252 from 0x80 to 0x9f, where Latin-1 has control characters.
const WINDOWS_1252: [char; 32] = [
    '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2c6}',
    '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}', '\u{90}', '\u{2018}',
    '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2dc}', '\u{2122}', '\u{161}',
    '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
];

/// The characters of Windows-1251 from 0x80 to 0xbf. The letters from А to я follow.
const WINDOWS_1251: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї";

/// Decodes a file: UTF-16 if it starts with a byte order mark or every other byte is often zero, otherwise UTF-8. Lines
/// that are not valid UTF-8 are Windows-1251 if more of their words are Russian than have accents, and otherwise
/// Windows-1252. Where there are as many, as in a line of initials, the words of all such lines decide. Lines end as on
/// Unix, whichever system the file comes from.
///
/// ```
/// use coupturc_core::notation::file_text;
///
/// assert_eq!(file_text("\u{feff}Gantvarg \u{e9}".as_bytes()), "Gantvarg \u{e9}");
/// assert_eq!(file_text(b"Andr\xe9 \x96 Ren\xe9e\n\xc3\xa9"), "Andr\u{e9} \u{2013} Ren\u{e9}e\n\u{e9}");
/// assert_eq!(file_text(b"\xd5\xee\xe4 32-28!"), "Ход 32-28!");
/// assert_eq!(file_text(b"\xff\xfe*\0"), "*");
/// assert_eq!(file_text(b"one\r\ntwo\rthree"), "one\ntwo\nthree");
/// ```
// src/web/page/encoding.js decodes files in the same way; tests/data/encodings/files.tsv holds for both.
#[must_use]
pub fn file_text(bytes: &[u8]) -> String {
    let text = match bytes {
        [0xff, 0xfe, wide @ ..] => wide_text(wide, u16::from_le_bytes),
        [0xfe, 0xff, wide @ ..] => wide_text(wide, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, bytes @ ..] | bytes => match unmarked_order(bytes) {
            Some(unit) => wide_text(bytes, unit),
            None => narrow_text(bytes),
        },
    };
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// How two bytes make a unit of UTF-16.
type Order = fn([u8; 2]) -> u16;

/// The order of bytes if this is UTF-16 without a byte order mark. In text with digits and spaces, many of its bytes are
/// zero; other text has no zeros.
fn unmarked_order(bytes: &[u8]) -> Option<Order> {
    let zeros = |from| bytes.iter().skip(from).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let are_many = even.abs_diff(odd) > bytes.len() / 32;
    are_many.then_some(if odd > even { u16::from_le_bytes } else { u16::from_be_bytes })
}

fn wide_text(bytes: &[u8], unit: Order) -> String {
    let units = bytes.chunks_exact(2).filter_map(|pair| pair.try_into().ok()).map(unit);
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn narrow_text(bytes: &[u8]) -> String {
    let lines = bytes.split_inclusive(|byte| b"\r\n".contains(byte));
    // Each line as UTF-8, or its bytes, what they are in Windows-1251, and how Russian that is.
    let read: Vec<_> = lines
        .map(|line| {
            str::from_utf8(line).map_err(|_| {
                let russian = narrow(line, windows_1251);
                let words = russian_words(&russian);
                (line, russian, words)
            })
        })
        .collect();
    let of_all: i32 = read.iter().filter_map(|line| line.as_ref().err()).map(|(.., words)| words).sum();
    let text = |line| match line {
        Ok(text) => String::from(text),
        Err((_, russian, words)) if words > 0 || words == 0 && of_all > 0 => russian,
        Err((bytes, ..)) => narrow(bytes, windows_1252),
    };
    read.into_iter().map(text).collect()
}

/// How many more words of a line that is decoded as Windows-1251 are Russian than are Latin with foreign letters.
fn russian_words(line: &str) -> i32 {
    let weight = |word: &str| match word.chars().filter(char::is_ascii).count() {
        // A single letter may be "à".
        0 => i32::from(word.chars().nth(1).is_some()),
        latin => -i32::from(latin < word.chars().count()),
    };
    line.split(|c: char| !c.is_alphabetic()).map(weight).sum()
}

fn narrow(line: &[u8], decode: fn(u8) -> char) -> String {
    line.iter().map(|&byte| if byte.is_ascii() { char::from(byte) } else { decode(byte) }).collect()
}

fn windows_1251(byte: u8) -> char {
    let special = WINDOWS_1251.chars().nth(usize::from(byte) - 0x80);
    special.unwrap_or_else(|| char::from_u32('А' as u32 + u32::from(byte) - 0xc0).unwrap_or_default())
}

fn windows_1252(byte: u8) -> char {
    WINDOWS_1252.get(usize::from(byte) - 0x80).copied().unwrap_or_else(|| char::from(byte))
}
