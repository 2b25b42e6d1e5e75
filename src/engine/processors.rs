//! How many processors there are, and what becomes of threads beyond them.

use std::thread;

use once_cell::sync::Lazy;

/// How many threads can run at once.
pub(super) fn processors() -> usize {
    static PROCESSORS: Lazy<usize> = Lazy::new(|| thread::available_parallelism().map_or(1, usize::from));
    *PROCESSORS
}

/// From now on this thread runs where no other wants to, or little.
///
/// Threads beyond the processors take turns with the others. Were all equal, a `ping` would wait for the turns of
/// hundreds: with 256 of them on one processor, it took four seconds.
#[cfg(target_os = "linux")]
pub(super) fn give_way() {
    /// The lowest priority that there is.
    const LOWEST: i32 = 19;
    // Here the priority is that of the calling thread alone. If it stays as it was, answers come later.
    let _ = rustix::process::setpriority_process(None, LOWEST);
}

/// Elsewhere a priority is that of the whole process.
#[cfg(not(target_os = "linux"))]
pub(super) fn give_way() {}
