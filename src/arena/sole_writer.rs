//! A file that one process at a time may write. The system takes the lock back when the process ends, however that happens.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file as `options` say, unless another process has opened it this way. Everybody may read it meanwhile.
#[cfg(unix)]
pub(super) fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<File> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    let file = options.open(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Err(taken()),
        // A file system without locks is no reason not to play.
        Ok(()) | Err(_) => Ok(file),
    }
}

/// Opens a file as `options` say, unless another process has opened it this way. Everybody may read it meanwhile.
#[cfg(windows)]
pub(super) fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;

    const FILE_SHARE_READ: u32 = 1;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    options.clone().share_mode(FILE_SHARE_READ).open(path).map_err(|error| match error.raw_os_error() {
        Some(ERROR_SHARING_VIOLATION) => taken(),
        _ => error,
    })
}

#[cfg(not(any(unix, windows)))]
pub(super) fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<File> {
    options.open(path)
}

#[cfg(any(unix, windows))]
fn taken() -> io::Error {
    let why = "another process plays this match; wait until it ends, or end it";
    io::Error::new(io::ErrorKind::WouldBlock, why)
}
