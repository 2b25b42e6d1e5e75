//! The value of the parameter `tables`: where the files of endgame tables are.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::engine::default_folder;

const AUTO: &str = "auto";
const NONE: &str = "none";

/// Where the files are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum TableFolder {
    /// Where `coupturc tables build` writes them if it is told nothing else.
    #[default]
    Auto,
    /// There are none.
    None,
    /// In this folder.
    At(PathBuf),
}

impl TableFolder {
    pub(super) fn path(&self) -> Option<PathBuf> {
        match self {
            Self::Auto => default_folder(),
            Self::None => None,
            Self::At(path) => Some(path.clone()),
        }
    }
}

impl FromStr for TableFolder {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            AUTO => Self::Auto,
            NONE | "" => Self::None,
            path => Self::At(path.into()),
        })
    }
}

impl fmt::Display for TableFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str(AUTO),
            Self::None => f.write_str(NONE),
            Self::At(path) => path.display().fmt(f),
        }
    }
}
