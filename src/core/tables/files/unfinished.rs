//! Unfinished files: what a program writes before it gets its name, and what is left of it where the program was
//! killed.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Files are named so while they are written.
const PREFIX: &str = ".unfinished-";

pub(super) fn is_unfinished(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(PREFIX.as_bytes())
}

/// A new file in a folder, locked for as long as it is written.
pub(super) fn create_in(folder: &Path) -> io::Result<NamedTempFile> {
    loop {
        let file = builder().tempfile_in(folder)?;
        // Who removes leftovers may have come before the lock.
        if lock(file.as_file()) != Lock::Taken && file.path().exists() {
            return Ok(file);
        }
    }
}

/// Files that others may read, as far as the user lets them.
fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// Removes what killed programs have left in a folder, but nothing that another one still writes.
pub(super) fn remove_leftovers(folder: &Path) {
    for path in unfinished_in(folder) {
        // Where nobody can tell whether it is being written it stays.
        if File::open(&path).is_ok_and(|file| lock(&file) == Lock::Ours) {
            let _ = fs::remove_file(path);
        }
    }
}

/// The unfinished files in a folder, by their names.
pub(super) fn unfinished_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let mut paths: Vec<PathBuf> =
        files.filter(|entry| is_unfinished(&entry.file_name())).map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lock {
    /// We have it, until the file is closed.
    Ours,
    /// Another process has it.
    Taken,
    /// The system has no such locks.
    None,
}

#[cfg(unix)]
fn lock(file: &File) -> Lock {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Lock::Ours,
        Err(Errno::WOULDBLOCK) => Lock::Taken,
        Err(_) => Lock::None,
    }
}

#[cfg(not(unix))]
fn lock(_: &File) -> Lock {
    Lock::None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_over_is_removed_and_what_is_written_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let written = create_in(folder.path()).expect("a file");
        let left = folder.path().join(format!("{PREFIX}left"));
        fs::write(&left, "half").expect("written");
        let table = folder.path().join("0M1K-0M1K.wdl");
        fs::write(&table, "whole").expect("written");
        let mut both = [written.path().to_owned(), left.clone()];
        both.sort();
        assert_eq!(unfinished_in(folder.path()), both);
        remove_leftovers(folder.path());
        assert_eq!(unfinished_in(folder.path()), [written.path()]);
        assert!(table.exists());
        written.persist(&left).expect("renamed");
        remove_leftovers(folder.path());
        assert!(unfinished_in(folder.path()).is_empty(), "nobody writes it any more");
    }
}
