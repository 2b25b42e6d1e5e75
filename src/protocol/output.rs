//! Writing lines, and noticing that nobody reads them any more.

use std::io::Write;

use crossbeam_channel::{Receiver, never};

/// The client is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed;

/// Where answers go, a line at a time.
pub(super) struct Output<W: Write> {
    writer: W,
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Self {
        Self { writer }
    }

    /// Writes a line and sends it on its way.
    pub(super) fn line(&mut self, line: &str) -> Result<(), Closed> {
        let bytes = [line.as_bytes(), b"\n"].concat();
        self.writer.write_all(&bytes).and_then(|()| self.writer.flush()).map_err(|_| Closed)
    }
}

/// Tells when the reader of the standard output goes away, even while nothing is written: the
/// channel then ends.
#[cfg(unix)]
pub(super) fn closing_of_stdout() -> Receiver<()> {
    let (sender, receiver) = crossbeam_channel::bounded(0);
    let watch = move || {
        wait_for_closing();
        drop(sender);
    };
    let thread = std::thread::Builder::new().name("output".to_owned()).spawn(watch);
    if thread.is_ok() { receiver } else { never() }
}

/// A pipe or socket without a reader is in an error state, which is all that is waited for here.
#[cfg(unix)]
fn wait_for_closing() {
    use rustix::event::{PollFd, PollFlags, poll};
    loop {
        let stdout = rustix::stdio::stdout();
        let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
        match poll(&mut watched, None) {
            Ok(_) if watched.iter().any(|fd| !fd.revents().is_empty()) => return,
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            // Without watching, a closed pipe is noticed when something is written.
            Err(_) => loop {
                std::thread::park();
            },
        }
    }
}

/// Elsewhere a closed pipe is noticed when something is written.
#[cfg(not(unix))]
pub(super) fn closing_of_stdout() -> Receiver<()> {
    never()
}
