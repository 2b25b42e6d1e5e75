//! Kept openings: the openings of a match, in a file of its folder. Finding random openings takes a long time, and
//! another version of the evaluation would find different ones, so a match that is resumed or played in parts must read
//! them from the file.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;
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
    /// The openings of a match, given as pairs of the Hub name of a variant and its openings.
    #[must_use]
    pub fn of_variants<'a>(variants: impl IntoIterator<Item = (&'a str, &'a [Opening])>) -> Self {
        let variants = variants.into_iter().map(|(name, openings)| (name.to_owned(), openings.to_vec()));
        Self { variants: variants.collect() }
    }

    /// Whether a string is in this format rather than FEN or PDN.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        let is_json = || serde_json::from_str::<IgnoredAny>(text).is_ok();
        let text = text.trim_start();
        // Braces may also hold a comment of PDN.
        let begins_object =
            text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}']));
        begins_object || text.starts_with('[') && is_json()
    }

    /// Reads the output of [`text`](Self::text).
    ///
    /// # Errors
    ///
    /// If the text is something else.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text)
            .map_err(|error| format!("openings: {error}, expected the file openings.json of a match"))
    }

    /// The openings as JSON.
    ///
    /// # Errors
    ///
    /// If they cannot be serialized.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// The openings of a variant.
    ///
    /// # Errors
    ///
    /// If it has none.
    pub fn of(&self, variant: &str) -> Result<&[Opening], String> {
        match self.variants.get(variant) {
            Some(openings) if !openings.is_empty() => Ok(openings),
            _ => Err(format!("openings: the file has none of {variant}")),
        }
    }
}
