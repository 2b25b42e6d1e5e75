//! Files that one process at a time may write to, and files that are written completely or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
#[cfg(unix)]
use std::{
    thread,
    time::{Duration, Instant},
};

/// How long a lock may outlive its holder: if a process is killed while it is starting a program, that program holds
/// the lock for a moment longer.
#[cfg(unix)]
const AFTERLIFE: Duration = Duration::from_millis(500);

/// Opens a file with `options`, unless another process has opened it this way. Other processes can still read it. The
/// system releases the lock when the process ends, however that happens.
///
/// # Errors
///
/// As for [`OpenOptions::open`]; the kind is [`io::ErrorKind::WouldBlock`] if another process holds the file.
#[cfg(unix)]
pub fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<File> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    let file = options.open(path)?;
    let began = Instant::now();
    loop {
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) if began.elapsed() < AFTERLIFE => thread::sleep(AFTERLIFE / 50),
            Err(Errno::WOULDBLOCK) => return Err(taken()),
            // A file system without locks is no reason to fail.
            Ok(()) | Err(_) => return Ok(file),
        }
    }
}

/// Opens a file with `options`, unless another process has opened it this way. Other processes can still read it.
///
/// # Errors
///
/// As for [`OpenOptions::open`]; the kind is [`io::ErrorKind::WouldBlock`] if another process holds the file.
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
/// As for [`OpenOptions::open`].
#[cfg(not(any(unix, windows)))]
pub fn open_alone(options: &OpenOptions, path: &Path) -> io::Result<File> {
    options.open(path)
}

/// The complete lines of an append-only file from the current position to the end, excluding a last line that was only
/// partly written.
///
/// # Errors
///
/// If it cannot be read.
pub fn whole_lines(mut file: impl Read) -> io::Result<Vec<u8>> {
    // The last line may end in the middle of a character.
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    bytes.truncate(whole);
    Ok(bytes)
}

/// The [`whole_lines`] of an append-only file whose first line is `first` if this program has written it.
///
/// # Errors
///
/// If it cannot be read, or begins otherwise without a complete line, so that it is another file, which must not be
/// written to.
pub fn whole_lines_after(first: &str, mut file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let lines = whole_lines(bytes.as_slice())?;
    if lines.is_empty() && !first.as_bytes().starts_with(&bytes) {
        let why = "not a file that was left unfinished; choose another file";
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    Ok(lines)
}

/// Writes a file completely or not at all. An existing file is replaced if `may_replace`.
///
/// # Errors
///
/// If the file cannot be written; the kind is [`io::ErrorKind::AlreadyExists`] if it exists and may not be replaced.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>, may_replace: bool) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Its name is unpredictable: under a predictable one, another user could plant a link, which would be followed.
    let mut builder = tempfile::Builder::new();
    builder.prefix(".unfinished-");
    // The same permissions as other files; by default, only the owner could read it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut unfinished = builder.tempfile_in(folder)?;
    unfinished.write_all(content.as_ref())?;
    let written = if may_replace { unfinished.persist(path) } else { unfinished.persist_noclobber(path) };
    Ok(written.map(drop)?)
}

#[cfg(any(unix, windows))]
fn taken() -> io::Error {
    io::Error::new(io::ErrorKind::WouldBlock, "another process writes to it; wait until it ends, or end it")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_the_beginning_of_the_own_first_line_is_a_torn_one() {
        let lines = |text: &str| whole_lines_after("made by us\n", text.as_bytes());
        for torn in ["", "made", "made by us"] {
            assert_eq!(lines(torn).expect("ours"), b"", "{torn}");
        }
        assert_eq!(lines("anything\nmore\nto").expect("complete lines"), b"anything\nmore\n");
        for other in ["made by others", "1. 32-28 19-23 *", "\0"] {
            assert_eq!(lines(other).expect_err("another file").kind(), io::ErrorKind::InvalidData, "{other}");
        }
    }

    #[test]
    fn a_lock_is_waited_for_a_moment_and_no_longer() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let open = || open_alone(OpenOptions::new().append(true).create(true), &path);
        let first = open().expect("the lock is free");
        assert_eq!(open().expect_err("it is taken").kind(), io::ErrorKind::WouldBlock);
        let holder = thread::spawn(move || {
            thread::sleep(AFTERLIFE / 5);
            drop(first);
        });
        assert!(open().is_ok());
        holder.join().expect("it ends");
    }
}
