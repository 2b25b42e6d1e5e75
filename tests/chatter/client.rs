//! A client of the engine, in the same process.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use coupturc::protocol::{Log, Parameters, serve};

use super::script::Step;
use super::tally::{Counts, Tally};

/// The time that the client waits for a search before it sends `stop`.
const GRACE: Duration = Duration::from_millis(1);

/// The number of unanswered `stop`s, about half a minute of them, after which the engine counts as hanging. A clock
/// would also run while the whole process is suspended.
const MOST_STOPS: usize = 20_000;

/// The number of seconds without a line after which the engine counts as hanging too.
const MOST_SILENT_SECONDS: usize = 60;

/// Runs a whole conversation, and returns the number of lines sent.
///
/// # Panics
///
/// If the engine fails, hangs, sends an invalid line, or leaves a command unanswered.
pub fn converse(script: impl Iterator<Item = Step> + Send + 'static) -> u64 {
    let tally = Arc::new(Tally::default());
    let (speaker, listener) = (Speaker::new(script, Arc::clone(&tally)), Listener::new(Arc::clone(&tally)));
    let serving = Arc::clone(&tally);
    let talk = thread::spawn(move || {
        let result = serve(Parameters::default(), speaker, listener, Log::default());
        serving.lock().is_over = true;
        serving.announce();
        result
    });
    watch(&tally);
    let result = talk.join().expect("the engine catches its panics");
    let mut counts = tally.lock();
    if let Err(error) = result {
        counts.blame(format!("the conversation ends with an error: {error}"));
    }
    let missing = counts.imbalance().or_else(|| wrong_end(&counts));
    missing.into_iter().for_each(|problem| counts.blame(problem));
    fail_if_wrong(&counts);
    counts.sent
}

/// Waits for the end, and fails after a long silence.
fn watch(tally: &Tally) {
    let (mut before, mut silent) = ((0, 0), 0);
    while !tally.ends_within(Duration::from_secs(1)) {
        let mut counts = tally.lock();
        let now = (counts.sent, counts.received);
        silent = if now == before { silent + 1 } else { 0 };
        before = now;
        if silent > MOST_SILENT_SECONDS {
            counts.blame("neither side sends anything".to_owned());
            fail_if_wrong(&counts);
        }
    }
}

fn fail_if_wrong(counts: &Counts) {
    if let Some(fault) = &counts.fault {
        panic!("{fault}\nthe last lines:\n{}", counts.transcript());
    }
}

/// The last lines of a client that does not quit.
const LAST_LINES: [&str; 3] =
    ["set-param name=variant value=hexdame", "set-param name=variant value=dameo", "fen"];

/// The problem if the engine no longer executes commands at the end.
fn wrong_end(counts: &Counts) -> Option<String> {
    let is_right = counts.has_quit || counts.last.starts_with("fen fen=\"W:Wa1,b1,b2,");
    if is_right {
        None
    } else {
        Some(format!("expected the start position of Dameo last, got '{}'", counts.last))
    }
}

/// The next act of the client.
enum Stage {
    /// Send the next line of the script.
    Talk,
    /// Wait for all answers; the number of `stop`s sent so far.
    Wait(usize),
    /// Send `stop` until the engine has ended; the number of `stop`s sent so far.
    Leave(usize),
    /// End the input.
    End,
}

/// The engine's input.
struct Speaker<S> {
    script: S,
    tally: Arc<Tally>,
    unread: VecDeque<u8>,
    stage: Stage,
    /// The remaining lines after the script; `None` waits for all answers.
    last_lines: VecDeque<Option<&'static str>>,
}

impl<S: Iterator<Item = Step>> Speaker<S> {
    fn new(script: S, tally: Arc<Tally>) -> Self {
        let last_lines = std::iter::once(None).chain(LAST_LINES.map(Some)).collect();
        Self { script, tally, unread: VecDeque::new(), stage: Stage::Talk, last_lines }
    }

    fn send(&mut self, line: &[u8]) {
        self.tally.lock().send(line);
        self.unread.extend(line);
        self.unread.push_back(b'\n');
    }

    /// Takes the next step.
    fn go_on(&mut self) {
        match self.stage {
            Stage::Talk => match self.script.next() {
                Some(Step::Line(line)) => self.send(&line),
                Some(Step::Await) => self.pause(),
                None => self.finish(),
            },
            Stage::Wait(_) if self.tally.settles_within(GRACE) => self.stage = Stage::Talk,
            Stage::Leave(_) if self.tally.ends_within(GRACE) => self.stage = Stage::End,
            Stage::Wait(MOST_STOPS) => self.tally.lock().blame("an answer is missing".to_owned()),
            Stage::Leave(MOST_STOPS) => self.tally.lock().blame("the engine does not quit".to_owned()),
            Stage::Wait(stops) => {
                self.send(b"stop");
                self.stage = Stage::Wait(stops + 1);
            }
            Stage::Leave(stops) => {
                self.send(b"stop");
                self.stage = Stage::Leave(stops + 1);
            }
            Stage::End => {}
        }
        if self.tally.lock().fault.is_some() {
            self.stage = Stage::End;
        }
    }

    fn pause(&mut self) {
        if self.tally.lock().has_quit {
            self.stage = Stage::Leave(0);
        } else {
            // Its answer comes after all earlier counts.
            self.send(b"init");
            self.stage = Stage::Wait(0);
        }
    }

    fn finish(&mut self) {
        let quits = self.tally.lock().has_quit;
        match self.last_lines.pop_front().filter(|_| !quits) {
            Some(Some(line)) => self.send(line.as_bytes()),
            Some(None) => self.pause(),
            None if quits => self.pause(),
            None => self.stage = Stage::End,
        }
    }
}

impl<S: Iterator<Item = Step>> Read for Speaker<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.unread.is_empty() {
            if let Stage::End = self.stage {
                return Ok(0);
            }
            self.go_on();
        }
        self.unread.read(buffer)
    }
}

/// The engine's output.
struct Listener {
    tally: Arc<Tally>,
    unfinished: Vec<u8>,
}

impl Listener {
    fn new(tally: Arc<Tally>) -> Self {
        Self { tally, unfinished: Vec::new() }
    }
}

impl Write for Listener {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unfinished.extend(bytes);
        let Some(end) = self.unfinished.iter().rposition(|&byte| byte == b'\n') else {
            return Ok(bytes.len());
        };
        let rest = self.unfinished.split_off(end + 1);
        let mut counts = self.tally.lock();
        for line in self.unfinished[..end].split(|&byte| byte == b'\n') {
            counts.receive(line);
        }
        drop(counts);
        self.tally.announce();
        self.unfinished = rest;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
