//! Reader: reads values from a file. A block is read and decompressed on first access and then kept in the cache;
//! later accesses take no lock.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::cache::{BlockCache, CachedBlock};
use super::codec::decompressed;
use super::header::Header;
use super::kind::{FileKind, digit};
use super::names::Label;
use super::problem::{Fault, FileProblem};
use super::read_at::ReadAt;
use crate::rules::{ByColor, Color};
use crate::tables::layout::Slot;

/// The values of a class in a file.
#[derive(Debug)]
pub(in crate::tables) struct TableFile {
    /// The path to name in problem reports.
    path: PathBuf,
    bytes: Box<dyn ReadAt>,
    kind: FileKind,
    values: ByColor<usize>,
    block_bits: u8,
    blocks: Box<[Block]>,
    white_blocks: usize,
    cache: Arc<BlockCache>,
    /// The first fault found after the file was opened.
    fault: OnceLock<Fault>,
    is_reported: AtomicBool,
}

#[derive(Debug)]
struct Block {
    offset: u64,
    len: u32,
    checksum: u32,
    cached: Arc<CachedBlock>,
}

impl TableFile {
    /// Opens the file of `label`. `values` returns the number of values of the class; it is only called if the label
    /// matches. Blocks that are read are kept in `cache`.
    pub(super) fn open(
        bytes: Box<dyn ReadAt>,
        label: &Label,
        path: PathBuf,
        cache: &Arc<BlockCache>,
        values: &mut dyn FnMut() -> ByColor<usize>,
    ) -> Result<Self, Fault> {
        let header = Header::read(&*bytes, label, values)?;
        let mut end = header.len();
        let blocks = header.entries.iter().map(|entry| {
            let offset = end;
            end += u64::from(entry.len);
            Block { offset, len: entry.len, checksum: entry.checksum, cached: Arc::default() }
        });
        let blocks = blocks.collect();
        let values = ByColor::new(*header.values.white() as usize, *header.values.black() as usize);
        Ok(Self {
            path,
            bytes,
            kind: label.kind,
            values,
            block_bits: header.block_bits,
            blocks,
            white_blocks: header.white_blocks(),
            cache: Arc::clone(cache),
            fault: OnceLock::new(),
            is_reported: AtomicBool::new(false),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The number of values, by side to move.
    pub(super) fn values(&self) -> ByColor<usize> {
        self.values
    }

    /// The length of the file.
    pub(super) fn size(&self) -> u64 {
        self.blocks.last().map_or(0, |block| block.offset + u64::from(block.len))
    }

    /// The value at a slot; `None` if its block is damaged.
    #[inline]
    pub(in crate::tables) fn value(&self, Slot { side, place }: Slot) -> Option<u8> {
        let first = if side == Color::White { 0 } else { self.white_blocks };
        let number = first + (place >> self.block_bits);
        let block = &self.blocks.get(number)?.cached;
        let value = |packed: Option<&[u8]>| self.kind.value(packed?, place & ((1 << self.block_bits) - 1));
        block.read(value).unwrap_or_else(|| value(self.load(number, block).as_ref().as_deref()))
    }

    /// Loads a block, and returns its packed bytes; remembers the fault if it is damaged.
    #[cold]
    fn load(&self, number: usize, block: &Arc<CachedBlock>) -> Arc<Option<Box<[u8]>>> {
        let packed = self.packed(number);
        let packed = packed.map_err(|fault| self.fault.get_or_init(|| fault)).ok().map(Vec::into_boxed_slice);
        self.cache.keep(block, packed)
    }

    /// A fault found after the file was opened; returned only once.
    pub(in crate::tables) fn problem(&self) -> Option<FileProblem> {
        let fault = self.fault.get()?.clone();
        let is_reported = self.is_reported.swap(true, Ordering::Relaxed);
        (!is_reported).then(|| FileProblem { path: self.path.clone(), fault })
    }

    /// Whether a fault was found after the file was opened.
    pub(in crate::tables) fn is_damaged(&self) -> bool {
        self.fault.get().is_some()
    }

    /// The packed bytes of a block.
    fn packed(&self, number: usize) -> Result<Vec<u8>, Fault> {
        let block = &self.blocks[number];
        let expected = self.kind.packed_len(self.values_of(number));
        // Incompressible blocks are stored unchanged, so no block is longer.
        if block.len as usize > expected {
            return Err(Fault::Block(number));
        }
        let mut bytes = vec![0; block.len as usize];
        self.bytes.read_exact_at(&mut bytes, block.offset).map_err(|error| Fault::unreadable(&error))?;
        if crc32fast::hash(&bytes) != block.checksum {
            return Err(Fault::BlockChecksum(number));
        }
        let packed = if bytes.len() == expected {
            bytes
        } else {
            decompressed(&bytes, expected).ok_or(Fault::Block(number))?
        };
        let is_valid = packed.len() == expected && self.kind.is_valid(&packed);
        if is_valid { Ok(packed) } else { Err(Fault::Block(number)) }
    }

    /// The number of values of a block.
    fn values_of(&self, number: usize) -> usize {
        let (values, place) = match number.checked_sub(self.white_blocks) {
            None => (*self.values.white(), number),
            Some(place) => (*self.values.black(), place),
        };
        (values - (place << self.block_bits)).min(1 << self.block_bits)
    }

    fn blocks_of(&self, side: Color) -> Range<usize> {
        if side == Color::White { 0..self.white_blocks } else { self.white_blocks..self.blocks.len() }
    }

    /// The values of each block with `side` to move, in order; blocks are not kept. Remembers the first fault.
    pub(in crate::tables) fn unpacked(
        &self,
        side: Color,
    ) -> impl Iterator<Item = Result<Vec<u8>, Fault>> + '_ {
        let unpacked = |number| Ok(self.kind.unpack(&self.packed(number)?, self.values_of(number)));
        let remember = |fault: &Fault| _ = self.fault.get_or_init(|| fault.clone());
        self.blocks_of(side).map(move |number| unpacked(number).inspect_err(remember))
    }

    /// Reads all blocks, and compares them with the expected values if given.
    pub(super) fn verify(&self, expected: Option<&ByColor<Box<[u8]>>>) -> Result<(), Fault> {
        for side in Color::ALL {
            let mut expected = expected.map(|values| values[side].chunks(1 << self.block_bits));
            for values in self.unpacked(side) {
                let values = values?;
                let Some(expected) = &mut expected else { continue };
                let expected = expected.next().unwrap_or_default();
                if !values.iter().copied().eq(expected.iter().map(|&byte| self.kind.value_of(byte))) {
                    return Err(Fault::Contradiction);
                }
            }
        }
        Ok(())
    }

    /// Fails unless this file has the same results as a distance file. Both must be valid.
    pub(super) fn compare(&self, distances: &Self) -> Result<(), Fault> {
        let is_same = Color::ALL.into_iter().all(|side| {
            let own = self.unpacked(side).flatten().flatten();
            own.eq(distances.unpacked(side).flatten().flatten().map(digit))
        });
        if is_same { Ok(()) } else { Err(Fault::Contradiction) }
    }
}
