//! Tables in files: two per class, one for wins, draws and losses and one for the plies to the end.
//!
//! `docs/tables-format.md` documents the format. Files are never trusted: headers are compared with the game, the
//! options and the class, and each block has a checksum.
//!
//! | file | what lives there |
//! |---|---|
//! | `names` | paths of files, and the labels that identify them |
//! | `read_at` | random access to bytes, on each system |
//! | `kind` | the two kinds of files, and how values are packed |
//! | `header` | the beginning of a file: its contents and the index of blocks |
//! | `codec` | compression of blocks |
//! | `cache` | the blocks in memory, up to a limit |
//! | `reader` | reading values, block by block |
//! | `writer` | writing files atomically |
//! | `unfinished` | temporary files, and the removal of leftovers |
//! | `problem` | faults of files |
//! | `open` | opening and verifying the files of a folder |
//! | `archive` | building the files of all classes in a folder |

mod archive;
mod cache;
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
pub(super) use cache::BlockCache;
pub use cache::DEFAULT_CACHE_MEBIBYTES;
pub use kind::FileKind;
pub use names::default_root;
pub(crate) use open::open_file;
pub use problem::{Fault, FileProblem};
pub use read_at::ReadAt;
pub(super) use reader::TableFile;
pub(crate) use unfinished::create_in;

/// The maximum number of pieces of a class in a file: numbering larger classes would take gigabytes.
pub const MOST_PIECES_IN_FILES: usize = 6;

/// The version of the format that is written, and the only one that is read. It changes whenever the meaning of files
/// changes, including the numbering of positions.
const VERSION: u16 = 1;
