//! Book: an open file. Its header stays in memory; blocks are read, and their checksums compared, at each look-up.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use nom::bytes::complete::tag;
use nom::number::complete::{le_u16, le_u32, le_u64};
use nom::{IResult, Parser};
use parking_lot::Mutex;

use super::record::read_moves;
use super::{
    About, BookMove, CHECKSUM, ENTRY, FIXED, Key, MAGIC, Positions, VERSION, Views, book_bytes, known_move,
};
use crate::rules::{AnyPosition, Move};
use crate::tables::files::{Fault, FileProblem, ReadAt, create_in, open_file};

/// An opening book in a file or in memory.
///
/// ```
/// use std::collections::BTreeMap;
/// use std::path::Path;
/// use coupturc_core::book::{About, Book, BookMove, Views, book_bytes};
/// use coupturc_core::rules::{RuleOptions, games::Variant};
/// use coupturc_core::search::Score;
///
/// let rules = RuleOptions::default();
/// let start = Variant::Dameo.rules().start(&rules);
/// let key = Views::of(Variant::Dameo.rules()).view(start.position()).key;
/// let best = BookMove { number: 3, score: Some(Score::evaluation(12)), ..BookMove::default() };
/// let bytes = book_bytes(&About::new(Variant::Dameo.rules(), &rules), &BTreeMap::from([(key, vec![best.clone()])]));
/// let book = Book::read(Box::new(bytes), Path::new("example.book"))?;
/// let found = book.look_up(start.position())?.expect("it is in the book");
/// assert_eq!(found[0].1, best);
/// # Ok::<(), coupturc_core::tables::files::FileProblem>(())
/// ```
#[derive(Debug)]
pub struct Book {
    /// The path to name in problem reports.
    path: PathBuf,
    bytes: Box<dyn ReadAt>,
    about: About,
    views: Views,
    positions: u64,
    blocks: Vec<Block>,
    /// Whether the book is a file, which can be changed.
    is_file: bool,
    /// Positions that have been changed since the header was read.
    changed: Mutex<Positions>,
}

/// An entry of the index of blocks.
#[derive(Debug)]
struct Block {
    first: Key,
    offset: u64,
    len: u32,
    checksum: u32,
}

/// The header up to the description.
struct Fixed {
    version: u16,
    key_len: u16,
    text_len: u32,
    file_len: u64,
    positions: u64,
    blocks: u32,
}

impl Book {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not a book, or its header is damaged.
    pub fn open(path: &Path) -> Result<Self, FileProblem> {
        let bytes = open_file(path).map_err(|fault| FileProblem { path: path.to_owned(), fault })?;
        Ok(Self { is_file: true, ..Self::read(bytes, path)? })
    }

    /// Reads the header of a book. `path` is named in problem reports.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn read(bytes: Box<dyn ReadAt>, path: &Path) -> Result<Self, FileProblem> {
        Self::parsed(bytes, path).map_err(|fault| FileProblem { path: path.to_owned(), fault })
    }

    fn parsed(bytes: Box<dyn ReadAt>, path: &Path) -> Result<Self, Fault> {
        let file_len = bytes.size().map_err(|error| Fault::unreadable(&error))?;
        let mut head = vec![0; (FIXED as u64).min(file_len) as usize];
        read_at(&*bytes, &mut head, 0)?;
        let fixed = Fixed::parse(&head).map_err(|_| Fault::NotABook)?.1;
        let head_len = fixed.head_len(file_len)?;
        head.resize(head_len, 0);
        read_at(&*bytes, &mut head[FIXED..], FIXED as u64)?;
        let (content, checksum) = head.split_at(head_len - CHECKSUM);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return Err(Fault::HeaderChecksum);
        }
        let (text, index) = content[FIXED..].split_at(fixed.text_len as usize);
        let about = About::read(&String::from_utf8_lossy(text))?;
        let views = Views::of(about.rules);
        Fault::expect("length of a key", &usize::from(fixed.key_len), &views.key_len())?;
        let blocks = blocks(index, &views, head_len as u64)?;
        let end = blocks.last().map_or(head_len as u64, |block| block.offset + u64::from(block.len));
        Fault::expect("length of all blocks", &end, &file_len)?;
        Ok(Self {
            path: path.to_owned(),
            bytes,
            about,
            views,
            positions: fixed.positions,
            blocks,
            is_file: false,
            changed: Mutex::default(),
        })
    }

    /// What the book is about, and how it was made.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The views of its game.
    #[must_use]
    pub fn views(&self) -> &Views {
        &self.views
    }

    /// The moves of a position that the book has, in the order of the file. `None` if it does not have the position.
    ///
    /// # Errors
    ///
    /// If the block with the position is damaged.
    pub fn look_up(&self, position: &dyn AnyPosition) -> Result<Option<Vec<(Move, BookMove)>>, FileProblem> {
        let view = self.views.view(position);
        let Some(found) = self.moves(&view.key)? else { return Ok(None) };
        Ok(Some(view.named(position, found)))
    }

    /// The moves of the position with this key.
    fn moves(&self, key: &Key) -> Result<Option<Vec<BookMove>>, FileProblem> {
        if let Some(changed) = self.changed.lock().get(key) {
            return Ok(Some(changed.clone()));
        }
        let after = self.blocks.partition_point(|block| block.first <= *key);
        let Some(number) = after.checked_sub(1) else { return Ok(None) };
        let bytes = self.block(number)?;
        let mut found = None;
        self.each_in(number, &bytes, &mut |known, moves| {
            if known == *key {
                let mut all = Vec::new();
                read_moves(moves, &mut |mv| all.push(mv)).ok()?;
                found = Some(all);
            }
            (known < *key).then_some(())
        })?;
        Ok(found)
    }

    /// Whether the book is a file, and not part of the program.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.is_file
    }

    /// Lets `change` change what the file has on a legal move, and writes the file anew. All who use this book see the
    /// change. What other programs have written to the file is kept.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, or the book is not a file.
    pub fn change(
        &self,
        position: &dyn AnyPosition,
        mv: Move,
        change: &mut dyn FnMut(&mut BookMove),
    ) -> Result<(), FileProblem> {
        let unwritable = |error: &io::Error| self.problem(Fault::unwritable(error));
        if !self.is_file {
            return Err(unwritable(&io::ErrorKind::Unsupported.into()));
        }
        // The lock keeps two sessions from writing at once.
        let mut changed = self.changed.lock();
        let mut positions = Self::open(&self.path)?.all()?;
        change(known_move(&mut positions, &self.views, position, mv));
        self.write(&positions).map_err(|error| unwritable(&error))?;
        let key = self.views.view(position).key;
        changed.extend(positions.remove(&key).map(|moves| (key, moves)));
        Ok(())
    }

    /// Replaces the file, completely or not at all.
    fn write(&self, positions: &Positions) -> io::Result<()> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut file = create_in(folder.unwrap_or(Path::new(".")))?;
        file.write_all(&book_bytes(&self.about, positions))?;
        Ok(file.persist(&self.path).map(drop)?)
    }

    /// All positions with their moves, as they were when the header was read.
    ///
    /// # Errors
    ///
    /// If a block is damaged.
    pub fn all(&self) -> Result<Positions, FileProblem> {
        let mut all = Positions::new();
        for number in 0..self.blocks.len() {
            let bytes = self.block(number)?;
            self.each_in(number, &bytes, &mut |key, moves| {
                let of_key: &mut Vec<BookMove> = all.entry(key).or_default();
                read_moves(moves, &mut |mv| of_key.push(mv)).ok().map(drop)
            })?;
        }
        if all.len() as u64 == self.positions {
            return Ok(all);
        }
        let (what, expected) = ("number of positions", all.len().to_string());
        Err(self.problem(Fault::Header { what, expected, found: self.positions.to_string() }))
    }

    /// Calls `each` with every key of a block and the bytes from its moves on, until it returns `None`.
    fn each_in<'a>(
        &self,
        number: usize,
        bytes: &'a [u8],
        each: &mut dyn FnMut(Key, &'a [u8]) -> Option<()>,
    ) -> Result<(), FileProblem> {
        let damaged = || self.problem(Fault::Block(number));
        let mut rest = bytes;
        while !rest.is_empty() {
            let key = self.views.read_key(rest).ok_or_else(damaged)?;
            let moves = &rest[self.views.key_len()..];
            (rest, ()) = read_moves(moves, &mut drop).map_err(|_| damaged())?;
            if each(key, moves).is_none() {
                break;
            }
        }
        Ok(())
    }

    fn block(&self, number: usize) -> Result<Vec<u8>, FileProblem> {
        let Block { offset, len, checksum, .. } = self.blocks[number];
        let mut bytes = vec![0; len as usize];
        read_at(&*self.bytes, &mut bytes, offset).map_err(|fault| self.problem(fault))?;
        if crc32fast::hash(&bytes) != checksum {
            return Err(self.problem(Fault::BlockChecksum(number)));
        }
        Ok(bytes)
    }

    fn problem(&self, fault: Fault) -> FileProblem {
        FileProblem { path: self.path.clone(), fault }
    }
}

fn read_at(bytes: &dyn ReadAt, buffer: &mut [u8], offset: u64) -> Result<(), Fault> {
    bytes.read_exact_at(buffer, offset).map_err(|error| Fault::unreadable(&error))
}

impl Fixed {
    fn parse(bytes: &[u8]) -> IResult<&[u8], Self> {
        let (rest, (_, version, key_len, text_len, file_len, positions, blocks)) =
            (tag(&MAGIC[..]), le_u16, le_u16, le_u32, le_u64, le_u64, le_u32).parse(bytes)?;
        Ok((rest, Self { version, key_len, text_len, file_len, positions, blocks }))
    }

    /// The length of the whole header, which is then known to fit in the file.
    fn head_len(&self, file_len: u64) -> Result<usize, Fault> {
        if self.version != VERSION {
            return Err(Fault::Version { expected: VERSION, found: self.version });
        }
        let entry = u64::from(self.key_len) + ENTRY as u64;
        let end = (FIXED + CHECKSUM) as u64 + u64::from(self.text_len) + u64::from(self.blocks) * entry;
        if self.file_len != file_len || end > file_len {
            return Err(Fault::Length { expected: self.file_len.max(end), found: file_len });
        }
        Ok(end as usize)
    }
}

/// The index of blocks, of which the first begins at `offset`.
fn blocks(index: &[u8], views: &Views, mut offset: u64) -> Result<Vec<Block>, Fault> {
    let entries = index.chunks_exact(views.key_len() + ENTRY);
    entries
        .map(|entry| {
            let (key, rest) = entry.split_at(views.key_len());
            let numbers: IResult<_, _> = (le_u32, le_u32).parse(rest);
            let (_, (len, checksum)) =
                numbers.map_err(|_: nom::Err<nom::error::Error<&[u8]>>| Fault::HeaderChecksum)?;
            let first = views.read_key(key).ok_or(Fault::HeaderChecksum)?;
            let block = Block { first, offset, len, checksum };
            offset += u64::from(len);
            Ok(block)
        })
        .collect()
}
