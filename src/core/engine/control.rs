//! Control of a search: the state that the engine and its threads share, and how the threads share processors.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use once_cell::sync::Lazy;
use parking_lot::{Condvar, Mutex};

use super::limits::Budget;
use crate::search::Line;

/// The number of nodes after which a thread yields: about half a millisecond.
const YIELD_NODES: u64 = 2048;
/// After yielding, a thread searches at least this many times as long as the yield took. A busy program keeps the
/// processor for a whole time slice: a thread that always yielded would hardly run.
///
/// Example: a yield of 4 ms is followed by at least 36 ms of search.
const SEARCH_PER_YIELD: u32 = 9;
/// The polling interval of a waiting thread.
const CHECK_INTERVAL: Duration = Duration::from_millis(1);

/// The state of one search, shared by all its threads.
pub(super) struct Control {
    /// When `go` was executed.
    pub(super) started: Instant,
    stop: AtomicBool,
    ended: AtomicBool,
    /// Read a few thousand times a second, not at every node.
    phase: Mutex<Phase>,
    changed: Condvar,
    /// The counts reported by each thread.
    counts: Vec<Counts>,
    /// The best line of each thread. Written about ten times a second, not at every node.
    best_lines: Mutex<Vec<Option<Line>>>,
    /// Whether the search threads occupy all processors.
    is_crowded: bool,
}

/// The counts of a thread, on a separate cache line so that threads do not slow each other down.
#[derive(Default)]
#[repr(align(128))]
struct Counts {
    nodes: AtomicU64,
    table_hits: AtomicU64,
    /// The earliest time of the next yield, in microseconds since the search started.
    next_yield: AtomicU64,
}

/// Whether our clock is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// On the opponent's time or without a limit: the search runs until a command ends it.
    Waiting,
    /// On our time, from this moment on.
    Thinking(Instant),
}

impl Control {
    /// A search on `threads` threads; `waiting` if it must not stop by itself.
    pub(super) fn new(threads: usize, waiting: bool) -> Self {
        let started = Instant::now();
        let mut counts = Vec::new();
        counts.resize_with(threads, Counts::default);
        Self {
            started,
            stop: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            phase: Mutex::new(if waiting { Phase::Waiting } else { Phase::Thinking(started) }),
            changed: Condvar::new(),
            counts,
            best_lines: Mutex::new(vec![None; threads]),
            is_crowded: threads >= processors(),
        }
    }

    /// Ends the search.
    pub(super) fn stop(&self) {
        // Locked, so that a thread about to wait does not miss the notification.
        let _phase = self.phase.lock();
        self.stop.store(true, Relaxed);
        self.changed.notify_all();
    }

    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Marks the work as done, apart from sending its last event.
    pub(super) fn end(&self) {
        self.ended.store(true, Relaxed);
    }

    /// Whether the work is done.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Relaxed)
    }

    /// The stop flag, for code that does not take a `Control`.
    pub(super) fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Starts our clock: the opponent has made the expected move.
    pub(super) fn ponder_hit(&self) {
        let mut phase = self.phase.lock();
        if *phase == Phase::Waiting {
            *phase = Phase::Thinking(Instant::now());
            self.changed.notify_all();
        }
    }

    /// Whether the deadline that `deadline` picks from `budget` has passed. No deadline passes in [`Phase::Waiting`].
    pub(super) fn is_past(&self, budget: Option<Budget>, deadline: impl Fn(Budget) -> Duration) -> bool {
        let Some(budget) = budget else { return false };
        match *self.phase.lock() {
            Phase::Waiting => false,
            Phase::Thinking(_) if budget.counts_pondering => self.started.elapsed() >= deadline(budget),
            Phase::Thinking(since) => since.elapsed() >= deadline(budget),
        }
    }

    /// Waits until `is_ready` holds or the search is stopped.
    pub(super) fn wait_for(&self, is_ready: impl Fn() -> bool) {
        let mut phase = self.phase.lock();
        while !is_ready() && !self.is_stopped() {
            self.changed.wait_for(&mut phase, CHECK_INTERVAL);
        }
    }

    /// Waits until the search may answer: until it has been stopped, or is on our time.
    pub(super) fn wait_until_may_answer(&self) {
        let mut phase = self.phase.lock();
        while *phase == Phase::Waiting && !self.is_stopped() {
            self.changed.wait(&mut phase);
        }
    }

    /// Whether the search may answer now.
    pub(super) fn may_answer(&self) -> bool {
        *self.phase.lock() != Phase::Waiting || self.is_stopped()
    }

    /// Records the node count of a thread.
    ///
    /// If threads are searching on all processors, the I/O threads have to wait for a time slice to end, and `stop` or
    /// `ping` sometimes takes ten milliseconds. So search threads yield now and then.
    #[inline]
    pub(super) fn report_nodes(&self, thread: usize, nodes: u64) {
        let Some(counts) = self.counts.get(thread) else { return };
        let before = counts.nodes.load(Relaxed);
        counts.nodes.store(nodes, Relaxed);
        if self.is_crowded && before / YIELD_NODES != nodes / YIELD_NODES {
            self.yield_processor(counts);
        }
    }

    fn yield_processor(&self, counts: &Counts) {
        let yielded = self.started.elapsed();
        if (yielded.as_micros() as u64) < counts.next_yield.load(Relaxed) {
            return;
        }
        thread::yield_now();
        let resumed = self.started.elapsed();
        let next = resumed + (resumed - yielded) * SEARCH_PER_YIELD;
        counts.next_yield.store(next.as_micros() as u64, Relaxed);
    }

    /// Records the endgame table hits of a thread.
    pub(super) fn report_table_hits(&self, thread: usize, hits: u64) {
        if let Some(counts) = self.counts.get(thread) {
            counts.table_hits.store(hits, Relaxed);
        }
    }

    /// Records the best line of a thread.
    pub(super) fn report_best(&self, thread: usize, line: &Line) {
        if let Some(best) = self.best_lines.lock().get_mut(thread) {
            *best = Some(line.clone());
        }
    }

    /// The deepest line of all threads; among equally deep ones, the best.
    pub(super) fn deepest_line(&self) -> Option<Line> {
        let lines = self.best_lines.lock();
        lines.iter().flatten().max_by_key(|line| (line.depth, line.score)).cloned()
    }

    /// The nodes searched by all other threads.
    pub(super) fn nodes_of_others(&self, thread: usize) -> u64 {
        self.of_others(thread, |counts| &counts.nodes)
    }

    /// The endgame table hits reported by all other threads.
    pub(super) fn table_hits_of_others(&self, thread: usize) -> u64 {
        self.of_others(thread, |counts| &counts.table_hits)
    }

    fn of_others(&self, thread: usize, count: impl Fn(&Counts) -> &AtomicU64) -> u64 {
        let others = self.counts.iter().enumerate().filter(|(index, _)| *index != thread);
        others.map(|(_, counts)| count(counts).load(Relaxed)).sum()
    }
}

/// The number of threads that can run at the same time.
pub(super) fn processors() -> usize {
    static PROCESSORS: Lazy<usize> = Lazy::new(|| thread::available_parallelism().map_or(1, usize::from));
    *PROCESSORS
}

/// Gives the calling thread the lowest priority.
///
/// Used for threads in excess of the processors. If all threads had the same priority, a `ping` would have to wait for
/// all of them: four seconds, measured with 256 threads on one processor.
#[cfg(target_os = "linux")]
pub(super) fn lower_priority() {
    /// The lowest priority.
    const LOWEST: i32 = 19;
    // On Linux this affects the calling thread alone. A failure is harmless: answers just arrive later.
    let _ = rustix::process::setpriority_process(None, LOWEST);
}

/// Does nothing: on other systems the priority belongs to the whole process.
#[cfg(not(target_os = "linux"))]
pub(super) fn lower_priority() {}
