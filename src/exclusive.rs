//! Files that one process at a time may write to.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file as `options` say, unless another process has opened it this way. Everybody may read it meanwhile. The system
/// takes the lock back when the process ends, however that happens.
///
/// # Errors
///
/// As [`OpenOptions::open`]; of the kind [`io::ErrorKind::WouldBlock`] if another process has the file.
#[cfg(unix)]
pub fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<File> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    let file = options.open(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Err(taken()),
        // A file system without locks is no reason not to work.
        Ok(()) | Err(_) => Ok(file),
    }
}

/// Opens a file as `options` say, unless another process has opened it this way. Everybody may read it meanwhile.
///
/// # Errors
///
/// As [`OpenOptions::open`]; of the kind [`io::ErrorKind::WouldBlock`] if another process has the file.
#[cfg(windows)]
pub fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;

    const FILE_SHARE_READ: u32 = 1;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    options.clone().share_mode(FILE_SHARE_READ).open(path).map_err(|error| match error.raw_os_error() {
        Some(ERROR_SHARING_VIOLATION) => taken(),
        _ => error,
    })
}

/// Opens a file as `options` say.
///
/// # Errors
///
/// As [`OpenOptions::open`].
#[cfg(not(any(unix, windows)))]
pub fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<File> {
    options.open(path)
}

#[cfg(any(unix, windows))]
fn taken() -> io::Error {
    io::Error::new(io::ErrorKind::WouldBlock, "another process writes to it; wait until it ends, or end it")
}
