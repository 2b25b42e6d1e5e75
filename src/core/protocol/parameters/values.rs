//! Values of parameters: how they are declared and read.

use std::convert::Infallible;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use nom::character::complete::u64 as number;

use super::{AUTO, NONE};
use crate::engine::default_folder;
use crate::notation::NotationError;
use crate::notation::text::{expect, parse_all, shown};

/// The value of the parameter `tables`: the folder of endgame tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum TableFolder {
    /// The default folder of `coupturc tables build`.
    #[default]
    Auto,
    /// No files.
    None,
    /// This folder.
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

impl Display for TableFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str(AUTO),
            Self::None => f.write_str(NONE),
            Self::At(path) => path.display().fmt(f),
        }
    }
}

pub(super) fn enumeration(name: &str, value: impl Display, values: &str) -> String {
    format!("param name={name} value={value} type=enum values=\"{values}\"")
}

pub(super) fn integer(name: &str, value: impl Display, min: u64, max: u64) -> String {
    format!("param name={name} value={value} type=int min={min} max={max}")
}

pub(super) fn boolean(name: &str, value: bool) -> String {
    format!("param name={name} value={value} type=bool")
}

pub(super) fn truth(name: &str, value: &str) -> Result<bool, NotationError> {
    let problem = || format!("set-param: {name} '{}', expected true or false", shown(value));
    value.parse().map_err(|_| NotationError::new(problem()))
}

pub(super) fn whole(name: &str, value: &str, range: RangeInclusive<u64>) -> Result<u64, NotationError> {
    let what = format!("set-param: {name}");
    let found = parse_all(&what, value, expect("a whole number", number))?;
    if range.contains(&found) {
        return Ok(found);
    }
    let (min, max) = range.into_inner();
    Err(NotationError::new(format!("{what} '{found}' is out of range, expected {min} to {max}")))
}
