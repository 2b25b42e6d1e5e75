//! Workers, which search: threads that live as long as the engine and take one job after the other. Where there are no
//! threads, whoever asks for the work does it in his own.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::control::{Control, give_way, processors};
use super::endgames::tell_damage;
use super::event::{Done, Event};
use super::handlers::{HelperThread, MainThread};
use super::lag::Lag;
use super::limits::Budget;
use super::skill::Level;
use crate::eval::Evaluation;
use crate::panics::caught;
use crate::rules::AnyGame;
use crate::search::{Endgames, Goal, SearchGame, Searcher, TranspositionTable};

/// What a thread is asked to do.
pub(super) enum Job {
    Search(SearchJob),
    /// Forget what was learnt.
    Forget,
    Count(CountJob),
}

/// A search, as every thread that takes part in it gets it.
#[derive(Clone)]
pub(super) struct SearchJob {
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) search: SearchGame,
    pub(super) endgames: Arc<Endgames>,
    pub(super) plan: Arc<SearchPlan>,
}

/// What is searched for, and how long.
pub(super) struct SearchPlan {
    pub(super) table: Arc<TranspositionTable>,
    pub(super) evaluation: Evaluation,
    pub(super) control: Arc<Control>,
    pub(super) goal: Goal,
    pub(super) budget: Option<Budget>,
    pub(super) lag: Arc<Lag>,
    pub(super) node_limit: Option<u64>,
    /// Whether endgame tables that are to come must be there before the search begins.
    pub(super) waits_for_tables: bool,
    /// How many of the lines are told.
    pub(super) lines_told: usize,
    /// Chooses among the lines.
    pub(super) level: Level,
}

/// A count of leaves.
pub(super) struct CountJob {
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) depth: u32,
    pub(super) control: Arc<Control>,
}

/// A thread and the way to it. The thread ends when this is dropped.
pub(super) struct Worker {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

/// The jobs of a worker without a thread, and what it takes to do them in the thread of who asks for it.
pub(super) struct InlineWorker {
    searcher: Searcher,
    inbox: Receiver<Job>,
    events: Sender<Event>,
    /// The answer of a search that has come to its end before anybody wants it.
    held: Option<(Arc<Control>, Done)>,
}

/// A search goes a few hundred calls deep.
const STACK_BYTES: usize = 16 << 20;

impl Worker {
    /// Starts thread number `index`; number 0 is the main thread.
    pub(super) fn start(index: usize, events: Sender<Event>) -> std::io::Result<Self> {
        let (jobs, inbox) = unbounded();
        let builder = thread::Builder::new().name(format!("search-{index}")).stack_size(STACK_BYTES);
        let thread = builder.spawn(move || work(index, &inbox, &events))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// A worker without a thread, and what does its jobs.
    pub(super) fn inline(events: Sender<Event>) -> (Self, InlineWorker) {
        let (jobs, inbox) = unbounded();
        let inline = InlineWorker { searcher: Searcher::new(), inbox, events, held: None };
        (Self { jobs: Some(jobs), thread: None }, inline)
    }
}

impl Worker {
    pub(super) fn give(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // The thread holds the other end until this worker is dropped.
            let _ = jobs.send(job);
        }
    }

    /// There are no more jobs: the thread ends behind those that it has.
    pub(super) fn hang_up(&mut self) {
        self.jobs = None;
    }

    /// From now on nobody waits for the end of the thread.
    pub(super) fn detach(&mut self) {
        self.thread = None;
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.hang_up();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(index: usize, inbox: &Receiver<Job>, events: &Sender<Event>) {
    if index >= processors() {
        give_way();
    }
    let mut searcher = Searcher::new();
    for job in inbox {
        match job {
            Job::Forget => searcher.clear(),
            Job::Count(job) => count(&job, events),
            Job::Search(job) => {
                let control = Arc::clone(&job.plan.control);
                let answer = take_part(index, &mut searcher, job, events, &mut || false);
                if index == 0 {
                    control.wait_until_wanted();
                    report_end(&control, answer, events);
                }
            }
        }
    }
}

impl InlineWorker {
    /// Does the jobs there are, and says whether there was anything to do. While it searches, it asks `is_enough` some
    /// thousand times a second whether to stop.
    pub(super) fn work(&mut self, is_enough: &mut dyn FnMut() -> bool) -> bool {
        if let Some((control, answer)) = self.held.take_if(|(control, _)| control.is_wanted()) {
            report_end(&control, answer, &self.events);
            return true;
        }
        let Ok(job) = self.inbox.try_recv() else { return false };
        match job {
            Job::Forget => self.searcher.clear(),
            Job::Count(job) => count(&job, &self.events),
            Job::Search(job) => {
                let control = Arc::clone(&job.plan.control);
                let answer = take_part(0, &mut self.searcher, job, &self.events, is_enough);
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

/// Searches, and gives the answer. All others stop if this fails.
fn take_part(
    index: usize,
    searcher: &mut Searcher,
    job: SearchJob,
    events: &Sender<Event>,
    is_enough: &mut dyn FnMut() -> bool,
) -> Done {
    let mut answer = Done::default();
    let result = caught(|| {
        // Better than nothing, should the search fail before it has found a move.
        answer.best = job.game.legal_moves().first().copied();
        search(index, searcher, &job, events, &mut answer, is_enough);
    });
    let control = Arc::clone(&job.plan.control);
    tell_damage(&job.endgames, events);
    // What the job shares must be free before the engine hears of the end.
    drop(job);
    if let Err(panic) = result {
        *searcher = Searcher::new();
        control.stop();
        let _ = events.send(Event::Failed(panic));
    }
    answer
}

fn count(job: &CountJob, events: &Sender<Event>) {
    let began = Instant::now();
    let leaves = caught(|| job.game.position().count_leaves(job.depth, job.control.stop_flag()));
    job.control.end();
    let event = match leaves {
        Ok(leaves) => Event::Counted { leaves, time: began.elapsed() },
        Err(panic) => Event::CountFailed(panic),
    };
    let _ = events.send(event);
}

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
        // Helper threads begin at different depths, so that they run ahead of each other.
        let goal = Goal { from_depth: 1 + (index as u32 & 1), lines: 1, ..plan.goal };
        let mut helper = HelperThread::new(index, control);
        search(searcher, &**game, &plan.table, endgames, goal, &mut helper);
        return;
    }
    let tell_damage = || tell_damage(endgames, events);
    let mut main = MainThread::new(plan, events, &tell_damage, answer, is_enough);
    let mut lines = search(searcher, &**game, &plan.table, endgames, plan.goal, &mut main);
    if let [only] = &mut lines[..]
        && !only.score.is_decided_within(only.depth)
    {
        // A helper thread may have come deeper.
        let deeper = control.deepest_line().filter(|line| line.depth > only.depth);
        *only = deeper.unwrap_or_else(|| only.clone());
    }
    plan.level.choose(game.rules().variant, &mut lines, &mut fastrand::Rng::new());
    main.finish(&lines);
}
