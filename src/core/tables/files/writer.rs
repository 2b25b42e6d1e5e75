//! Writer: files that are there as a whole or not at all: they are written under another name, read back, and then
//! renamed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use parking_lot::Mutex;
use tempfile::NamedTempFile;

use super::codec::compressed;
use super::header::{Entry, Header};
use super::kind::FileKind;
use super::names::Label;
use super::problem::{Fault, FileProblem};
use super::reader::TableFile;
use super::unfinished::create_in;
use crate::rules::{ByColor, Color};
use crate::tables::BuildError;
use crate::tables::parallel::Workers;

impl FileKind {
    /// A block has two to the power of this values: a block is to be quick to unpack, and yet large enough to
    /// shrink well.
    const fn block_bits(self) -> u8 {
        match self {
            Self::Wdl => 16,
            Self::Dtw => 14,
        }
    }
}

/// Writes the file of `label` under `root`, and gives its length.
pub(super) fn write(
    root: &Path,
    label: &Label,
    values: &ByColor<Box<[u8]>>,
    workers: &Workers,
) -> Result<u64, BuildError> {
    let path = label.path(root);
    let problem = |fault| BuildError::File(FileProblem { path: path.clone(), fault });
    let packed = packed(label.kind, values, workers).map_err(|_| BuildError::Stopped)?;
    let finish = || -> io::Result<(NamedTempFile, u64)> {
        let folder = path.parent().unwrap_or(root);
        fs::create_dir_all(folder)?;
        let mut file = create_in(folder)?;
        file.write_all(&header(label.kind, values, &packed).write(label))?;
        packed.iter().try_for_each(|block| file.write_all(block))?;
        file.as_file().sync_all()?;
        let size = file.as_file().metadata()?.len();
        Ok((file, size))
    };
    let (file, size) = finish().map_err(|error| problem(Fault::unwritable(&error)))?;
    let read_back = || -> Result<(), Fault> {
        let bytes = File::open(file.path()).map_err(|error| Fault::unreadable(&error))?;
        let mut lens = || ByColor::new(values.white().len(), values.black().len());
        TableFile::open(Box::new(bytes), label, path.clone(), &mut lens)?.verify(Some(values))
    };
    read_back().map_err(problem)?;
    file.persist(&path).map_err(|error| problem(Fault::unwritable(&error.error)))?;
    sync_folder(&path).map_err(|error| problem(Fault::unwritable(&error)))?;
    Ok(size)
}

/// Sees to it that a new name outlives the machine.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

fn header(kind: FileKind, values: &ByColor<Box<[u8]>>, packed: &[Vec<u8>]) -> Header {
    let entries =
        packed.iter().map(|block| Entry { len: block.len() as u32, checksum: crc32fast::hash(block) });
    let values = ByColor::new(values.white().len() as u64, values.black().len() as u64);
    Header { values, block_bits: kind.block_bits(), entries: entries.collect() }
}

/// Packs the values into blocks, White's first, on all threads.
fn packed(kind: FileKind, values: &ByColor<Box<[u8]>>, workers: &Workers) -> io::Result<Vec<Vec<u8>>> {
    let blocks = Color::ALL.into_iter().flat_map(|side| values[side].chunks(1 << kind.block_bits()));
    let blocks: Vec<&[u8]> = blocks.collect();
    let packed = Mutex::new(vec![Vec::new(); blocks.len()]);
    let shared = workers.share_in_parts(blocks.len(), 1, &|part| {
        for number in part {
            let block = packed_block(kind, blocks[number]);
            packed.lock()[number] = block;
        }
    });
    shared.map_err(|_| io::ErrorKind::Interrupted)?;
    Ok(packed.into_inner())
}

/// Packs a block; it stays as it is if it does not shrink.
fn packed_block(kind: FileKind, values: &[u8]) -> Vec<u8> {
    let plain = kind.pack(values);
    compressed(&plain).filter(|packed| packed.len() < plain.len()).unwrap_or(plain)
}
