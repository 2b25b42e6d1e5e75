//! Worker threads that share the work on one class.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// The number of positions that a thread takes at a time.
const PART: usize = 1 << 13;

/// The threads that work on a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workers<'a> {
    pub(super) threads: usize,
    /// Setting this stops the work.
    pub(super) stop: &'a AtomicBool,
}

/// The work was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Runs `work` on this number of threads, including the caller's. If the system refuses threads, fewer do all the work.
pub(super) fn run_on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        let start = |_: usize| thread::Builder::new().spawn_scoped(scope, work).is_ok();
        (1..threads).all(start);
        work();
    });
}

impl Workers<'_> {
    /// Runs `work` on the positions `0..len`, in ranges, and waits for all of them.
    pub(super) fn share(&self, len: usize, work: &(dyn Fn(Range<usize>) + Sync)) -> Result<(), Stopped> {
        self.share_in_parts(len, PART, work)
    }

    /// Runs `work` on the numbers `0..len`, in ranges of `size`, and waits for all of them.
    pub(super) fn share_in_parts(
        &self,
        len: usize,
        size: usize,
        work: &(dyn Fn(Range<usize>) + Sync),
    ) -> Result<(), Stopped> {
        let next = AtomicUsize::new(0);
        let take_parts = || {
            while !self.stop.load(Ordering::Relaxed) {
                let start = next.fetch_add(size, Ordering::Relaxed);
                if start >= len {
                    break;
                }
                work(start..len.min(start + size));
            }
        };
        // No more threads than ranges.
        run_on_threads(self.threads.min(len.div_ceil(size)), &take_parts);
        if self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}
