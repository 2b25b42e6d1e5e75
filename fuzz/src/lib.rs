//! What the fuzz targets share: random conversations, and a count of the lines that were tried.

#[path = "../../tests/chatter/mod.rs"]
pub mod chatter;
mod relay;

pub use relay::Conversations;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// Counts lines, and tells of each million, or whatever the step is.
pub struct Progress {
    lines: AtomicU64,
    step: u64,
    began: OnceLock<Instant>,
}

impl Progress {
    /// Tells of every `step` lines.
    pub const fn every(step: u64) -> Self {
        Self { lines: AtomicU64::new(0), step, began: OnceLock::new() }
    }

    /// Adds lines.
    pub fn add(&self, lines: u64) {
        let began = self.began.get_or_init(Instant::now);
        let before = self.lines.fetch_add(lines, Relaxed);
        let now = before + lines;
        if before / self.step != now / self.step {
            let seconds = began.elapsed().as_secs();
            eprintln!("lines {now} seconds {seconds} resident-kib {}", resident_kib().unwrap_or_default());
        }
    }
}

/// How much memory this process has in use, as far as the system tells.
fn resident_kib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
