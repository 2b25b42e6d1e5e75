//! Shared code of the fuzz targets: random conversations, and a progress count.

#[path = "../../tests/chatter/mod.rs"]
pub mod chatter;
mod relay;

pub use relay::Conversations;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// A count of lines that is printed every `step` lines.
pub struct Progress {
    lines: AtomicU64,
    step: u64,
    start: OnceLock<Instant>,
}

impl Progress {
    /// A count that is printed every `step` lines.
    pub const fn every(step: u64) -> Self {
        Self { lines: AtomicU64::new(0), step, start: OnceLock::new() }
    }

    /// Adds lines.
    pub fn add(&self, lines: u64) {
        let start = self.start.get_or_init(Instant::now);
        let before = self.lines.fetch_add(lines, Relaxed);
        let now = before + lines;
        if before / self.step != now / self.step {
            let seconds = start.elapsed().as_secs();
            eprintln!("lines {now} seconds {seconds} resident-kib {}", resident_kib().unwrap_or_default());
        }
    }
}

/// The resident memory of this process, if the system reports it.
fn resident_kib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
