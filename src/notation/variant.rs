//! Names of games, with the two that mean a game and an option at once.

use std::str::FromStr;

use super::text::{NotationError, shown};
use crate::rules::Halt;
use crate::rules::games::Variant;

/// The name of International Draughts with the halt rule of the same name.
const KILLER: &str = "killer";
/// Another name of International Draughts, read but not offered.
const INTERNATIONAL: &str = "international";

/// The names that engines declare: those of all games, and `killer`.
#[must_use]
pub fn offered_variant_names() -> Vec<&'static str> {
    Variant::ALL.iter().map(|variant| variant.name()).chain([KILLER]).collect()
}

/// A game by one of its names, and the halt rule that the name implies.
///
/// ```
/// use coupturc::notation::VariantName;
/// use coupturc::rules::{Halt, games::Variant};
///
/// let killer: VariantName = "killer".parse()?;
/// assert_eq!(killer, VariantName { variant: Variant::International, halt: Some(Halt::Killer) });
/// # Ok::<(), coupturc::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantName {
    /// The game.
    pub variant: Variant,
    /// The halt rule, if the name implies one.
    pub halt: Option<Halt>,
}

impl FromStr for VariantName {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            KILLER => Ok(Self { variant: Variant::International, halt: Some(Halt::Killer) }),
            INTERNATIONAL => Ok(Self { variant: Variant::International, halt: None }),
            _ => match text.parse() {
                Ok(variant) => Ok(Self { variant, halt: None }),
                Err(_) => Err(NotationError::new(format!(
                    "variant '{}' is unknown, expected one of: {}, {INTERNATIONAL}",
                    shown(text),
                    offered_variant_names().join(", ")
                ))),
            },
        }
    }
}
