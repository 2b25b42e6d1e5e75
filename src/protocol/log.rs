//! A record of a conversation, for reports of bugs: every line of both sides with its time.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use parking_lot::Mutex;

/// A file to which lines are added, or nothing, which takes no notice of them.
///
/// ```
/// use coupturc::protocol::{Log, Parameters, serve};
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
    file: Option<Arc<Mutex<File>>>,
}

/// Who says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    Client,
    Engine,
}

impl Log {
    /// A log at the end of the file at `path`, which is made if it is not there.
    ///
    /// It begins with a line that tells the version and the number of the process, so that several engines and
    /// several conversations can share a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened or written.
    pub fn append_to(path: &Path) -> io::Result<Self> {
        let mut file = File::options().append(true).create(true).open(path)?;
        let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        let process = std::process::id();
        file.write_all(format!("{} = {name} {version}, process {process}\n", now()).as_bytes())?;
        Ok(Self { file: Some(Arc::new(Mutex::new(file))) })
    }

    /// Notes a line, with the time at which this is called.
    ///
    /// A line that cannot be written is lost: a full disk is no reason to lose a game.
    pub(super) fn note(&self, speaker: Speaker, line: &[u8]) {
        let Some(file) = &self.file else { return };
        let arrow = match speaker {
            Speaker::Client => '>',
            Speaker::Engine => '<',
        };
        let line = String::from_utf8_lossy(line);
        let entry = format!("{} {arrow} {}\n", now(), line.trim_end_matches(['\n', '\r']));
        // In one piece, so that the lines of two processes do not mix.
        let _ = file.lock().write_all(entry.as_bytes());
    }
}

fn now() -> humantime::Rfc3339Timestamp {
    humantime::format_rfc3339_micros(SystemTime::now())
}
