//! Writer: writes files atomically. A file is written under a temporary name, read back, and then renamed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

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
    /// The binary logarithm of the number of values per block. Small blocks decompress fast, large ones compress well.
    const fn block_bits(self) -> u8 {
        match self {
            Self::Wdl => 16,
            Self::Dtw => 14,
        }
    }
}

/// Writes the file of `label` under `root`. Returns its length.
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
        TableFile::open(Box::new(bytes), label, path.clone(), &Arc::default(), &mut lens)?
            .verify(Some(values))
    };
    read_back().map_err(problem)?;
    file.persist(&path).map_err(|error| problem(Fault::unwritable(&error.error)))?;
    sync_folder(&path).map_err(|error| problem(Fault::unwritable(&error)))?;
    Ok(size)
}

/// Flushes the folder of `path`, so that the new name survives a crash.
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

/// Packs and compresses a block; an incompressible block is only packed.
fn packed_block(kind: FileKind, values: &[u8]) -> Vec<u8> {
    let plain = kind.pack(values);
    compressed(&plain).filter(|packed| packed.len() < plain.len()).unwrap_or(plain)
}
