//! Workers: threads that live as long as the engine and run its jobs one after the other. Without threads, the caller
//! runs the jobs.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::control::{Control, lower_priority, processors};
use super::endgames::report_damage;
use super::event::{Done, Event};
use super::handlers::{HelperThread, MainThread};
use super::lag::Lag;
use super::limits::Budget;
use super::skill::Level;
use crate::eval::Evaluation;
use crate::panics::caught;
use crate::rules::AnyGame;
use crate::search::{Endgames, Goal, SearchGame, Searcher, TranspositionTable};

/// A job for a worker.
pub(super) enum Job {
    Search(SearchJob),
    /// Clear the histories.
    Forget,
    Count(CountJob),
}

/// The part of a search that each of its threads receives.
#[derive(Clone)]
pub(super) struct SearchJob {
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) search: SearchGame,
    pub(super) endgames: Arc<Endgames>,
    pub(super) plan: Arc<SearchPlan>,
}

/// The goal and the time of a search.
pub(super) struct SearchPlan {
    pub(super) table: Arc<TranspositionTable>,
    pub(super) evaluation: Evaluation,
    pub(super) control: Arc<Control>,
    pub(super) goal: Goal,
    pub(super) budget: Option<Budget>,
    pub(super) lag: Arc<Lag>,
    pub(super) node_limit: Option<u64>,
    /// Whether the search waits until its endgame tables are ready.
    pub(super) waits_for_tables: bool,
    /// The number of lines that are reported.
    pub(super) reported_lines: usize,
    /// The level that chooses among the lines.
    pub(super) level: Level,
}

/// A count of leaves.
pub(super) struct CountJob {
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) depth: u32,
    pub(super) control: Arc<Control>,
}

/// A thread and its queue of jobs. Dropping it ends the thread.
pub(super) struct Worker {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

/// Runs jobs on the caller's thread, for a worker without a thread.
pub(super) struct InlineWorker {
    searcher: Searcher,
    inbox: Receiver<Job>,
    events: Sender<Event>,
    /// The answer of a search that has ended but may not answer yet.
    held: Option<(Arc<Control>, Done)>,
}

/// The stack of a thread: a search goes a few hundred calls deep.
const STACK_BYTES: usize = 16 << 20;

impl Worker {
    /// Starts thread number `index`; number 0 is the main thread.
    pub(super) fn start(index: usize, events: Sender<Event>) -> std::io::Result<Self> {
        let (jobs, inbox) = unbounded();
        let builder = thread::Builder::new().name(format!("search-{index}")).stack_size(STACK_BYTES);
        let thread = builder.spawn(move || work(index, &inbox, &events))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// A worker without a thread, and the object that runs its jobs.
    pub(super) fn inline(events: Sender<Event>) -> (Self, InlineWorker) {
        let (jobs, inbox) = unbounded();
        let inline = InlineWorker { searcher: Searcher::new(), inbox, events, held: None };
        (Self { jobs: Some(jobs), thread: None }, inline)
    }
}

impl Worker {
    pub(super) fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // The thread holds the receiver as long as this worker exists.
            let _ = jobs.send(job);
        }
    }

    /// Closes the queue of jobs: the thread ends after the queued ones.
    pub(super) fn close(&mut self) {
        self.jobs = None;
    }

    /// Detaches the thread: dropping the worker does not wait for it.
    pub(super) fn detach(&mut self) {
        self.thread = None;
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(index: usize, inbox: &Receiver<Job>, events: &Sender<Event>) {
    if index >= processors() {
        lower_priority();
    }
    let mut searcher = Searcher::new();
    for job in inbox {
        match job {
            Job::Forget => searcher.clear(),
            Job::Count(job) => count(&job, events),
            Job::Search(job) => {
                let control = Arc::clone(&job.plan.control);
                let answer = run_search(index, &mut searcher, job, events, &mut || false);
                if index == 0 {
                    control.wait_until_may_answer();
                    report_end(&control, answer, events);
                }
            }
        }
    }
}

impl InlineWorker {
    /// Runs the next job or reports an answer that was held back. Returns whether there was one. During a search it
    /// calls `is_enough` a few thousand times a second; the search stops when that returns true.
    pub(super) fn work(&mut self, is_enough: &mut dyn FnMut() -> bool) -> bool {
        if let Some((control, answer)) = self.held.take_if(|(control, _)| control.may_answer()) {
            report_end(&control, answer, &self.events);
            return true;
        }
        let Ok(job) = self.inbox.try_recv() else { return false };
        match job {
            Job::Forget => self.searcher.clear(),
            Job::Count(job) => count(&job, &self.events),
            Job::Search(job) => {
                let control = Arc::clone(&job.plan.control);
                let answer = run_search(0, &mut self.searcher, job, &self.events, is_enough);
                self.held = Some((control, answer));
            }
        }
        true
    }
}

/// Reports the end of a search.
fn report_end(control: &Control, answer: Done, events: &Sender<Event>) {
    control.stop();
    control.end();
    let _ = events.send(Event::Done(answer));
}

/// Searches on one thread and returns its answer. If it panics, this is reported and all other threads stop.
fn run_search(
    index: usize,
    searcher: &mut Searcher,
    job: SearchJob,
    events: &Sender<Event>,
    is_enough: &mut dyn FnMut() -> bool,
) -> Done {
    let mut answer = Done::default();
    let result = caught(|| {
        // The answer if the search panics before it has found a move.
        answer.best = job.game.legal_moves().first().copied();
        search(index, searcher, &job, events, &mut answer, is_enough);
    });
    let control = Arc::clone(&job.plan.control);
    report_damage(&job.endgames, events);
    // The engine may need the shared parts of the job as soon as the end is reported.
    drop(job);
    if let Err(panic) = result {
        *searcher = Searcher::new();
        control.stop();
        let _ = events.send(Event::Failed(panic));
    }
    answer
}

fn count(job: &CountJob, events: &Sender<Event>) {
    let started = Instant::now();
    let leaves = caught(|| job.game.position().count_leaves(job.depth, job.control.stop_flag()));
    job.control.end();
    let event = match leaves {
        Ok(leaves) => Event::Counted { leaves, time: started.elapsed() },
        Err(panic) => Event::CountFailed(panic),
    };
    let _ = events.send(event);
}

/// The search of one thread. Thread 0 keeps the time, takes the line of a helper thread if that is deeper, chooses a
/// line for the level and reports the result; all other threads only fill the table.
fn search(
    index: usize,
    searcher: &mut Searcher,
    job: &SearchJob,
    events: &Sender<Event>,
    answer: &mut Done,
    is_enough: &mut dyn FnMut() -> bool,
) {
    let SearchJob { game, search, endgames, plan } = job;
    let control = &plan.control;
    searcher.evaluation.clone_from(&plan.evaluation);
    if plan.waits_for_tables {
        control.wait_for(|| endgames.is_settled());
    }
    if index > 0 {
        // Helper threads start at different depths, so that they search different depths at the same time.
        let goal = Goal { from_depth: 1 + (index as u32 & 1), lines: 1, ..plan.goal };
        let mut helper = HelperThread::new(index, control);
        search(searcher, &**game, &plan.table, endgames, goal, &mut helper);
        return;
    }
    let report_damage = || report_damage(endgames, events);
    let mut main = MainThread::new(plan, events, &report_damage, answer, is_enough);
    let mut lines = search(searcher, &**game, &plan.table, endgames, plan.goal, &mut main);
    if let [only] = &mut lines[..]
        && !only.score.is_decided_within(only.depth)
    {
        // A helper thread may have searched deeper.
        let deeper = control.deepest_line().filter(|line| line.depth > only.depth);
        *only = deeper.unwrap_or_else(|| only.clone());
    }
    plan.level.choose(game.rules(), &mut lines, &mut fastrand::Rng::new());
    main.finish(&lines);
}
