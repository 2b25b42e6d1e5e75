//! A client that talks to the engine in this process.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use coupturc::protocol::{Log, Parameters, serve};

use super::script::Step;
use super::tally::{Counts, Tally};

/// So long a search goes on that is waited for, then it is told to stop.
const GRACE: Duration = Duration::from_millis(1);

/// After so many orders to stop without an answer, half a minute of them, the engine hangs. They are counted
/// because a clock goes on while the whole process is suspended.
const MOST_STOPS: usize = 20_000;

/// When nothing is said for so many seconds, the engine hangs as well.
const MOST_SILENT_SECONDS: usize = 60;

/// Has a whole conversation, and says how much was said.
///
/// # Panics
///
/// If the engine fails, hangs, says what it must not say, or owes an answer in the end.
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
    let result = talk.join().expect("whatever fails in the engine is caught there");
    let mut counts = tally.lock();
    if let Err(error) = result {
        counts.blame(format!("it ends badly: {error}"));
    }
    let missing = counts.imbalance().or_else(|| wrong_farewell(&counts));
    missing.into_iter().for_each(|problem| counts.blame(problem));
    fail_if_wrong(&counts);
    counts.said
}

/// Waits for the end, as long as something is said now and then.
fn watch(tally: &Tally) {
    let (mut before, mut silent) = ((0, 0), 0);
    while !tally.ends_within(Duration::from_secs(1)) {
        let mut counts = tally.lock();
        let now = (counts.said, counts.heard);
        silent = if now == before { silent + 1 } else { 0 };
        before = now;
        if silent > MOST_SILENT_SECONDS {
            counts.blame("nothing happens any more".to_owned());
            fail_if_wrong(&counts);
        }
    }
}

fn fail_if_wrong(counts: &Counts) {
    if let Some(fault) = &counts.fault {
        panic!("{fault}\nthe last lines:\n{}", counts.transcript());
    }
}

/// The last things that a client says who does not quit.
const FAREWELL: [&str; 3] =
    ["set-param name=variant value=hexdame", "set-param name=variant value=dameo", "fen"];

/// The engine must still do what it is told in the end.
fn wrong_farewell(counts: &Counts) -> Option<String> {
    let is_right = counts.has_quit || counts.last.starts_with("fen fen=\"W:Wa1,b1,b2,");
    if is_right { None } else { Some(format!("the start of Dameo should come last, not '{}'", counts.last)) }
}

/// What the client is about to do.
enum Stage {
    /// Say the next line of the script.
    Talk,
    /// Wait for all answers; `stop` was said so often already.
    Wait(usize),
    /// Say `stop` until the engine has gone; it was said so often already.
    Leave(usize),
    /// Nothing: the input ends.
    End,
}

/// What the engine reads.
struct Speaker<S> {
    script: S,
    tally: Arc<Tally>,
    unread: VecDeque<u8>,
    stage: Stage,
    /// What is still to be said behind the script; where there is no line, answers are awaited.
    farewell: VecDeque<Option<&'static str>>,
}

impl<S: Iterator<Item = Step>> Speaker<S> {
    fn new(script: S, tally: Arc<Tally>) -> Self {
        let farewell = std::iter::once(None).chain(FAREWELL.map(Some)).collect();
        Self { script, tally, unread: VecDeque::new(), stage: Stage::Talk, farewell }
    }

    fn say(&mut self, line: &[u8]) {
        self.tally.lock().say(line);
        self.unread.extend(line);
        self.unread.push_back(b'\n');
    }

    /// Does the next thing.
    fn go_on(&mut self) {
        match self.stage {
            Stage::Talk => match self.script.next() {
                Some(Step::Line(line)) => self.say(&line),
                Some(Step::Await) => self.pause(),
                None => self.take_leave(),
            },
            Stage::Wait(_) if self.tally.settles_within(GRACE) => self.stage = Stage::Talk,
            Stage::Leave(_) if self.tally.ends_within(GRACE) => self.stage = Stage::End,
            Stage::Wait(MOST_STOPS) => self.tally.lock().blame("an answer is missing".to_owned()),
            Stage::Leave(MOST_STOPS) => self.tally.lock().blame("it does not quit".to_owned()),
            Stage::Wait(stops) => {
                self.say(b"stop");
                self.stage = Stage::Wait(stops + 1);
            }
            Stage::Leave(stops) => {
                self.say(b"stop");
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
            // Its answer comes when all counts are done that were asked for before.
            self.say(b"init");
            self.stage = Stage::Wait(0);
        }
    }

    fn take_leave(&mut self) {
        let quits = self.tally.lock().has_quit;
        match self.farewell.pop_front().filter(|_| !quits) {
            Some(Some(line)) => self.say(line.as_bytes()),
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

/// What the engine writes to.
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
            counts.hear(line);
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
