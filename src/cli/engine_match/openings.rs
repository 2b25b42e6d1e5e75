//! Sources of openings: a file, the folder of a match, or random generation.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::arena::{KeptOpenings, Match, Opening, RandomOpenings, read_openings};
use crate::cli::options::{Failure, is_pdn};
use crate::cli::terminal::complain_of;
use crate::escape::escaped_path;
use crate::notation::file_text;
use crate::rules::RuleOptions;
use crate::rules::games::Variant;

/// The file with the openings in the folder of a match.
pub(super) const KEPT: &str = "openings.json";

pub(super) enum Source {
    /// Openings that a match has stored in a file.
    Kept { file: PathBuf, openings: KeptOpenings },
    /// The text of a file of positions or games.
    File { file: PathBuf, text: String, plies: Option<u32> },
    /// Generated when the match starts.
    Random(RandomOpenings),
}

impl Source {
    /// Reads the file of `--openings`.
    pub(super) fn of_file(file: &Path, plies: Option<u32>) -> Result<Self, Failure> {
        let text = fs::read(file).map_err(|error| format!("{}: {error}", escaped_path(file)))?;
        let text = file_text(&text);
        let file = file.to_owned();
        // PDN may start with a comment in braces, like a JSON object.
        if is_pdn(&file) || !KeptOpenings::is_meant(&text) {
            return Ok(Self::File { file, text, plies });
        }
        let openings =
            KeptOpenings::read(&text).map_err(|error| format!("{}: {error}", escaped_path(&file)))?;
        Ok(Self::Kept { file, openings })
    }

    /// Reads the openings stored by the match in a folder. `None` if it was interrupted before it had any.
    pub(super) fn of_match(folder: &Path) -> Result<Option<Self>, Failure> {
        let file = folder.join(KEPT);
        let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", escaped_path(&file));
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| in_file(&error))?,
        };
        let openings = KeptOpenings::read(&text).map_err(|error| in_file(&error))?;
        Ok(Some(Self::Kept { file, openings }))
    }

    /// The openings of a variant of the match; `rounds` of them if they are random.
    pub(super) fn openings(
        &self,
        name: &str,
        variant: Variant,
        rules: &RuleOptions,
        rounds: usize,
    ) -> Result<Vec<Opening>, Failure> {
        match self {
            Self::Kept { file, openings } => {
                let openings =
                    openings.of(name).map_err(|error| format!("{}: {error}", escaped_path(file)))?;
                Ok(openings.to_vec())
            }
            Self::File { file, text, plies } => {
                let read = read_openings(text, is_pdn(file), *plies, variant.rules(), rules)
                    .map_err(|error| format!("{}: {error}", escaped_path(file)))?;
                complain_of(
                    &format!("{}: left out as openings of {name}", escaped_path(file)),
                    &read.left_out,
                );
                Ok(read.openings)
            }
            Self::Random(random) => Ok(random.generate(variant.rules(), rules, rounds)?),
        }
    }
}

/// The content of [`KEPT`] for a match.
pub(super) fn kept_text(the_match: &Match) -> Result<String, Failure> {
    let variants = the_match.variants.iter();
    let kept = KeptOpenings::of_variants(variants.map(|variant| (variant.name.as_str(), &*variant.openings)));
    Ok(kept.text()?)
}
