//! Opening books: for each of many positions, its moves with their scores, results of games, marks and notes.
//!
//! `docs/book-format.md` documents the format. A file is read at offsets, block by block, and never trusted: its header
//! and each block have checksums.
//!
//! | file | what lives there |
//! |---|---|
//! | `view` | the board as the side to move sees it: keys of positions, and the numbers of their moves |
//! | `record` | what a book knows about a position, and how that is stored |
//! | `about` | what a book is about, and how it was made |
//! | `file` | the header, the blocks, and looking up positions |
//! | `positions` | positions in memory, and the counting of games |
//! | `write` | the bytes of a book |
//! | `choice` | the choice of a move to play |
//! | `embedded` | the books that are part of the program, or of the page |

mod about;
mod choice;
mod embedded;
mod file;
mod positions;
mod record;
#[cfg(test)]
mod tests;
mod view;
mod write;

pub use about::About;
pub use choice::{BookLine, Choice, best_score};
pub use embedded::{add_embedded, embedded, embedded_files};
pub use file::Book;
pub use positions::{GameCounts, Positions, known_move};
pub use record::{BookMove, Mark, Results};
pub use view::{Key, NotAKey, View, Views};
pub use write::book_bytes;

/// The version of the format that is written, and the only one that is read.
const VERSION: u16 = 1;
/// The first bytes of every file. As in PNG, one byte is not ASCII, and the line endings reveal a transfer in text
/// mode.
const MAGIC: [u8; 8] = *b"\x8aCPB\r\n\x1a\n";
/// The length of the header up to the description.
const FIXED: usize = 36;
/// The length of an entry of the index after its key.
const ENTRY: usize = 8;
/// The length of the checksum after the index.
const CHECKSUM: usize = 4;
/// The length above which a block takes no further position.
const BLOCK: usize = 4096;
