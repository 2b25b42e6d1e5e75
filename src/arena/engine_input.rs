//! Engine input, written by a thread of its own: an engine that stops reading blocks only that thread.

use std::io::{self, Write};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

/// A queue of lines to an engine. Sending never blocks; only the engine's answers show that lines have arrived.
pub(super) struct EngineInput {
    /// `None` once the input is closed.
    lines: Option<Sender<Vec<u8>>>,
    failure: Receiver<io::Error>,
}

impl EngineInput {
    /// Starts a thread that writes to `input`, and closes it after the last line.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started.
    pub(super) fn new(mut input: impl Write + Send + 'static) -> io::Result<Self> {
        let (lines, waiting) = unbounded::<Vec<u8>>();
        let (failed, failure) = bounded(1);
        let write = move || {
            let mut lines = waiting.iter();
            let written = lines.try_for_each(|line| input.write_all(&line).and_then(|()| input.flush()));
            // The receiver may be gone.
            written.or_else(|error| failed.send(error)).unwrap_or_default();
        };
        thread::Builder::new().name("engine-input".to_owned()).spawn(write)?;
        Ok(Self { lines: Some(lines), failure })
    }

    /// Sends a line, or several separated by line feeds, in one write: each write would wake the engine.
    pub(super) fn send(&self, line: &str) {
        if let Some(lines) = &self.lines {
            // If the thread has ended, `failure` has its error.
            let _ = lines.send([line.as_bytes(), b"\n"].concat());
        }
    }

    /// Closes the input after the lines that were sent.
    pub(super) fn close(&mut self) {
        self.lines = None;
    }

    /// The error that ended the writing, if any; returned only once.
    pub(super) fn failure(&self) -> Option<io::Error> {
        self.failure.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn sending_does_not_wait_for_the_reader() {
        let (mut reader, writer) = io::pipe().expect("a pipe");
        let mut input = EngineInput::new(writer).expect("a thread");
        // Larger than the buffer of any pipe.
        let line = "x".repeat(4 << 20);
        input.send(&line);
        input.send("quit");
        input.close();
        let mut read = String::new();
        io::Read::read_to_string(&mut reader, &mut read).expect("text");
        assert_eq!(read, format!("{line}\nquit\n"), "all of it, and the end");
        assert!(input.failure().is_none());
    }

    #[test]
    fn a_closed_input_is_reported() {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let input = EngineInput::new(writer).expect("a thread");
        input.send("hub");
        let failure = input.failure.recv_timeout(Duration::from_secs(20)).expect("an error");
        assert_eq!(failure.kind(), io::ErrorKind::BrokenPipe);
        input.send("ignored");
    }
}
