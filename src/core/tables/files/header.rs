//! Header: the beginning of a file, as documented in `docs/tables-format.md`.

use nom::bytes::complete::{tag, take};
use nom::number::complete::{le_u16, le_u32, le_u64, u8 as byte};
use nom::{IResult, Parser};

use super::VERSION;
use super::names::Label;
use super::problem::Fault;
use super::read_at::ReadAt;
use crate::rules::ByColor;

/// The first bytes of every file. As in PNG, one byte is not ASCII, and the line endings reveal a transfer in text
/// mode.
const MAGIC: [u8; 8] = *b"\x8aCPT\r\n\x1a\n";

/// The length of the fixed part.
const FIXED: usize = 92;
/// The length of an entry of the index.
const ENTRY: usize = 8;
/// The length of the checksum after the index.
const CHECKSUM: usize = 4;
/// The length of the field for the name of the game.
const VARIANT: usize = 16;
/// The length of the field for the name of the options.
const OPTIONS: usize = 32;

/// The valid block sizes, as binary logarithms of the number of values.
pub(super) const BLOCK_BITS: std::ops::RangeInclusive<u8> = 10..=20;

/// The parsed header of a file.
#[derive(Debug)]
pub(super) struct Header {
    /// The number of values, by side to move.
    pub(super) values: ByColor<u64>,
    /// The binary logarithm of the number of values per block.
    pub(super) block_bits: u8,
    /// The index of blocks, White's first.
    pub(super) entries: Vec<Entry>,
}

/// An entry of the index of blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The length of the block in the file.
    pub(super) len: u32,
    /// The checksum of these bytes.
    pub(super) checksum: u32,
}

/// The fixed part, unchecked.
struct Fixed<'a> {
    kind: u8,
    block_bits: u8,
    counts: &'a [u8],
    variant: &'a [u8],
    options: &'a [u8],
    values: ByColor<u64>,
    file_len: u64,
    blocks: u32,
}

impl Header {
    /// The number of blocks of each side.
    fn blocks(values: ByColor<u64>, block_bits: u8) -> ByColor<u64> {
        let blocks = |values: u64| values.div_ceil(1 << block_bits);
        ByColor::new(blocks(*values.white()), blocks(*values.black()))
    }

    /// The number of White's blocks.
    pub(super) fn white_blocks(&self) -> usize {
        *Self::blocks(self.values, self.block_bits).white() as usize
    }

    /// The length of the header, which is the offset of the first block.
    pub(super) fn len(&self) -> u64 {
        (FIXED + self.entries.len() * ENTRY + CHECKSUM) as u64
    }

    /// The bytes of the header.
    pub(super) fn write(&self, label: &Label) -> Vec<u8> {
        let blocks: u64 = self.entries.iter().map(|entry| u64::from(entry.len)).sum();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([label.kind.number(), self.block_bits]);
        bytes.extend(label.material.counts());
        bytes.extend(label.rules.id());
        bytes.extend(padded(&label.options));
        bytes.extend(self.values.white().to_le_bytes());
        bytes.extend(self.values.black().to_le_bytes());
        bytes.extend((self.len() + blocks).to_le_bytes());
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        for entry in &self.entries {
            bytes.extend(entry.len.to_le_bytes());
            bytes.extend(entry.checksum.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads and checks the header of the file of `label`.
    ///
    /// `values` returns the number of values of the class; it is only called if the label matches. No more memory is
    /// allocated than the index of such a file needs.
    pub(super) fn read(
        bytes: &dyn ReadAt,
        label: &Label,
        values: &mut dyn FnMut() -> ByColor<usize>,
    ) -> Result<Self, Fault> {
        let file_len = bytes.size().map_err(|error| Fault::unreadable(&error))?;
        let read = |buffer: &mut [u8], offset| {
            bytes.read_exact_at(buffer, offset).map_err(|error| Fault::unreadable(&error))
        };
        let mut all = vec![0; (FIXED as u64).min(file_len) as usize];
        read(&mut all, 0)?;
        let version = version(&all)?;
        if version != VERSION {
            return Err(Fault::Version { expected: VERSION, found: version });
        }
        let (_, fixed) =
            Fixed::parse(&all).map_err(|_| Fault::Length { expected: FIXED as u64, found: file_len })?;
        let blocks = fixed.check(label, file_len, values)?;
        let (values, block_bits) = (fixed.values, fixed.block_bits);
        all.resize(FIXED + blocks * ENTRY + CHECKSUM, 0);
        read(&mut all[FIXED..], FIXED as u64)?;
        let (content, checksum) = all.split_at(all.len() - CHECKSUM);
        if crc32fast::hash(content).to_le_bytes() != checksum {
            return Err(Fault::HeaderChecksum);
        }
        let entries = content[FIXED..].chunks_exact(ENTRY).map(Entry::of).collect();
        let header = Self { values, block_bits, entries };
        let packed: u64 = header.entries.iter().map(|entry| u64::from(entry.len)).sum();
        Fault::expect("length of all blocks", &packed, &(file_len - header.len()))?;
        Ok(header)
    }
}

impl Entry {
    fn of(bytes: &[u8]) -> Self {
        let number =
            |at: usize| bytes[at..at + 4].iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte));
        Self { len: number(0), checksum: number(4) }
    }
}

/// The version of the format, if the file is a table.
fn version(bytes: &[u8]) -> Result<u16, Fault> {
    let parsed: IResult<_, _> = (tag(&MAGIC[..]), le_u16).parse(bytes);
    parsed.map(|(_, (_, version))| version).map_err(|_| Fault::NotATable)
}

impl<'a> Fixed<'a> {
    fn parse(bytes: &'a [u8]) -> IResult<&'a [u8], Self> {
        let names = (take(4_usize), take(VARIANT), take(OPTIONS));
        let numbers = (le_u64, le_u64, le_u64, le_u32);
        let mut all = (take(MAGIC.len()), le_u16, byte, byte, names, numbers);
        let (rest, (_, _, kind, block_bits, (counts, variant, options), numbers)) = all.parse(bytes)?;
        let (white, black, file_len, blocks) = numbers;
        let values = ByColor::new(white, black);
        Ok((rest, Self { kind, block_bits, counts, variant, options, values, file_len, blocks }))
    }

    /// Checks all fields. Returns the number of blocks, whose index is then known to fit in the file.
    fn check(
        &self,
        label: &Label,
        file_len: u64,
        values: &mut dyn FnMut() -> ByColor<usize>,
    ) -> Result<usize, Fault> {
        Fault::expect("kind", &self.kind, &label.kind.number())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end_matches('\0').to_owned();
        Fault::expect("game", &text(self.variant), &text(&label.rules.id()))?;
        Fault::expect("options", &text(self.options), &label.options)?;
        let class = |counts: &[u8]| format!("{counts:?}");
        Fault::expect("pieces", &class(self.counts), &class(&label.material.counts()))?;
        if !BLOCK_BITS.contains(&self.block_bits) {
            let (found, expected) = (self.block_bits.to_string(), format!("{BLOCK_BITS:?}"));
            return Err(Fault::Header { what: "block size", expected, found });
        }
        if self.file_len != file_len {
            return Err(Fault::Length { expected: self.file_len, found: file_len });
        }
        let expected = values();
        Fault::expect(
            "number of values with White to move",
            self.values.white(),
            &(*expected.white() as u64),
        )?;
        Fault::expect(
            "number of values with Black to move",
            self.values.black(),
            &(*expected.black() as u64),
        )?;
        let blocks = Header::blocks(self.values, self.block_bits);
        let blocks = blocks.white() + blocks.black();
        Fault::expect("number of blocks", &u64::from(self.blocks), &blocks)?;
        let end = (FIXED + CHECKSUM) as u64 + u64::from(self.blocks) * ENTRY as u64;
        if end > file_len {
            return Err(Fault::Length { expected: end, found: file_len });
        }
        Ok(self.blocks as usize)
    }
}

/// The name of options, padded with zeros.
fn padded(name: &str) -> [u8; OPTIONS] {
    assert!(name.len() <= OPTIONS, "{name} does not fit into a header");
    let mut field = [0; OPTIONS];
    field[..name.len()].copy_from_slice(name.as_bytes());
    field
}
