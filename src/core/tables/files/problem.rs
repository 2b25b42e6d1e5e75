//! Problems: what can be wrong with a file.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::VERSION;
use crate::escape::escaped_path;

/// A file that is not used, or not all of it, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    /// Where the file is.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", escaped_path(&self.path), self.fault)
    }
}

impl std::error::Error for FileProblem {}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The system does not let it be read.
    Unreadable(String),
    /// The system does not let it be written.
    Unwritable(String),
    /// Its name is not that of a table.
    Name,
    /// It is no file.
    NotAFile,
    /// It is no folder, though it has the place of one.
    NotAFolder,
    /// It does not begin as tables do.
    NotATable,
    /// It is of this version of the format, which is not ours.
    Version(u16),
    /// It has so many bytes where it should have others.
    Length {
        /// How long it should be, as far as that is known.
        expected: u64,
        /// How long it is.
        found: u64,
    },
    /// Something in its header is not as its place and the rules demand.
    Header {
        /// What it is.
        what: &'static str,
        /// How it should be.
        expected: String,
        /// How it is.
        found: String,
    },
    /// Its header has the wrong checksum.
    HeaderChecksum,
    /// The block of this number has the wrong checksum.
    BlockChecksum(usize),
    /// The block of this number cannot be unpacked, though its checksum is right.
    Block(usize),
    /// It tells another winner than the file of the same class that has the distances.
    Contradiction,
    /// There is not enough memory for it.
    OutOfMemory,
}

impl Fault {
    pub(super) fn unreadable(error: &io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }

    pub(super) fn unwritable(error: &io::Error) -> Self {
        Self::Unwritable(error.to_string())
    }

    /// Fails if something in a header is not as it should be.
    pub(super) fn expect<T: PartialEq + fmt::Display + ?Sized>(
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
            Self::Name => write!(f, "is not named as tables are, expected such as 2M1K-0M1K.wdl or .dtw"),
            Self::NotAFile => write!(f, "is no file"),
            Self::NotAFolder => write!(f, "is no folder; remove it, or name another folder for tables"),
            Self::NotATable => write!(f, "is no endgame table"),
            Self::Version(found) => {
                write!(f, "is of version {found} of the format, expected version {VERSION}")
            }
            Self::Length { expected, found } => write!(f, "has {found} bytes, expected {expected}"),
            Self::Header { what, expected, found } => {
                write!(f, "has the {what} {found}, expected {expected}")
            }
            Self::HeaderChecksum => write!(f, "is damaged: the header has another checksum than it says"),
            Self::BlockChecksum(block) => {
                write!(f, "is damaged: block {block} has another checksum than the header says")
            }
            Self::Block(block) => write!(f, "is damaged: block {block} cannot be unpacked"),
            Self::Contradiction => write!(f, "contradicts the distances of the same class"),
            Self::OutOfMemory => write!(f, "does not fit into the memory"),
        }
    }
}
