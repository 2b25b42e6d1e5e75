//! Threads that search. They live as long as the engine and take one job after the other.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::control::Control;
use super::event::{Done, Event, Info};
use super::limits::Budget;
use crate::rules::{Game, Position, Record, perft_until};
use crate::search::{Goal, Handler, Line, Searcher, Stopped, TranspositionTable};

/// What a thread is asked to do.
pub(super) enum Job<G: Game> {
    Search(SearchJob<G>),
    /// Forget what was learnt.
    Forget,
    Count(CountJob<G>),
}

/// A search, as every thread that takes part in it gets it.
pub(super) struct SearchJob<G: Game> {
    pub(super) game: Arc<Record<G>>,
    pub(super) table: Arc<TranspositionTable>,
    pub(super) control: Arc<Control>,
    pub(super) goal: Goal,
    pub(super) budget: Option<Budget>,
    pub(super) node_limit: Option<u64>,
}

impl<G: Game> Clone for SearchJob<G> {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            table: Arc::clone(&self.table),
            control: Arc::clone(&self.control),
            ..*self
        }
    }
}

/// A count of leaves.
pub(super) struct CountJob<G: Game> {
    pub(super) position: Position<G>,
    pub(super) depth: u32,
    pub(super) control: Arc<Control>,
}

/// A thread and the way to it. The thread ends when this is dropped.
pub(super) struct Worker<G: Game> {
    jobs: Option<Sender<Job<G>>>,
    thread: Option<JoinHandle<()>>,
}

/// A search goes a few hundred calls deep.
const STACK_BYTES: usize = 16 << 20;

impl<G: Game> Worker<G> {
    /// Starts thread number `index`; number 0 speaks for all.
    pub(super) fn start(index: usize, events: Sender<Event>) -> std::io::Result<Self> {
        let (jobs, inbox) = unbounded();
        let builder = thread::Builder::new().name(format!("search-{index}")).stack_size(STACK_BYTES);
        let thread = builder.spawn(move || work(index, &inbox, &events))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    pub(super) fn give(&self, job: Job<G>) {
        if let Some(jobs) = &self.jobs {
            // The thread holds the other end until this worker is dropped.
            let _ = jobs.send(job);
        }
    }
}

impl<G: Game> Drop for Worker<G> {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work<G: Game>(index: usize, inbox: &Receiver<Job<G>>, events: &Sender<Event>) {
    let mut searcher = Searcher::new();
    for job in inbox {
        match job {
            Job::Forget => searcher.clear(),
            Job::Count(job) => count(&job, events),
            Job::Search(job) => take_part(index, &mut searcher, job, events),
        }
    }
}

/// Searches, and reports the end if this is the thread that speaks for all.
fn take_part<G: Game>(index: usize, searcher: &mut Searcher, job: SearchJob<G>, events: &Sender<Event>) {
    let result = catch_unwind(AssertUnwindSafe(|| search(index, searcher, &job, events)));
    let control = Arc::clone(&job.control);
    // What the job shares must be free before the engine hears of the end.
    drop(job);
    let done = result.unwrap_or_else(|panic| {
        *searcher = Searcher::new();
        control.stop();
        let _ = events.send(Event::Failed(panic_message(&*panic)));
        Done::default()
    });
    if index == 0 {
        control.stop();
        control.end();
        let _ = events.send(Event::Done(done));
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a thread failed without a message").to_owned()
}

fn count<G: Game>(job: &CountJob<G>, events: &Sender<Event>) {
    let began = Instant::now();
    let leaves = perft_until(&job.position, job.depth, job.control.stop_flag());
    job.control.end();
    let _ = events.send(Event::Counted { leaves, time: began.elapsed() });
}

fn search<G: Game>(
    index: usize,
    searcher: &mut Searcher,
    job: &SearchJob<G>,
    events: &Sender<Event>,
) -> Done {
    if index > 0 {
        // Helpers begin at different depths, so that they run ahead of each other.
        let goal = Goal { from_depth: 1 + (index as u32 & 1), lines: 1, ..job.goal };
        searcher.search(&job.game, &job.table, goal, &mut Helper { index, control: &job.control });
        return Done::default();
    }
    let mut speaker = Speaker { job, events, told: None };
    let best = searcher.search(&job.game, &job.table, job.goal, &mut speaker);
    if let Some(line) = &best {
        speaker.last_line(line);
    }
    job.control.wait_until_wanted();
    let mut moves = best.into_iter().flat_map(|line| line.moves);
    Done { best: moves.next(), ponder: moves.next() }
}

/// How many moves a thread makes before it looks whether to stop: less than a millisecond's.
const POLL_NODES: u64 = 512;

/// A thread that only fills the table.
struct Helper<'a> {
    index: usize,
    control: &'a Control,
}

impl Handler for Helper<'_> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        self.control.report_nodes(self.index, nodes);
        if self.control.is_stopped() { Err(Stopped) } else { Ok(nodes + POLL_NODES) }
    }

    fn line(&mut self, _: &Line) {}

    fn next_depth(&mut self, _: u64) -> bool {
        !self.control.is_stopped()
    }
}

/// The thread that keeps the time and speaks for all.
struct Speaker<'a, G: Game> {
    job: &'a SearchJob<G>,
    events: &'a Sender<Event>,
    /// The count that was last told.
    told: Option<u64>,
}

impl<G: Game> Speaker<'_, G> {
    fn tell(&mut self, line: &Line) {
        self.told = Some(line.nodes);
        let nodes = line.nodes + self.job.control.nodes_of_others(0);
        let time = self.job.control.started.elapsed();
        let _ = self.events.send(Event::Info(Info { line: line.clone(), nodes, time }));
    }

    /// Tells the best line once more if the search has gone on since something was told.
    fn last_line(&mut self, line: &Line) {
        if self.told != Some(line.nodes) {
            self.tell(line);
        }
    }
}

impl<G: Game> Handler for Speaker<'_, G> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        let control = &self.job.control;
        control.report_nodes(0, nodes);
        let limit = self.job.node_limit.unwrap_or(u64::MAX).saturating_sub(control.nodes_of_others(0));
        let timed_out = || control.is_stopped() || control.is_past(self.job.budget, |budget| budget.hard);
        // Even without any time a few moves are looked at, so that the answer is not a blind one.
        if nodes >= limit || (nodes > 0 && timed_out()) {
            return Err(Stopped);
        }
        Ok(limit.min(nodes + POLL_NODES))
    }

    fn line(&mut self, line: &Line) {
        self.tell(line);
    }

    fn next_depth(&mut self, nodes: u64) -> bool {
        let control = &self.job.control;
        let exhausted = self.job.node_limit.is_some_and(|limit| nodes >= limit);
        !exhausted && !control.is_stopped() && !control.is_past(self.job.budget, |budget| budget.soft)
    }
}
