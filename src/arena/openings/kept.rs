//! Kept openings: those of a match, in a file of its folder. To find random ones takes long, and another version of the
//! evaluation finds others: whoever goes on with a match, or plays a part of it, must not look for them again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Opening;

/// The openings of each variant, by its Hub name.
///
/// ```
/// use coupturc::arena::KeptOpenings;
///
/// let text = r#"{"dameo": [{"fen": "W:We2,e3:Bd8", "moves": ["e2-e4"]}]}"#;
/// let kept = KeptOpenings::read(text)?;
/// assert_eq!(kept.of("dameo")?[0].moves, ["e2-e4"]);
/// assert!(kept.of("hexdame").is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeptOpenings {
    variants: BTreeMap<String, Vec<Opening>>,
}

impl KeptOpenings {
    /// Those of the variants of a match: the Hub name of each, and its openings.
    #[must_use]
    pub fn of_variants<'a>(variants: impl IntoIterator<Item = (&'a str, &'a [Opening])>) -> Self {
        let variants = variants.into_iter().map(|(name, openings)| (name.to_owned(), openings.to_vec()));
        Self { variants: variants.collect() }
    }

    /// Whether a text is meant to be openings that were kept, and not lines of FEN.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.trim_start().starts_with('{')
    }

    /// Reads what [`text`](Self::text) has written.
    ///
    /// # Errors
    ///
    /// If the text is something else.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text)
            .map_err(|error| format!("openings: {error}, expected what a match has kept in openings.json"))
    }

    /// The openings as JSON.
    ///
    /// # Errors
    ///
    /// If they cannot be written as such.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// The openings of a variant.
    ///
    /// # Errors
    ///
    /// If there are none.
    pub fn of(&self, variant: &str) -> Result<&[Opening], String> {
        match self.variants.get(variant) {
            Some(openings) if !openings.is_empty() => Ok(openings),
            _ => Err(format!("openings: none of {variant} were kept")),
        }
    }
}
