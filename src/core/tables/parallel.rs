//! Worker threads that share the work on one class.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// So many positions are taken at a time.
const PART: usize = 1 << 13;

/// The threads that work on a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workers<'a> {
    pub(super) threads: usize,
    /// Set to give the work up.
    pub(super) stop: &'a AtomicBool,
}

/// The work was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Does the same on so many threads, this one among them. Where the system does not give so many, fewer do it all.
pub(super) fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        let start = |_: usize| thread::Builder::new().spawn_scoped(scope, work).is_ok();
        (1..threads).all(start);
        work();
    });
}

impl Workers<'_> {
    /// Does `work` on all positions up to `len`, part by part, and returns when all is done.
    pub(super) fn share(&self, len: usize, work: &(dyn Fn(Range<usize>) + Sync)) -> Result<(), Stopped> {
        self.share_in_parts(len, PART, work)
    }

    /// Does `work` on all numbers up to `len`, `size` at a time, and returns when all is done.
    pub(super) fn share_in_parts(
        &self,
        len: usize,
        size: usize,
        work: &(dyn Fn(Range<usize>) + Sync),
    ) -> Result<(), Stopped> {
        let begun = AtomicUsize::new(0);
        let take_parts = || {
            while !self.stop.load(Ordering::Relaxed) {
                let start = begun.fetch_add(size, Ordering::Relaxed);
                if start >= len {
                    break;
                }
                work(start..len.min(start + size));
            }
        };
        // No thread without a part of its own.
        on_threads(self.threads.min(len.div_ceil(size)), &take_parts);
        if self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}
