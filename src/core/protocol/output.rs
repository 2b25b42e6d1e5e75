//! Hub output: writes lines, and notices when the client stops reading.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Write};

use crossbeam_channel::Sender;
use parking_lot::{Condvar, Mutex};

use super::log::{Log, Side};

/// The client is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed;

/// The answers on their way to the client, a line at a time.
///
/// Answers wait in memory until a separate thread has written them. So commands run even while the client is not
/// reading, for instance because it sends many commands before it reads an answer.
pub(super) struct Output {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    log: Log,
}

#[derive(Default)]
struct Waiting {
    bytes: VecDeque<u8>,
    /// No more lines will be added.
    ended: bool,
    /// No more lines can be written.
    closed: bool,
}

/// The number of waiting bytes at which the engine waits for the client to read. A million short answers fit in.
const MAX_WAITING: usize = 64 << 20;
/// The number of waiting bytes at which the engine no longer sends the progress of a search.
const MANY_WAITING: usize = 1 << 20;
/// The maximum number of bytes in one write.
const BATCH: usize = 64 << 10;

impl Output {
    pub(super) fn new(log: Log) -> Self {
        Self { waiting: Mutex::default(), changed: Condvar::new(), log }
    }

    /// Queues a line.
    ///
    /// # Errors
    ///
    /// If the client no longer reads.
    pub(super) fn line(&self, line: &str) -> Result<(), Closed> {
        self.log.note(Side::Engine, line.as_bytes());
        let mut waiting = self.waiting.lock();
        while waiting.bytes.len() >= MAX_WAITING && !waiting.closed {
            self.changed.wait(&mut waiting);
        }
        if waiting.closed {
            return Err(Closed);
        }
        waiting.bytes.extend(line.as_bytes());
        waiting.bytes.push_back(b'\n');
        self.changed.notify_all();
        Ok(())
    }

    /// Queues lines that the client can do without, unless it has fallen far behind in reading.
    pub(super) fn dispensable_lines(&self, lines: &[String]) -> Result<(), Closed> {
        if self.waiting.lock().bytes.len() >= MANY_WAITING {
            return Ok(());
        }
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// Hands over the waiting lines if no thread writes them.
    pub(super) fn take_lines(&self, take: &mut dyn FnMut(&str)) {
        let bytes = std::mem::take(&mut self.waiting.lock().bytes);
        String::from_utf8_lossy(&Vec::from(bytes)).lines().for_each(take);
    }

    /// Marks the end of the lines.
    pub(super) fn end(&self) {
        self.waiting.lock().ended = true;
        self.changed.notify_all();
    }

    /// Waits briefly for the log to be written.
    pub(super) fn flush_log(&self) {
        self.log.flush();
    }

    /// Writes the lines as they come, until the last one is written or the client stops reading.
    ///
    /// # Errors
    ///
    /// If they cannot be written for a reason other than a closed reader, such as a full disk.
    pub(super) fn write_all_to(&self, mut writer: impl Write) -> io::Result<()> {
        // Whatever happens to the writer, no thread may wait for it in vain.
        let _closing = Closing(self);
        while let Some(batch) = self.next_batch() {
            match writer.write_all(&batch).and_then(|()| writer.flush()) {
                Ok(()) => {}
                Err(error) if is_gone(error.kind()) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits for bytes to write; none come after the last line.
    fn next_batch(&self) -> Option<Vec<u8>> {
        let mut waiting = self.waiting.lock();
        while waiting.bytes.is_empty() {
            if waiting.ended {
                return None;
            }
            // Free the memory that a flood of lines has taken.
            waiting.bytes.shrink_to(MANY_WAITING);
            self.changed.wait(&mut waiting);
        }
        let size = waiting.bytes.len().min(BATCH);
        let batch = waiting.bytes.drain(..size).collect();
        self.changed.notify_all();
        Some(batch)
    }
}

/// Whether the other end of a stream is closed.
pub(super) fn is_gone(error: ErrorKind) -> bool {
    matches!(error, ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted)
}

/// Marks the output as closed when dropped.
struct Closing<'a>(&'a Output);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.waiting.lock().closed = true;
        self.0.changed.notify_all();
    }
}

/// Notices that the reader of the standard output is gone, even while nothing is written.
#[cfg(unix)]
pub(super) fn watch_stdout(closed: Sender<()>) {
    let watch = move || {
        wait_for_closing();
        let _ = closed.try_send(());
    };
    // Without the thread, a closed pipe is noticed at the next write.
    let _ = std::thread::Builder::new().name("closing".to_owned()).spawn(watch);
}

/// Waits until the reader is gone, which puts a pipe or socket into an error state; no other event is polled for.
#[cfg(unix)]
fn wait_for_closing() {
    use rustix::event::{PollFd, PollFlags, poll};
    loop {
        let stdout = rustix::stdio::stdout();
        let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
        match poll(&mut watched, None) {
            Ok(_) if watched.iter().any(|fd| !fd.revents().is_empty()) => return,
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            // Without watching, a closed pipe is noticed at the next write.
            Err(_) => loop {
                std::thread::park();
            },
        }
    }
}

/// Elsewhere a closed pipe is noticed at the next write.
#[cfg(not(unix))]
pub(super) fn watch_stdout(_: Sender<()>) {}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// A writer that writes nothing without permission.
    struct Reluctant {
        permission: mpsc::Receiver<()>,
        written: Vec<u8>,
    }

    impl Write for &mut Reluctant {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.permission.recv();
            self.written.extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_wait_for_a_slow_reader_up_to_a_limit() {
        let output = Output::new(Log::default());
        let (permit, permission) = mpsc::channel();
        let mut writer = Reluctant { permission, written: Vec::new() };
        let line = "x".repeat((1 << 20) - 1);
        let lines = (2 * MAX_WAITING) >> 20;
        thread::scope(|scope| {
            scope.spawn(|| output.write_all_to(&mut writer).is_ok());
            let filling = scope.spawn(|| (0..lines).try_for_each(|_| output.line(&line)));
            thread::sleep(Duration::from_millis(200));
            assert!(!filling.is_finished(), "the second half must wait");
            assert!(output.waiting.lock().bytes.len() <= MAX_WAITING + (1 << 20));
            assert_eq!(output.dispensable_lines(std::slice::from_ref(&line)), Ok(()), "it is not waited for");
            drop(permit);
            assert!(filling.join().is_ok_and(|filled| filled.is_ok()));
            output.end();
        });
        assert_eq!(writer.written.len(), 2 * MAX_WAITING, "all but the dispensable line");
    }

    #[test]
    fn a_closed_reader_ends_all_waiting() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let output = Output::new(Log::default());
        thread::scope(|scope| {
            let writing = scope.spawn(|| output.write_all_to(Gone));
            let line = "x".repeat(1 << 20);
            let refused = (0..1_000).find_map(|_| output.line(&line).err());
            assert_eq!(refused, Some(Closed));
            assert!(writing.join().is_ok_and(|result| result.is_ok()), "that is no failure");
        });
    }
}
