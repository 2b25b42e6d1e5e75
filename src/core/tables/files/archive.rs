//! Archive: builds the files of all classes in a folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use super::MOST_PIECES_IN_FILES;
use super::kind::FileKind;
use super::names::{Label, folder};
use super::open::open_file;
use super::problem::{Fault, FileProblem};
use super::reader::TableFile;
use super::unfinished::remove_leftovers;
use super::writer::write;
use crate::memory;
use crate::rules::{ByColor, Color, RuleOptions, Rules};
use crate::tables::parallel::Workers;
use crate::tables::set::{EndgameTable, TableSet, Values};
use crate::tables::{BuildError, BuildPlan, Material};

/// How files of tables are built. Existing files are verified and only rebuilt if they are bad.
#[derive(Clone, Copy)]
pub struct Archive<'a> {
    /// Which tables are built, and how. `news` is called instead of the plan's `progress`.
    pub plan: BuildPlan<'a>,
    /// The folder for the files of all games.
    pub root: &'a Path,
    /// Called for each event, from any thread.
    pub news: &'a (dyn Fn(ArchiveNews<'_>) + Sync),
}

/// An event during a build.
#[derive(Clone, Copy, Debug)]
pub enum ArchiveNews<'a> {
    /// A file of a class is bad and will be rebuilt.
    Bad(&'a FileProblem),
    /// Both files of a class exist and are verified.
    Done {
        /// The files.
        files: &'a ClassFiles,
        /// The estimated work done.
        done: u64,
        /// The estimated total work.
        all: u64,
    },
}

/// The two files of a class, verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassFiles {
    /// The class.
    pub material: Material,
    /// The number of values of each file.
    pub values: u64,
    /// The length of the WDL file.
    pub wdl_bytes: u64,
    /// The length of the DTW file.
    pub dtw_bytes: u64,
    /// Whether the table was built now rather than found.
    pub is_built: bool,
}

/// A build in progress.
struct Building<'a> {
    archive: &'a Archive<'a>,
    set: TableSet,
    done: AtomicU64,
    all: u64,
}

impl Archive<'_> {
    /// Builds the missing and bad files of a game. Options that the game does not have are ignored. Each class is
    /// written as soon as it is solved. Returns the files of all classes of the plan.
    ///
    /// # Errors
    ///
    /// If the build was stopped, there is not enough memory or disk space, or a win is too long to be stored.
    pub fn build(&self, rules: &'static Rules, options: &RuleOptions) -> Result<Vec<ClassFiles>, BuildError> {
        if self.plan.pieces > MOST_PIECES_IN_FILES {
            return Err(BuildError::TooManyPieces { pieces: self.plan.pieces, most: MOST_PIECES_IN_FILES });
        }
        let set = TableSet::new(rules, options);
        let groups = self.plan.groups(set.game)?;
        remove_leftovers(&folder(self.root, &set));
        let classes = || groups.iter().flatten().copied();
        let all = classes().map(|material| effort(&set, material)).sum();
        let mut building = Building { archive: self, set, done: AtomicU64::new(0), all };
        let mut files = BTreeMap::new();
        for material in classes() {
            files.extend(building.existing(material)?.map(|files| (material, files)));
        }
        let missing = |group: &Vec<Material>, files: &BTreeMap<_, _>| -> Vec<Material> {
            group.iter().copied().filter(|material| !files.contains_key(material)).collect()
        };
        for (place, group) in groups.iter().enumerate() {
            let now = missing(group, &files);
            building.load(&now, &files)?;
            files.extend(building.solve(&now)?.into_iter().map(|files| (files.material, files)));
            let later: Vec<Material> =
                groups[place + 1..].iter().flat_map(|group| missing(group, &files)).collect();
            building.set.retain(|material| later.iter().any(|later| later.leads_to(material)));
        }
        Ok(classes().filter_map(|material| files.get(&material).copied()).collect())
    }
}

/// The estimated work for a class.
fn effort(set: &TableSet, material: Material) -> u64 {
    set.game.estimate(material) as u64
}

impl Building<'_> {
    fn workers(&self, threads: usize) -> Workers<'_> {
        Workers { threads, stop: self.archive.plan.stop }
    }

    fn label(&self, kind: FileKind, material: Material) -> Label {
        Label::new(kind, &self.set, material)
    }

    fn report_done(&self, files: ClassFiles) -> ClassFiles {
        let effort = effort(&self.set, files.material);
        let done = self.done.fetch_add(effort, Ordering::Relaxed) + effort;
        (self.archive.news)(ArchiveNews::Done { files: &files, done, all: self.all });
        files
    }

    /// The existing files of a class, if they are valid. A missing or bad WDL file is written from the distances.
    fn existing(&self, material: Material) -> Result<Option<ClassFiles>, BuildError> {
        if self.archive.plan.stop.load(Ordering::Relaxed) {
            return Err(BuildError::Stopped);
        }
        let Some(dtw) = self.verified(FileKind::Dtw, material, None) else { return Ok(None) };
        let wdl_bytes = match self.verified(FileKind::Wdl, material, Some(&dtw)) {
            Some(wdl) => wdl.size(),
            None => {
                let values =
                    load_distances(&dtw).map_err(|fault| self.problem(FileKind::Dtw, material, fault))?;
                self.write(FileKind::Wdl, material, &values, self.archive.plan.threads)?
            }
        };
        let values = (dtw.values().white() + dtw.values().black()) as u64;
        let files = ClassFiles { material, values, wdl_bytes, dtw_bytes: dtw.size(), is_built: false };
        Ok(Some(self.report_done(files)))
    }

    /// An existing file, if it is valid and consistent with the distances. A bad file is reported.
    fn verified(
        &self,
        kind: FileKind,
        material: Material,
        distances: Option<&TableFile>,
    ) -> Option<TableFile> {
        if !self.label(kind, material).path(self.archive.root).exists() {
            return None;
        }
        let checked = || -> Result<TableFile, Fault> {
            let file = self.opened(kind, material)?;
            file.verify(None)?;
            distances.map_or(Ok(()), |distances| file.compare(distances))?;
            Ok(file)
        };
        let report = |fault| {
            let path = self.label(kind, material).path(self.archive.root);
            (self.archive.news)(ArchiveNews::Bad(&FileProblem { path, fault }));
        };
        checked().map_err(report).ok()
    }

    fn opened(&self, kind: FileKind, material: Material) -> Result<TableFile, Fault> {
        let label = self.label(kind, material);
        let path = label.path(self.archive.root);
        let mut lens = || self.set.layout(material).lens();
        TableFile::open(open_file(&path)?, &label, path, &self.set.cache, &mut lens)
    }

    fn problem(&self, kind: FileKind, material: Material, fault: Fault) -> BuildError {
        let path = self.label(kind, material).path(self.archive.root);
        BuildError::File(FileProblem { path, fault })
    }

    /// Loads the tables that these classes lead to and that are not in memory.
    fn load(
        &mut self,
        classes: &[Material],
        files: &BTreeMap<Material, ClassFiles>,
    ) -> Result<(), BuildError> {
        for &material in files.keys() {
            let is_needed = classes.iter().any(|class| class.leads_to(material));
            if !is_needed || self.set.table(material).is_some() {
                continue;
            }
            let values = self.opened(FileKind::Dtw, material).and_then(|file| load_distances(&file));
            let values = values.map_err(|fault| self.problem(FileKind::Dtw, material, fault))?;
            self.set.add(EndgameTable::in_memory(self.set.layout(material), values));
        }
        Ok(())
    }

    /// Solves classes that do not lead to each other, and writes each as soon as it is solved.
    fn solve(&mut self, classes: &[Material]) -> Result<Vec<ClassFiles>, BuildError> {
        let all = parking_lot::Mutex::new(Vec::new());
        let tables = self.archive.plan.solve_group(&self.set, classes, &|table, threads| {
            let files = self.write_both(table, threads)?;
            all.lock().push(self.report_done(files));
            Ok(())
        })?;
        tables.into_iter().for_each(|table| self.set.add(table));
        Ok(all.into_inner())
    }

    fn write_both(&self, table: &EndgameTable, threads: usize) -> Result<ClassFiles, BuildError> {
        let material = table.material();
        let Values::InMemory(bytes) = &table.values else { unreachable!("it has just been solved") };
        // The distances last: their file marks a finished class.
        let wdl_bytes = self.write(FileKind::Wdl, material, bytes, threads)?;
        let dtw_bytes = self.write(FileKind::Dtw, material, bytes, threads)?;
        let values = (bytes.white().len() + bytes.black().len()) as u64;
        Ok(ClassFiles { material, values, wdl_bytes, dtw_bytes, is_built: true })
    }

    fn write(
        &self,
        kind: FileKind,
        material: Material,
        values: &ByColor<Box<[u8]>>,
        threads: usize,
    ) -> Result<u64, BuildError> {
        write(self.archive.root, &self.label(kind, material), values, &self.workers(threads))
    }
}

/// All distances of a file, as bytes of a table in memory.
fn load_distances(file: &TableFile) -> Result<ByColor<Box<[u8]>>, Fault> {
    let load = |side: Color| -> Result<Box<[u8]>, Fault> {
        let (len, mut bytes) = (file.values()[side], Vec::new());
        if !memory::has_mebibytes(len.div_ceil(1 << 20)) || bytes.try_reserve_exact(len).is_err() {
            return Err(Fault::OutOfMemory);
        }
        file.unpacked(side).try_for_each(|block| block.map(|block| bytes.extend(block)))?;
        Ok(bytes.into_boxed_slice())
    };
    Ok(ByColor::new(load(Color::White)?, load(Color::Black)?))
}
