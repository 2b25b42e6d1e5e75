//! Problems: the faults of files.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::escape::escaped_path;
use crate::rules::file;

/// A file that is not used, or is used only in part, and the reason why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    /// The path of the file.
    pub path: PathBuf,
    /// The fault.
    pub fault: Fault,
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", escaped_path(&self.path), self.fault)
    }
}

impl std::error::Error for FileProblem {}

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Reading failed.
    Unreadable(String),
    /// Writing failed.
    Unwritable(String),
    /// The name of the file is not the name of a table file.
    Name,
    /// The path is not a file.
    NotAFile,
    /// The path is not a folder, although a folder is expected there.
    NotAFolder,
    /// The file does not start like a table.
    NotATable,
    /// The file does not start like an opening book.
    NotABook,
    /// The file has a version of the format that is not supported.
    Version {
        /// The only version that is.
        expected: u16,
        /// The version of the file.
        found: u16,
    },
    /// The length of the file is wrong.
    Length {
        /// The expected length, or the minimum if no more is known.
        expected: u64,
        /// The actual length.
        found: u64,
    },
    /// A field of the header does not match the path of the file or the rules.
    Header {
        /// The name of the field.
        what: &'static str,
        /// The expected value.
        expected: String,
        /// The actual value.
        found: String,
    },
    /// The file is for a game from a file that has not been loaded.
    UnknownGame(String),
    /// The file is for a game whose name is known, but whose rules were different.
    OtherRules(String),
    /// The checksum of the header is wrong.
    HeaderChecksum,
    /// The checksum of the block with this number is wrong.
    BlockChecksum(usize),
    /// The block with this number cannot be unpacked, although its checksum is correct.
    Block(usize),
    /// The results of the file differ from those of the distance file of the same class.
    Contradiction,
    /// The file does not fit in memory.
    OutOfMemory,
}

impl Fault {
    pub(crate) fn unreadable(error: &io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }

    pub(crate) fn unwritable(error: &io::Error) -> Self {
        Self::Unwritable(error.to_string())
    }

    /// The fault of a file for a game from a file whose rules are not known.
    pub(crate) fn of_unknown_game(name: &str) -> Self {
        let is_known = file::named(name).is_ok();
        if is_known { Self::OtherRules(name.to_owned()) } else { Self::UnknownGame(name.to_owned()) }
    }

    /// Fails if a field of a header has a wrong value.
    pub(crate) fn expect<T: PartialEq + fmt::Display + ?Sized>(
        what: &'static str,
        found: &T,
        expected: &T,
    ) -> Result<(), Self> {
        if found == expected {
            return Ok(());
        }
        Err(Self::Header { what, expected: expected.to_string(), found: found.to_string() })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Self::Unwritable(error) => write!(f, "cannot be written: {error}"),
            Self::Name => {
                write!(f, "is not named like a table, expected a name such as 2M1K-0M1K.wdl or .dtw")
            }
            Self::NotAFile => write!(f, "is not a file"),
            Self::NotAFolder => write!(f, "is not a folder; remove it, or choose another folder for tables"),
            Self::NotATable => write!(f, "is not an endgame table"),
            Self::NotABook => write!(f, "is not an opening book, expected a file of coupturc book build"),
            Self::Version { expected, found } => {
                write!(f, "has version {found} of the format, expected version {expected}")
            }
            Self::Length { expected, found } => write!(f, "has {found} bytes, expected {expected}"),
            Self::Header { what, expected, found } => {
                write!(f, "has the {what} {found}, expected {expected}")
            }
            Self::UnknownGame(name) => write!(
                f,
                "is for the game {name}, whose rules are in a file: give that file first, with --rules, or in Hub as \
                 rules-file"
            ),
            Self::OtherRules(name) => write!(
                f,
                "is for other rules than those that {name} has now: give the file of those rules, or make it anew"
            ),
            Self::HeaderChecksum => write!(f, "is damaged: the header has a wrong checksum"),
            Self::BlockChecksum(block) => {
                write!(f, "is damaged: block {block} has a wrong checksum")
            }
            Self::Block(block) => write!(f, "is damaged: block {block} cannot be unpacked"),
            Self::Contradiction => write!(f, "contradicts the distances of the same class"),
            Self::OutOfMemory => write!(f, "does not fit in memory"),
        }
    }
}
