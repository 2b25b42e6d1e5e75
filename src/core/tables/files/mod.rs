//! Tables in files: two a class, one for wins, draws and losses and one for the plies to the end.
//!
//! `docs/tables-format.md` says what is in them, byte by byte. What a file says is never trusted: it is compared
//! with what the game, the options and the class demand, and each block has a checksum.
//!
//! | file | what lives there |
//! |---|---|
//! | `names` | where the file of a class is; by this name all others know it |
//! | `read_at` | bytes that can be read at any place, on each system |
//! | `kind` | wins, draws and losses, or plies: how values are packed |
//! | `header` | what stands at the beginning of a file |
//! | `codec` | blocks made small |
//! | `reader` | values out of a file, block by block |
//! | `writer` | a file that is there as a whole or not at all |
//! | `problem` | what can be wrong with a file |
//! | `open` | the files of a folder as tables of a set, and whether all that is in them is sound |
//! | `archive` | a folder in which the files of all classes are built |

mod archive;
mod codec;
mod header;
mod kind;
mod names;
mod open;
mod problem;
mod read_at;
mod reader;
mod unfinished;
mod writer;

pub use archive::{Archive, ArchiveNews, ClassFiles};
pub use kind::FileKind;
pub use names::default_root;
pub use problem::{Fault, FileProblem};
pub use read_at::ReadAt;
pub(super) use reader::TableFile;

/// No file holds a class of more pieces: to number its positions alone would take gigabytes.
pub const MOST_PIECES_IN_FILES: usize = 6;

/// The version of the format that is written, and the only one that is read. It changes whenever files
/// change their meaning, so also when positions are numbered in another way.
const VERSION: u16 = 1;
