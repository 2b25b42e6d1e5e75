//! Extra state of positions: its argument beside Hub's position text, and its field in a FEN.

use super::text::{NotationError, Parsed, fault, parse_all};
use crate::rules::games::Variant;
use crate::rules::{Extra, Game, Geometry, Position, SetupError};

/// Extra state as an argument of `pos` gives it: `vanguard=24`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraText<'a> {
    /// What the state is called.
    pub name: &'a str,
    /// Its value.
    pub value: &'a str,
}

/// The names of the extra state of all games.
///
/// ```
/// assert!(coupturc::notation::extra_names().any(|name| name == "vanguard"));
/// ```
pub fn extra_names() -> impl Iterator<Item = &'static str> {
    let name = |&variant: &Variant| with_game!(variant, G => <G as Game>::Extra::NAME);
    Variant::ALL.iter().map(name).filter(|name| !name.is_empty())
}

/// The extra state of a position as an argument of `pos`, name and value, if there is something to say.
#[must_use]
pub fn hub_extra_text<G: Game>(position: &Position<G>) -> Option<(&'static str, String)> {
    Some((G::Extra::NAME, position.extra().hub_text(G::GEOMETRY)?))
}

/// Reads extra state of `G`.
pub(super) fn read_extra<G: Game>(text: ExtraText<'_>) -> Result<G::Extra, NotationError> {
    if text.name != G::Extra::NAME {
        return Err(unknown_extra::<G>(text.name));
    }
    let read = |input| match G::Extra::read_hub(input, G::GEOMETRY) {
        Ok(extra) => Ok(("", extra)),
        Err((rest, expected)) => fault(rest, expected),
    };
    parse_all(text.name, text.value, read)
}

/// The error where a text has extra state that `G` does not have.
pub(super) fn unknown_extra<G: Game>(name: &str) -> NotationError {
    SetupError::ExtraUnknown { extra: name.to_owned(), game: G::VARIANT.name() }.into()
}

/// The field of a FEN for the extra state of `G`.
pub(super) fn fen_field<G: Game>(input: &str) -> Parsed<'_, G::Extra> {
    match G::Extra::read_fen(input, G::GEOMETRY) {
        Some((extra, rest)) => Ok((rest, extra)),
        None => fault(input, G::Extra::FEN_FIELDS),
    }
}

/// The name of the extra state that the field of a FEN would be for in another game.
pub(super) fn fen_field_of_another<'a>(input: &'a str, board: &Geometry) -> Parsed<'a, &'static str> {
    let name = |variant: Variant| {
        with_game!(variant, G => {
            let (_, rest) = <G as Game>::Extra::read_fen(input, board)?;
            Some((rest, <G as Game>::Extra::NAME))
        })
    };
    match Variant::ALL.iter().copied().find_map(name) {
        Some(found) => Ok(found),
        None => fault(input, "the field of a game"),
    }
}
