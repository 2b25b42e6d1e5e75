//! Who owes what to whom, as both threads of a client know it.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::replies::{self, Reply};

/// So many of the last lines are kept for the report of a fault.
const REMEMBERED: usize = 600;

/// What was said, and what came back.
#[derive(Default)]
pub struct Counts {
    /// Lines from the client.
    pub said: u64,
    /// Lines from the engine.
    pub heard: u64,
    /// Whether `quit` was said: nothing is owed for what comes behind it.
    pub has_quit: bool,
    /// The conversation is over.
    pub is_over: bool,
    /// The last line from the engine.
    pub last: String,
    /// The first thing that was wrong.
    pub fault: Option<String>,
    owed: [u64; Reply::COUNT],
    got: [u64; Reply::COUNT],
    recent: VecDeque<String>,
}

impl Counts {
    /// Notes a line from the client.
    pub fn say(&mut self, line: &[u8]) {
        self.said += 1;
        self.remember('>', &String::from_utf8_lossy(line));
        if !self.has_quit {
            Reply::owed_for(line).iter().for_each(|&reply| self.owed[reply as usize] += 1);
            self.has_quit = replies::is_quit(line);
        }
    }

    /// Notes a line from the engine, and checks it.
    pub fn hear(&mut self, line: &[u8]) {
        self.heard += 1;
        let read = std::str::from_utf8(line).map_err(|error| error.to_string());
        let text = String::from_utf8_lossy(line);
        self.remember('<', &text);
        match read.and_then(replies::read) {
            Ok(reply) => self.got[reply as usize] += 1,
            Err(problem) => self.blame(format!("{problem}, in '{text}'")),
        }
        self.last = text.into_owned();
    }

    /// Notes what is wrong, if it is the first thing that is.
    pub fn blame(&mut self, problem: String) {
        self.fault.get_or_insert(problem);
    }

    /// Whether everything that was asked for has come.
    fn is_settled(&self) -> bool {
        COUNTED.iter().all(|&reply| self.got[reply as usize] >= self.owed[reply as usize])
    }

    /// What does not fit when all is over.
    pub fn imbalance(&self) -> Option<String> {
        COUNTED.into_iter().find_map(|reply| {
            let (owed, got) = (self.owed[reply as usize], self.got[reply as usize]);
            // Signs of life go on while a search or a count holds up the `quit`.
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

/// The answers that are owed one for one.
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

/// The counts, for the thread that speaks and the one that listens.
#[derive(Default)]
pub struct Tally {
    counts: Mutex<Counts>,
    changed: Condvar,
}

impl Tally {
    pub fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells who waits that something has come.
    pub fn announce(&self) {
        self.changed.notify_all();
    }

    /// Waits at most so long, and says whether everything has come that was asked for, or nothing more is to
    /// be waited for.
    pub fn settles_within(&self, time: Duration) -> bool {
        let unsettled =
            |counts: &mut Counts| !counts.is_over && counts.fault.is_none() && !counts.is_settled();
        let waited = self.changed.wait_timeout_while(self.lock(), time, unsettled);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Waits at most so long, and says whether the conversation is over.
    pub fn ends_within(&self, time: Duration) -> bool {
        let goes_on = |counts: &mut Counts| !counts.is_over;
        let waited = self.changed.wait_timeout_while(self.lock(), time, goes_on);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }
}
