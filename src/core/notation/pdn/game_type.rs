//! The values of the tag `GameType`.

use crate::notation::text::{NotationError, shown};
use crate::notation::{VariantName, names_of_files, offered_variant_names};
use crate::rules::{Rules, file};

/// The number that PDN gives to International Draughts.
const INTERNATIONAL: &str = "20";
/// The number that Lidraughts gives to International Draughts from another position than the usual one.
const FROM_POSITION: &str = "99";
/// The games with numbers: those of PDN and, from 90 on, those of Lidraughts. The first number of a game is written.
const NUMBERED: [(&str, &str); 17] = [
    ("normal", INTERNATIONAL),
    ("english", "21"),
    ("italian", "22"),
    ("pool", "23"),
    ("spanish", "24"),
    ("russian", "25"),
    ("brazilian", "26"),
    ("canadian", CANADIAN),
    ("portuguese", "28"),
    ("czech", "29"),
    ("turkish", "30"),
    ("thai", "31"),
    ("frisian", "40"),
    ("bt", "96"),
    ("frysk", "97"),
    ("losing", "98"),
    ("normal", FROM_POSITION),
];
/// The number of Canadian Draughts, whose results are written as in International Draughts.
const CANADIAN: &str = "27";
/// Our name for International Draughts with the halt rule of that name, which has no number in PDN.
const KILLER: &str = "killer";

/// The value of the tag `GameType` for a game: its number, or our name if it has none.
///
/// ```
/// use coupturc_core::notation::game_type;
///
/// assert_eq!(game_type("normal".parse()?), "20");
/// assert_eq!(game_type("russian".parse()?), "25");
/// assert_eq!(game_type("killer".parse()?), "killer");
/// assert_eq!(game_type("dameo".parse()?), "dameo");
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
#[must_use]
pub fn game_type(name: VariantName) -> &'static str {
    let numbered = NUMBERED.iter().find(|&&(known, _)| known == name.name());
    numbered.map_or(name.name(), |&(_, number)| number)
}

/// Parses a value of the tag `GameType`: a number, also with attributes, as in `20,W,10,10,N2,0`, or one of our names.
///
/// ```
/// use coupturc_core::notation::{VariantName, parse_game_type};
/// use coupturc_core::rules::games::Variant;
///
/// let international = VariantName { rules: Variant::International.rules(), halt: None };
/// assert_eq!(parse_game_type("20,W,10,10,N2,0")?, international);
/// assert_eq!(parse_game_type("hexdame")?, VariantName { rules: Variant::Hexdame.rules(), halt: None });
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// If the game is unknown or unsupported.
pub fn parse_game_type(text: &str) -> Result<VariantName, NotationError> {
    number(text).parse().or_else(|_| text.parse()).map_err(|_: NotationError| {
        NotationError::new(format!(
            "GameType '{}' is unknown, expected {} or one of: {}; or give the file of its rules",
            shown(text),
            NUMBERED.map(|(_, number)| number).join(", "),
            [offered_variant_names(), names_of_files()].concat().join(", ")
        ))
    })
}

/// The game with this number.
pub(in crate::notation) fn numbered_game(number: &str) -> Option<&'static Rules> {
    let (name, _) = NUMBERED.iter().find(|&&(_, known)| known == number)?;
    file::named(name).ok()
}

/// Whether a win counts two points in games of this type, so that results are `2-0`, `1-1`, `0-2`.
pub(super) fn counts_two_points(text: &str) -> bool {
    [INTERNATIONAL, CANADIAN, FROM_POSITION, KILLER].contains(&number(text))
}

/// The part before the attributes.
pub(super) fn number(text: &str) -> &str {
    text.split(',').next().unwrap_or_default().trim_ascii()
}
