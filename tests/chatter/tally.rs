//! The tally of lines sent and received, shared by both threads of a client.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::replies::{self, Reply};

/// The number of recent lines kept for fault reports.
const REMEMBERED: usize = 600;

/// Counts of lines and answers.
#[derive(Default)]
pub struct Counts {
    /// Lines from the client.
    pub sent: u64,
    /// Lines from the engine.
    pub received: u64,
    /// Whether `quit` was sent: later lines get no answer.
    pub has_quit: bool,
    /// Whether the conversation is over.
    pub is_over: bool,
    /// The last line from the engine.
    pub last: String,
    /// The first problem.
    pub fault: Option<String>,
    owed: [u64; Reply::COUNT],
    got: [u64; Reply::COUNT],
    recent: VecDeque<String>,
}

impl Counts {
    /// Notes a line from the client.
    pub fn send(&mut self, line: &[u8]) {
        self.sent += 1;
        self.remember('>', &String::from_utf8_lossy(line));
        if !self.has_quit {
            Reply::owed_for(line).iter().for_each(|&reply| self.owed[reply as usize] += 1);
            self.has_quit = replies::is_quit(line);
        }
    }

    /// Notes a line from the engine, and checks it.
    pub fn receive(&mut self, line: &[u8]) {
        self.received += 1;
        let read = std::str::from_utf8(line).map_err(|error| error.to_string());
        let text = String::from_utf8_lossy(line);
        self.remember('<', &text);
        match read.and_then(replies::read) {
            Ok(reply) => self.got[reply as usize] += 1,
            Err(problem) => self.blame(format!("{problem}, in '{text}'")),
        }
        self.last = text.into_owned();
    }

    /// Records the first problem.
    pub fn blame(&mut self, problem: String) {
        self.fault.get_or_insert(problem);
    }

    /// Whether all expected answers have arrived.
    fn is_settled(&self) -> bool {
        COUNTED.iter().all(|&reply| self.got[reply as usize] >= self.owed[reply as usize])
    }

    /// The first wrong number of answers at the end.
    pub fn imbalance(&self) -> Option<String> {
        COUNTED.into_iter().find_map(|reply| {
            let (owed, got) = (self.owed[reply as usize], self.got[reply as usize]);
            // `ping` is still answered while a search or a count delays the `quit`.
            let fits = got == owed || reply == Reply::Pong && self.has_quit && got > owed;
            if fits { None } else { Some(format!("{got} times {reply:?} instead of {owed} times")) }
        })
    }

    /// The last lines of both sides.
    pub fn transcript(&self) -> String {
        self.recent.iter().map(|line| format!("{line}\n")).collect()
    }

    fn remember(&mut self, arrow: char, line: &str) {
        if self.recent.len() == REMEMBERED {
            self.recent.pop_front();
        }
        let short: String = line.chars().take(2_000).collect();
        self.recent.push_back(format!("{arrow} {short}"));
    }
}

/// The answers that each command gets exactly once.
const COUNTED: [Reply; 8] = [
    Reply::Done,
    Reply::Ready,
    Reply::Pong,
    Reply::Id,
    Reply::Wait,
    Reply::Fen,
    Reply::Status,
    Reply::LegalMoves,
];

/// The counts, shared by the sending and the receiving thread.
#[derive(Default)]
pub struct Tally {
    counts: Mutex<Counts>,
    changed: Condvar,
}

impl Tally {
    pub fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the waiting threads.
    pub fn announce(&self) {
        self.changed.notify_all();
    }

    /// Waits for at most `time`, and returns whether all answers have arrived or the conversation has ended or failed.
    pub fn settles_within(&self, time: Duration) -> bool {
        let unsettled =
            |counts: &mut Counts| !counts.is_over && counts.fault.is_none() && !counts.is_settled();
        let waited = self.changed.wait_timeout_while(self.lock(), time, unsettled);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Waits for at most `time`, and returns whether the conversation is over.
    pub fn ends_within(&self, time: Duration) -> bool {
        let goes_on = |counts: &mut Counts| !counts.is_over;
        let waited = self.changed.wait_timeout_while(self.lock(), time, goes_on);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }
}
