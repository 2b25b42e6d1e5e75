//! Opening and verifying the files of a folder as tables of a set.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::MOST_PIECES_IN_FILES;
use super::kind::FileKind;
use super::names::{Label, folder, parse};
use super::problem::{Fault, FileProblem};
use super::read_at::ReadAt;
use super::reader::TableFile;
use super::unfinished::{is_unfinished, unfinished_in};
use crate::tables::Material;
use crate::tables::set::{EndgameTable, TableSet, Values};

impl TableSet {
    /// Adds the tables in files under `root`, except for classes that are in memory. Returns which files are not used,
    /// and why. A `root` without files for the game and its options is not a problem.
    ///
    /// Only the header of each file is read. Blocks that are later found to be damaged yield no values;
    /// [`take_problems`](Self::take_problems) reports them.
    pub fn open(&mut self, root: &Path) -> Vec<FileProblem> {
        let folder = folder(root, self);
        match folder_exists(root, &folder) {
            Ok(true) => {}
            Ok(false) => return Vec::new(),
            Err(problem) => return vec![problem],
        }
        let names = match names(&folder) {
            Ok(names) => names,
            Err(fault) => return vec![FileProblem { path: folder, fault }],
        };
        let (mut problems, mut files) = (Vec::new(), Vec::new());
        for name in names.into_iter().filter(|name| !is_unfinished(name)) {
            let path = folder.join(&name);
            match parse(&name.to_string_lossy()) {
                Ok((material, kind)) => files.push((material, kind, path)),
                Err(fault) => problems.push(FileProblem { path, fault }),
            }
        }
        files.sort_by_key(order);
        for (material, kind, path) in files {
            let added = open_file(&path).and_then(|bytes| self.add_from(material, kind, bytes, path.clone()));
            problems.extend(added.err().map(|fault| FileProblem { path, fault }));
        }
        problems
    }

    /// The unfinished files under `root`: another program is still writing them, or was killed. They are not tables
    /// yet; the next build removes leftovers.
    #[must_use]
    pub fn unfinished(&self, root: &Path) -> Vec<PathBuf> {
        unfinished_in(&folder(root, self))
    }

    /// Adds the table of a class from `bytes`, unless it is already in memory or in another file.
    ///
    /// # Errors
    ///
    /// If the bytes are not a table of this class and kind under the options of the set.
    pub fn add_file(
        &mut self,
        material: Material,
        kind: FileKind,
        bytes: Box<dyn ReadAt>,
    ) -> Result<(), Fault> {
        let path = Label::new(kind, self, material).path(Path::new(""));
        self.add_from(material, kind, bytes, path)
    }

    fn add_from(
        &mut self,
        material: Material,
        kind: FileKind,
        bytes: Box<dyn ReadAt>,
        path: PathBuf,
    ) -> Result<(), Fault> {
        if !material.is_class(MOST_PIECES_IN_FILES) {
            return Err(Fault::Name);
        }
        let label = Label::new(kind, self, material);
        let cache = Arc::clone(&self.cache);
        if let Some(table) = self.table_mut(material) {
            if let Values::InFiles { wdl, dtw } = &mut table.values {
                let file = TableFile::open(bytes, &label, path, &cache, &mut || table.layout.lens())?;
                place_of(kind, wdl, dtw).get_or_insert(Box::new(file));
            }
            return Ok(());
        }
        let mut layout = None;
        let mut lens = || layout.insert(self.layout(material)).lens();
        let file = TableFile::open(bytes, &label, path, &cache, &mut lens)?;
        let (mut wdl, mut dtw) = (None, None);
        *place_of(kind, &mut wdl, &mut dtw) = Some(Box::new(file));
        let values = Values::InFiles { wdl, dtw };
        if let Some(layout) = layout {
            self.add(EndgameTable { layout, values });
        }
        Ok(())
    }

    /// Reads all files of the set completely. Returns which are damaged or contradict each other. Calls `progress`
    /// after each class. When `stop` is set, returns the problems found so far.
    #[must_use]
    pub fn verify(&self, progress: &dyn Fn(Material), stop: &AtomicBool) -> Vec<FileProblem> {
        let mut problems = Vec::new();
        for table in self.tables() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if let Values::InFiles { wdl, dtw } = &table.values {
                problems.extend(verify(wdl.as_deref(), dtw.as_deref()));
            }
            progress(table.material());
        }
        problems
    }

    /// The problems found since the files were opened, each returned only once.
    #[must_use]
    pub fn take_problems(&self) -> Vec<FileProblem> {
        self.files().filter_map(TableFile::problem).collect()
    }

    /// Whether a file was found to be damaged after it was opened, reported or not.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.files().any(TableFile::is_damaged)
    }

    fn files(&self) -> impl Iterator<Item = &TableFile> {
        let files = self.tables().iter().flat_map(|table| match &table.values {
            Values::InMemory(_) => [None, None],
            Values::InFiles { wdl, dtw } => [wdl.as_deref(), dtw.as_deref()],
        });
        files.flatten()
    }
}

/// The order in which files are added.
fn order((material, kind, _): &(Material, FileKind, PathBuf)) -> (usize, usize, Material, u8) {
    (material.pieces(), material.men(), *material, kind.number())
}

/// The field of a table for a file of this kind.
fn place_of<'a, T>(kind: FileKind, wdl: &'a mut T, dtw: &'a mut T) -> &'a mut T {
    match kind {
        FileKind::Wdl => wdl,
        FileKind::Dtw => dtw,
    }
}

/// The problems of the files of a class.
fn verify(wdl: Option<&TableFile>, dtw: Option<&TableFile>) -> Vec<FileProblem> {
    let problem = |file: &TableFile, fault: Fault| FileProblem { path: file.path().to_owned(), fault };
    let files = [wdl, dtw].into_iter().flatten();
    let mut problems: Vec<_> =
        files.filter_map(|file| Some(problem(file, file.verify(None).err()?))).collect();
    if let (true, Some(wdl), Some(dtw)) = (problems.is_empty(), wdl, dtw) {
        problems.extend(wdl.compare(dtw).err().map(|fault| problem(wdl, fault)));
    }
    problems
}

/// Whether a folder below `root` exists. It is an error if `root` does not exist, or if the folder or one of its
/// parents exists but is not a folder.
fn folder_exists(root: &Path, folder: &Path) -> Result<bool, FileProblem> {
    let mut parents: Vec<&Path> = folder.ancestors().take_while(|path| path.starts_with(root)).collect();
    parents.reverse();
    for path in parents {
        let problem = |fault| Err(FileProblem { path: path.to_owned(), fault });
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => {}
            Ok(_) => return problem(Fault::NotAFolder),
            // A broken symlink counts as existing.
            Err(_) if path != root && fs::symlink_metadata(path).is_err_and(|error| is_missing(&error)) => {
                return Ok(false);
            }
            Err(error) => return problem(Fault::unreadable(&error)),
        }
    }
    Ok(true)
}

fn is_missing(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// The names in a folder.
fn names(folder: &Path) -> Result<Vec<std::ffi::OsString>, Fault> {
    let entries =
        fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.file_name())).collect());
    entries.map_err(|error| Fault::unreadable(&error))
}

/// Opens a regular file. Opening anything else, such as a pipe, might block.
pub(crate) fn open_file(path: &Path) -> Result<Box<dyn ReadAt>, Fault> {
    let is_file = fs::metadata(path).map_err(|error| Fault::unreadable(&error))?.is_file();
    if !is_file {
        return Err(Fault::NotAFile);
    }
    Ok(Box::new(File::open(path).map_err(|error| Fault::unreadable(&error))?))
}
