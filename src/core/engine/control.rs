//! Control of a search: what the engine and its threads share while it runs, and how they share processors.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use once_cell::sync::Lazy;
use parking_lot::{Condvar, Mutex};

use super::limits::Budget;
use crate::search::Line;

/// The moves a thread makes before it yields: about half a millisecond's worth.
const YIELD_NODES: u64 = 2048;
/// After yielding, a thread searches at least this many times as long as the yield took. Other programs that want the
/// processor keep it for a whole time slice, and would leave next to nothing to a thread that always yields.
const STAY: u32 = 9;
/// The time between two checks of a waiting thread.
const GLANCE: Duration = Duration::from_millis(1);

/// The state of one search, shared by all its threads.
pub(super) struct Control {
    /// When `go` was executed.
    pub(super) started: Instant,
    stop: AtomicBool,
    ended: AtomicBool,
    /// The part that changes while the search runs. Read a few thousand times a second, not at every node.
    phase: Mutex<Phase>,
    changed: Condvar,
    /// The counts that each thread has reported.
    counts: Vec<Counts>,
    /// The best line of each thread. Written some ten times a second, not at every node.
    best_lines: Mutex<Vec<Option<Line>>>,
    /// Whether threads search on all processors.
    is_crowded: bool,
}

/// Counts of a thread on a cache line of their own, so that threads do not slow each other down.
#[derive(Default)]
#[repr(align(128))]
struct Counts {
    nodes: AtomicU64,
    table_hits: AtomicU64,
    /// Until when the thread does not yield, in microseconds of the search.
    stays_until: AtomicU64,
}

/// Whether the clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// On the opponent's time, or without a limit: until a command ends it.
    Waiting,
    /// On our own time, since this moment.
    Thinking(Instant),
}

impl Control {
    /// A search on `threads` threads; `waiting` if it must not end by itself.
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
        // Under the lock, so that a thread about to wait does not miss it.
        let _phase = self.phase.lock();
        self.stop.store(true, Relaxed);
        self.changed.notify_all();
    }

    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Notes that the work is done and only its last event is to be sent.
    pub(super) fn end(&self) {
        self.ended.store(true, Relaxed);
    }

    /// Whether the work is done.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Relaxed)
    }

    /// The flag itself, for work that does not take a control.
    pub(super) fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// The opponent has made the expected move: from now on it is our time.
    pub(super) fn ponder_hit(&self) {
        let mut phase = self.phase.lock();
        if *phase == Phase::Waiting {
            *phase = Phase::Thinking(Instant::now());
            self.changed.notify_all();
        }
    }

    /// Whether the deadline that `deadline` picks from `budget` has passed. Before the search is on its own time none has.
    pub(super) fn is_past(&self, budget: Option<Budget>, deadline: impl Fn(Budget) -> Duration) -> bool {
        let Some(budget) = budget else { return false };
        match *self.phase.lock() {
            Phase::Waiting => false,
            Phase::Thinking(_) if budget.counts_pondering => self.started.elapsed() >= deadline(budget),
            Phase::Thinking(since) => since.elapsed() >= deadline(budget),
        }
    }

    /// Waits until `is_there` holds or the search is stopped.
    pub(super) fn wait_for(&self, is_there: impl Fn() -> bool) {
        let mut phase = self.phase.lock();
        while !is_there() && !self.is_stopped() {
            self.changed.wait_for(&mut phase, GLANCE);
        }
    }

    /// Waits until the search may give its answer: it was stopped, or is on its own time.
    pub(super) fn wait_until_wanted(&self) {
        let mut phase = self.phase.lock();
        while *phase == Phase::Waiting && !self.is_stopped() {
            self.changed.wait(&mut phase);
        }
    }

    /// Whether the answer may be given now.
    pub(super) fn is_wanted(&self) -> bool {
        *self.phase.lock() != Phase::Waiting || self.is_stopped()
    }

    /// Notes how many moves a thread has made.
    ///
    /// If all processors search, the threads that read, answer and write have to wait for the end of a time slice: some ten
    /// milliseconds for a `stop` or `ping` now and then. So searching threads yield.
    #[inline]
    pub(super) fn report_nodes(&self, thread: usize, nodes: u64) {
        let Some(counts) = self.counts.get(thread) else { return };
        let before = counts.nodes.load(Relaxed);
        counts.nodes.store(nodes, Relaxed);
        if self.is_crowded && before / YIELD_NODES != nodes / YIELD_NODES {
            self.step_aside(counts);
        }
    }

    fn step_aside(&self, counts: &Counts) {
        let began = self.started.elapsed();
        if (began.as_micros() as u64) < counts.stays_until.load(Relaxed) {
            return;
        }
        thread::yield_now();
        let back = self.started.elapsed();
        let until = back + (back - began) * STAY;
        counts.stays_until.store(until.as_micros() as u64, Relaxed);
    }

    /// Notes how many positions a thread has found in endgame tables.
    pub(super) fn report_table_hits(&self, thread: usize, hits: u64) {
        if let Some(counts) = self.counts.get(thread) {
            counts.table_hits.store(hits, Relaxed);
        }
    }

    /// Notes the best line of a thread.
    pub(super) fn report_best(&self, thread: usize, line: &Line) {
        if let Some(best) = self.best_lines.lock().get_mut(thread) {
            *best = Some(line.clone());
        }
    }

    /// The deepest line of all threads; the best one of those that are equally deep.
    pub(super) fn deepest_line(&self) -> Option<Line> {
        let lines = self.best_lines.lock();
        lines.iter().flatten().max_by_key(|line| (line.depth, line.score)).cloned()
    }

    /// The moves reported by all other threads.
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

/// How many threads can run at once.
pub(super) fn processors() -> usize {
    static PROCESSORS: Lazy<usize> = Lazy::new(|| thread::available_parallelism().map_or(1, usize::from));
    *PROCESSORS
}

/// Gives the calling thread the lowest priority.
///
/// Threads in excess of the processors take turns with the others. If all had the same priority, a `ping` would wait for
/// hundreds of turns: with 256 threads on one processor it took four seconds.
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
