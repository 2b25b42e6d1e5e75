//! Log of a conversation for bug reports: every line of both sides with its time.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use parking_lot::{Condvar, Mutex};

use super::{PROGRAM, VERSION};

/// A log file, to which lines are appended. The default log has no file and ignores them.
///
/// A separate thread writes them, so that a slow file cannot delay the conversation. Lines that arrive faster than they
/// can be written are lost; the log says how many.
///
/// ```
/// use coupturc_core::protocol::{Log, Parameters, serve};
///
/// let file = std::env::temp_dir().join(format!("coupturc-doc-{}.log", std::process::id()));
/// serve(Parameters::default(), &b"ping\n"[..], &mut Vec::new(), Log::append_to(&file)?)?;
/// let text = std::fs::read_to_string(&file)?;
/// assert!(text.contains("Z > ping\n") && text.contains("Z < pong\n"));
/// # std::fs::remove_file(file)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Log {
    queue: Option<Arc<Source>>,
}

/// The part that all copies of a log share. When the last one is dropped, the waiting lines are written and the file is
/// closed.
#[derive(Debug)]
struct Source(Arc<Queue>);

impl Drop for Source {
    fn drop(&mut self) {
        self.0.lines.lock().has_ended = true;
        self.0.changed.notify_all();
    }
}

impl Deref for Source {
    type Target = Queue;

    fn deref(&self) -> &Queue {
        &self.0
    }
}

/// The sender of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Client,
    Engine,
}

/// The lines that wait to be written.
#[derive(Debug, Default)]
struct Queue {
    lines: Mutex<Lines>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Lines {
    text: Vec<u8>,
    /// The number of lines that the thread has taken and is writing.
    being_written: usize,
    /// The number of lines lost since the log last noted it.
    lost: usize,
    /// Whether no more lines will come.
    has_ended: bool,
}

/// The maximum number of waiting bytes; up to the same number again may be in the process of being written.
const MAX_WAITING: usize = 4 << 20;
/// How long the end of a conversation waits for the log.
const PATIENCE: Duration = Duration::from_millis(500);

impl Log {
    /// A log that appends to the file at `path`, which is created if it does not exist.
    ///
    /// The first line has the version and the process number, so that several engines and conversations can share a
    /// file.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or written, or is a pipe without a reader, or no thread can be started.
    pub fn append_to(path: &Path) -> io::Result<Self> {
        let mut file = open(path)?;
        let process = std::process::id();
        file.write_all(format!("{} = {PROGRAM} {VERSION}, process {process}\n", now()).as_bytes())?;
        may_block(&file)?;
        let queue = Arc::new(Queue::default());
        let source = Source(Arc::clone(&queue));
        thread::Builder::new().name("log".to_owned()).spawn(move || queue.write_all_to(file))?;
        Ok(Self { queue: Some(Arc::new(source)) })
    }

    /// Logs a line with the current time.
    ///
    /// A line that cannot be written is lost: a full disk must not cost a game.
    pub(super) fn note(&self, side: Side, line: &[u8]) {
        let Some(queue) = &self.queue else { return };
        let arrow = match side {
            Side::Client => '>',
            Side::Engine => '<',
        };
        let line = String::from_utf8_lossy(line);
        let mut lines = queue.lines.lock();
        let entry = format!("{} {arrow} {}\n", now(), line.trim_end_matches(['\n', '\r']));
        lines.add(&entry);
        drop(lines);
        queue.changed.notify_all();
    }

    /// Waits until everything is written, for half a second at most.
    pub(super) fn flush(&self) {
        let Some(queue) = &self.queue else { return };
        let deadline = Instant::now() + PATIENCE;
        let mut lines = queue.lines.lock();
        while lines.being_written > 0 || !lines.text.is_empty() {
            if queue.changed.wait_until(&mut lines, deadline).timed_out() {
                return;
            }
        }
    }

    /// The number of lines that are missing from the log and not noted in it: lost lines, and lines still waiting.
    #[must_use]
    pub fn missing_lines(&self) -> usize {
        let Some(queue) = &self.queue else { return 0 };
        let lines = queue.lines.lock();
        lines.lost + lines.being_written + count_lines(&lines.text)
    }
}

impl Lines {
    /// Adds an entry if there is room for it.
    fn add(&mut self, entry: &str) {
        if self.text.len() + entry.len() > MAX_WAITING {
            self.lost += 1;
            return;
        }
        self.write_loss();
        self.text.extend(entry.as_bytes());
    }

    fn write_loss(&mut self) {
        if self.lost > 0 {
            self.text.extend(format!("{} = {} lines are lost here\n", now(), self.lost).as_bytes());
            self.lost = 0;
        }
    }
}

impl Queue {
    /// Writes lines until no more will come.
    fn write_all_to(&self, mut file: File) {
        while let Some(text) = self.next_text() {
            // In one piece, so that the lines of two processes do not mix.
            let result = file.write_all(&text);
            let mut lines = self.lines.lock();
            let written = std::mem::take(&mut lines.being_written);
            if result.is_err() {
                lines.lost += written;
            }
            drop(lines);
            self.changed.notify_all();
        }
    }

    fn next_text(&self) -> Option<Vec<u8>> {
        let mut lines = self.lines.lock();
        while lines.text.is_empty() {
            if lines.has_ended {
                return None;
            }
            self.changed.wait(&mut lines);
        }
        lines.being_written = count_lines(&lines.text);
        Some(std::mem::take(&mut lines.text))
    }
}

fn count_lines(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}

fn now() -> humantime::Rfc3339Timestamp {
    humantime::format_rfc3339_micros(SystemTime::now())
}

/// Opens the file, without waiting for a reader if it is a pipe.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let no_wait = OFlags::NONBLOCK.bits().cast_signed();
    let file = File::options().append(true).create(true).custom_flags(no_wait).open(path);
    file.map_err(|error| match error.raw_os_error() {
        Some(code) if code == rustix::io::Errno::NXIO.raw_os_error() => {
            io::Error::other("no process reads this pipe, expected a reader before the engine starts")
        }
        _ => error,
    })
}

/// Makes later writes block.
#[cfg(unix)]
fn may_block(file: &File) -> io::Result<()> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    let flags = fcntl_getfl(file)?;
    Ok(fcntl_setfl(file, flags - OFlags::NONBLOCK)?)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    File::options().append(true).create(true).open(path)
}

#[cfg(not(unix))]
fn may_block(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thread_ends_with_the_last_copy_of_the_log() {
        let folder = tempfile::tempdir().unwrap_or_else(|error| unreachable!("{error}"));
        let path = folder.path().join("log");
        let log = Log::append_to(&path).unwrap_or_else(|error| unreachable!("{error}"));
        let queue = log.queue.as_ref().map(|source| Arc::downgrade(&source.0)).unwrap_or_default();
        let copy = log.clone();
        drop(log);
        copy.note(Side::Client, b"ping");
        copy.flush();
        assert!(queue.upgrade().is_some(), "the copy still writes");
        drop(copy);
        let deadline = Instant::now() + Duration::from_secs(10);
        while queue.upgrade().is_some() {
            assert!(Instant::now() < deadline, "the thread lives on");
            thread::yield_now();
        }
        assert!(std::fs::read_to_string(&path).is_ok_and(|text| text.ends_with(" > ping\n")));
    }
}
