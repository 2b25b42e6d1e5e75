//! Whether all that is in files is sound.

use std::sync::atomic::{AtomicBool, Ordering};

use super::problem::{Fault, FileProblem};
use super::reader::TableFile;
use crate::rules::Game;
use crate::tables::Material;
use crate::tables::set::{TableSet, Values};

impl<G: Game> TableSet<G> {
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
