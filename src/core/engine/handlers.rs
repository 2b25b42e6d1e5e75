//! Lazy SMP: the handlers of the search threads. All threads search the same position and share one transposition
//! table; the main thread keeps the time and reports, the helper threads only fill the table.
//!
//! CITE: Lazy SMP, described by Daniel Homan in the Computer Chess Club, 2013.

use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

use super::control::Control;
use super::event::{Done, Event, Info};
use super::time_policy::TimePolicy;
use super::worker::SearchPlan;
use crate::search::{Handler, Line, Progress, Stopped};

/// The maximum number of moves between two polls.
const POLL_NODES: u64 = 512;
/// The maximum time between two polls. A thread that waits for memory or shares a processor polls after fewer moves.
const POLL_TIME: Duration = Duration::from_millis(1);
/// The maximum number of moves between two polls while the system allocates the memory of the transposition table: any
/// move may have to wait for it.
const POLL_NODES_WITHOUT_MEMORY: u64 = 8;

/// The interval at which a thread polls whether to stop.
struct Polls {
    /// The number of moves between two polls.
    step: u64,
    latest: Instant,
}

impl Polls {
    fn new() -> Self {
        Self { step: 1, latest: Instant::now() }
    }

    /// The time since the last poll.
    fn since_last(&self, now: Instant) -> Duration {
        now.duration_since(self.latest)
    }

    /// The number of moves until the next poll, at most `most`: twice the previous number, or half of it if those moves
    /// took too long.
    fn next_step(&mut self, now: Instant, most: u64) -> u64 {
        let took_long = self.since_last(now) > POLL_TIME;
        self.step = if took_long { self.step / 2 } else { self.step * 2 }.clamp(1, most);
        self.latest = now;
        self.step
    }
}

/// The handler of a thread that only fills the transposition table.
pub(super) struct HelperThread<'a> {
    index: usize,
    control: &'a Control,
    polls: Polls,
}

impl<'a> HelperThread<'a> {
    pub(super) fn new(index: usize, control: &'a Control) -> Self {
        Self { index, control, polls: Polls::new() }
    }
}

impl Handler for HelperThread<'_> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        self.control.report_nodes(self.index, nodes);
        if self.control.is_stopped() {
            Err(Stopped)
        } else {
            Ok(nodes + self.polls.next_step(Instant::now(), POLL_NODES))
        }
    }

    fn lines(&mut self, lines: &[Line], progress: Progress) {
        self.control.report_table_hits(self.index, progress.table_hits);
        if let Some(best) = lines.first() {
            self.control.report_best(self.index, best);
        }
    }

    fn next_depth(&mut self, _: u64) -> bool {
        !self.control.is_stopped()
    }
}

/// The time at the start of a search in which every update is sent immediately.
const EAGER_REPORTING: Duration = Duration::from_secs(1);
/// The minimum time between two reports after that.
const PAUSE: Duration = Duration::from_millis(300);

/// The handler of the thread that keeps the time and reports for all threads.
pub(super) struct MainThread<'a> {
    plan: &'a SearchPlan,
    events: &'a Sender<Event>,
    /// Reports damaged endgame tables.
    report_damage: &'a dyn Fn(),
    /// The answer if the search ends now for any reason.
    answer: &'a mut Done,
    /// Another condition for stopping, besides the control.
    is_enough: &'a mut dyn FnMut() -> bool,
    started: Instant,
    polls: Polls,
    time_policy: TimePolicy,
    /// The latest lines of the search.
    latest: Option<(Vec<Line>, Progress)>,
    /// Whether the latest lines were sent.
    is_sent: bool,
    sent_at: Instant,
}

impl<'a> MainThread<'a> {
    pub(super) fn new(
        plan: &'a SearchPlan,
        events: &'a Sender<Event>,
        report_damage: &'a dyn Fn(),
        answer: &'a mut Done,
        is_enough: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        let sent_at = plan.control.started;
        if plan.budget.is_some() {
            plan.lag.start_search(sent_at.elapsed());
        }
        Self {
            plan,
            events,
            report_damage,
            answer,
            is_enough,
            started: Instant::now(),
            polls: Polls::new(),
            time_policy: TimePolicy::default(),
            latest: None,
            is_sent: true,
            sent_at,
        }
    }

    /// Reports the result of the search, with `lines` in this order.
    pub(super) fn finish(mut self, lines: &[Line]) {
        let progress = self.latest.as_ref().map(|(_, progress)| *progress);
        self.lines(lines, progress.unwrap_or_default());
        self.send_lines();
    }

    /// Sends the latest lines, unless they have been sent.
    fn send_lines(&mut self) {
        let Some((lines, progress)) = &self.latest else { return };
        if self.is_sent {
            return;
        }
        let control = &self.plan.control;
        let info = Info {
            lines: lines.iter().take(self.plan.reported_lines).cloned().collect(),
            mean_depth: progress.mean_depth,
            nodes: progress.nodes + control.nodes_of_others(0),
            time: control.started.elapsed(),
            table_hits: progress.table_hits + control.table_hits_of_others(0),
            hash_permille: self.plan.table.permille_in_use(),
            from_book: false,
        };
        let _ = self.events.send(Event::Info(info));
        (self.is_sent, self.sent_at) = (true, Instant::now());
    }

    /// Sends the latest lines if enough time has passed.
    fn send_lines_if_due(&mut self) {
        let eager = self.started.elapsed() < EAGER_REPORTING;
        if eager || self.sent_at.elapsed() >= PAUSE {
            self.send_lines();
        }
    }
}

impl Handler for MainThread<'_> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        let control = &self.plan.control;
        let now = Instant::now();
        self.plan.lag.note(self.polls.since_last(now));
        control.report_nodes(0, nodes);
        let limit = self.plan.node_limit.unwrap_or(u64::MAX).saturating_sub(control.nodes_of_others(0));
        if (self.is_enough)() {
            control.stop();
        }
        let timed_out = || {
            control.is_stopped()
                || control.is_past(self.plan.budget, |budget| budget.hard_with(self.plan.lag.expected()))
        };
        // Even without time some moves are searched, so that the answer is not blind.
        let is_blind = nodes < POLL_NODES && (self.latest.is_none() || self.started.elapsed() < POLL_TIME);
        if nodes >= limit || (!is_blind && timed_out()) {
            return Err(Stopped);
        }
        if !self.is_sent {
            self.send_lines_if_due();
        }
        let most = if self.plan.table.awaits_memory() { POLL_NODES_WITHOUT_MEMORY } else { POLL_NODES };
        Ok(limit.min(nodes + self.polls.next_step(now, most)))
    }

    fn lines(&mut self, lines: &[Line], progress: Progress) {
        if let Some(best) = lines.first() {
            *self.answer = Done::of(best);
        }
        if self.latest.as_ref().is_some_and(|latest| latest.0 == lines && latest.1 == progress) {
            return;
        }
        self.latest = Some((lines.to_vec(), progress));
        self.is_sent = false;
        self.send_lines_if_due();
    }

    fn next_depth(&mut self, nodes: u64) -> bool {
        (self.report_damage)();
        if let Some(best) = self.latest.as_ref().and_then(|(lines, _)| lines.first()) {
            self.time_policy.depth_done(best);
        }
        let share = self.time_policy.share();
        let control = &self.plan.control;
        let exhausted = self.plan.node_limit.is_some_and(|limit| nodes >= limit);
        !exhausted
            && !control.is_stopped()
            && !control.is_past(self.plan.budget, |budget| budget.soft_for(share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_thread_polls_more_often() {
        let mut polls = Polls::new();
        let mut now = polls.latest;
        let mut steps_of = |milliseconds: u64| -> Vec<u64> {
            let step = |_| {
                now += Duration::from_millis(milliseconds);
                polls.next_step(now, POLL_NODES)
            };
            (0..11).map(step).collect()
        };
        assert_eq!(steps_of(0), [2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 512]);
        assert_eq!(steps_of(5), [256, 128, 64, 32, 16, 8, 4, 2, 1, 1, 1]);
        assert_eq!(steps_of(1).last(), Some(&POLL_NODES));
    }
}
