//! Engine input: a thread writes it, so that an engine that stops reading keeps that thread waiting, and nobody else.

use std::io::{self, Write};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

/// Lines on their way to an engine. Whoever sends them never waits; whether they arrive, the answers tell.
pub(super) struct EngineInput {
    /// None once the input is closed.
    lines: Option<Sender<Vec<u8>>>,
    failure: Receiver<io::Error>,
}

impl EngineInput {
    /// Writes to `input` from now on, which is closed after the last line.
    ///
    /// # Errors
    ///
    /// If there can be no thread.
    pub(super) fn new(mut input: impl Write + Send + 'static) -> io::Result<Self> {
        let (lines, waiting) = unbounded::<Vec<u8>>();
        let (failed, failure) = bounded(1);
        let write = move || {
            let mut lines = waiting.iter();
            let written = lines.try_for_each(|line| input.write_all(&line).and_then(|()| input.flush()));
            // Nobody may want to know any more.
            written.or_else(|error| failed.send(error)).unwrap_or_default();
        };
        thread::Builder::new().name("engine-input".to_owned()).spawn(write)?;
        Ok(Self { lines: Some(lines), failure })
    }

    /// Sends a line, or several that are parted by line feeds: in one piece, for each write would wake the engine once more.
    pub(super) fn send(&self, line: &str) {
        if let Some(lines) = &self.lines {
            // A thread that has ended has told why.
            let _ = lines.send([line.as_bytes(), b"\n"].concat());
        }
    }

    /// Ends the input after what was sent.
    pub(super) fn close(&mut self) {
        self.lines = None;
    }

    /// Why the engine cannot be written to any more, if that is so; told once.
    pub(super) fn failure(&self) -> Option<io::Error> {
        self.failure.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn whoever_sends_does_not_wait_for_whoever_reads() {
        let (mut reader, writer) = io::pipe().expect("a pipe");
        let mut input = EngineInput::new(writer).expect("a thread");
        // More than any pipe holds.
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
    fn an_input_that_is_closed_is_told() {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let input = EngineInput::new(writer).expect("a thread");
        input.send("hub");
        let failure = input.failure.recv_timeout(Duration::from_secs(20)).expect("an error");
        assert_eq!(failure.kind(), io::ErrorKind::BrokenPipe);
        input.send("nobody minds");
    }
}
