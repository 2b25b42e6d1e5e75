//! Unfinished files: temporary files that are renamed when complete, and leftovers of killed programs.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// The prefix of file names during writing.
const PREFIX: &str = ".unfinished-";

pub(super) fn is_unfinished(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(PREFIX.as_bytes())
}

/// Creates a file in a folder, locked until it is closed.
pub(crate) fn create_in(folder: &Path) -> io::Result<NamedTempFile> {
    loop {
        let file = builder().tempfile_in(folder)?;
        // Another process may have removed the file as a leftover before it was locked.
        if lock(file.as_file()) != Lock::Taken && file.path().exists() {
            return Ok(file);
        }
    }
}

/// A builder of files that other users may read, subject to the umask.
fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// Removes the files that killed programs have left in a folder, but not files that another program is still writing.
pub(super) fn remove_leftovers(folder: &Path) {
    for path in unfinished_in(folder) {
        // Without locks the file stays, because it may still be in use.
        if File::open(&path).is_ok_and(|file| lock(&file) == Lock::Ours) {
            let _ = fs::remove_file(path);
        }
    }
}

/// The unfinished files in a folder, sorted by name.
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
    /// Acquired, until the file is closed.
    Ours,
    /// Held by another process.
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
    fn leftovers_are_removed_and_locked_files_stay() {
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
        assert!(unfinished_in(folder.path()).is_empty(), "the lock is released");
    }
}
