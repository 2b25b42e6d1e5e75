//! The files of a folder as tables of a set: they are opened, used, and verified.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
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
    /// Adds the tables that are in files under `root`, but for classes that are in memory. Tells which files
    /// are not used, and why; if `root` has none for the game and its options, that is no problem.
    ///
    /// Only the beginning of each file is read. A part that turns out to be damaged later has no values: then
    /// [`take_problems`](Self::take_problems) tells.
    pub fn open(&mut self, root: &Path) -> Vec<FileProblem> {
        let folder = folder(root, self);
        match is_there(root, &folder) {
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

    /// The files under `root` that have not been written to their end: another program still writes them, or was
    /// killed. They are no tables yet, so nobody misses them; the next building removes what is left over.
    #[must_use]
    pub fn unfinished(&self, root: &Path) -> Vec<PathBuf> {
        unfinished_in(&folder(root, self))
    }

    /// Adds the table of a class that is in `bytes`, unless it is in memory, or in another file, already.
    ///
    /// # Errors
    ///
    /// If the bytes are not such a table under the options of the set.
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
        if let Some(table) = self.table_mut(material) {
            if let Values::InFiles { wdl, dtw } = &mut table.values {
                let file = TableFile::open(bytes, &label, path, &mut || table.layout.lens())?;
                place_of(kind, wdl, dtw).get_or_insert(Box::new(file));
            }
            return Ok(());
        }
        let mut layout = None;
        let file = TableFile::open(bytes, &label, path, &mut || layout.insert(self.layout(material)).lens())?;
        let (mut wdl, mut dtw) = (None, None);
        *place_of(kind, &mut wdl, &mut dtw) = Some(Box::new(file));
        let values = Values::InFiles { wdl, dtw };
        if let Some(layout) = layout {
            self.add(EndgameTable { layout, values });
        }
        Ok(())
    }

    /// Reads all files of the set from beginning to end, and tells which are damaged, or contradict each other.
    /// `progress` is told of each class that is done. What was found before somebody raises `stop` is returned.
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

    /// What has turned out to be wrong with files since they were opened, each once.
    #[must_use]
    pub fn take_problems(&self) -> Vec<FileProblem> {
        let files = self.tables().iter().flat_map(|table| match &table.values {
            Values::InMemory(_) => [None, None],
            Values::InFiles { wdl, dtw } => [wdl.as_deref(), dtw.as_deref()],
        });
        files.flatten().filter_map(TableFile::problem).collect()
    }
}

/// The order in which files are added.
fn order((material, kind, _): &(Material, FileKind, PathBuf)) -> (usize, usize, Material, u8) {
    (material.pieces(), material.men(), *material, kind.number())
}

/// The place of a file in a table.
fn place_of<'a, T>(kind: FileKind, wdl: &'a mut T, dtw: &'a mut T) -> &'a mut T {
    match kind {
        FileKind::Wdl => wdl,
        FileKind::Dtw => dtw,
    }
}

/// What is wrong with the files of a class.
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

/// Whether a folder below `root` is there. Where something else is in its place, or on the way to it, or `root` is not
/// there, that is a problem.
fn is_there(root: &Path, folder: &Path) -> Result<bool, FileProblem> {
    let mut way: Vec<&Path> = folder.ancestors().take_while(|path| path.starts_with(root)).collect();
    way.reverse();
    for path in way {
        let problem = |fault| Err(FileProblem { path: path.to_owned(), fault });
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => {}
            Ok(_) => return problem(Fault::NotAFolder),
            // A link that leads nowhere is there.
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

/// Opens a file, unless it is something that one might wait for, such as a pipe.
pub(super) fn open_file(path: &Path) -> Result<Box<dyn ReadAt>, Fault> {
    let is_file = fs::metadata(path).map_err(|error| Fault::unreadable(&error))?.is_file();
    if !is_file {
        return Err(Fault::NotAFile);
    }
    Ok(Box::new(File::open(path).map_err(|error| Fault::unreadable(&error))?))
}
