//! Engine process: a Hub engine in another process, which may be slow, wrong or dead.

use std::io::{self, BufRead, BufReader, Read};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::engine_input::EngineInput;
use super::engine_line::EngineLine;
use super::failure::Failure;
use super::parameters::{DeclaredParameters, set_param};
use super::process::Process;
use super::spec::EngineSpec;
use crate::escape::plain;

/// The answer of an engine to `go`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The move, as it was written; `None` if the engine gave none.
    pub best: Option<String>,
    /// The engine's score for the position, in men.
    pub score: Option<f64>,
    /// The depth in the engine's last report.
    pub depth: Option<u32>,
    /// The nodes in the engine's last report.
    pub nodes: Option<u64>,
    /// The last `error` line since `go`, as it was written.
    pub complaint: Option<String>,
    /// The time from `go` to the answer.
    pub time: Duration,
}

/// How often a wait for an answer checks whether the match was stopped.
const STOP_CHECK: Duration = Duration::from_millis(50);
/// The number of unread lines after which the engine has to wait.
const WAITING_LINES: usize = 256;
/// Longer lines are split.
const MAX_LINE_BYTES: u64 = 64 << 10;

/// A running engine. Dropping this ends the engine and all processes that it has started.
pub struct EngineProcess<'a> {
    name: String,
    process: Process,
    input: EngineInput,
    output: Receiver<(Instant, String)>,
    declared: DeclaredParameters,
    /// The time limit for starting and for answering a `ping`.
    patience: Duration,
    /// Ends all waiting.
    stop: &'a AtomicBool,
}

impl<'a> EngineProcess<'a> {
    /// Starts the engine, sets the parameters of `game`, the game to be played, and then those of its description, such
    /// as a net for this game, and waits until it is ready. Each answer may take up to `patience`; raising `stop` ends the waiting.
    ///
    /// # Errors
    ///
    /// If the engine cannot be started, does not answer as the protocol says, or refuses a parameter.
    pub fn start(
        spec: &EngineSpec,
        game: &[(String, String)],
        patience: Duration,
        stop: &'a AtomicBool,
    ) -> Result<Self, Failure> {
        let not_ready = |why: &str| Failure::NotReady(format!("{} {why}", spec.name));
        let cannot_start = |error: io::Error| not_ready(&format!("cannot be started: {error}"));
        let mut process = Process::start(&spec.command, Stdio::piped()).map_err(cannot_start)?;
        let Some((input, output)) = process.take_pipes() else {
            return Err(not_ready("has no pipes"));
        };
        let input = EngineInput::new(input).map_err(cannot_start)?;
        let output = read_lines(output).map_err(cannot_start)?;
        let mut engine = Self {
            name: spec.name.clone(),
            process,
            input,
            output,
            declared: DeclaredParameters::default(),
            patience,
            stop,
        };
        match engine.initialize(&spec.parameters, game) {
            Ok(()) => Ok(engine),
            Err(failure @ (Failure::Stopped | Failure::Parameter(_))) => Err(failure),
            Err(failure) => Err(Failure::NotReady(failure.to_string())),
        }
    }

    fn initialize(&mut self, own: &[(String, String)], game: &[(String, String)]) -> Result<(), Failure> {
        let mut declared = DeclaredParameters::default();
        self.ask("hub", "wait", |line| {
            if line.command() == "param" {
                declared.add(line);
            }
        })?;
        self.declared = declared;
        for (name, value) in game {
            if self.needs_parameter(name, value).map_err(Failure::Parameter)? {
                self.input.send(&set_param(name, value));
            }
        }
        for (name, value) in own {
            self.declared.check(name, value).map_err(|why| Failure::Parameter(self.named(&why)))?;
            self.input.send(&set_param(name, value));
        }
        let mut refusal = None;
        let ready = self.ask("init", "ready", |line| {
            if line.command() == "error" && refusal.is_none() {
                refusal = Some(line.value("message").unwrap_or("no reason given").to_owned());
            }
        });
        refusal.map_or(ready, |why| {
            Err(Failure::Parameter(self.named(&format!("it answered its parameters with an error: {why}"))))
        })
    }

    fn needs_parameter(&self, name: &str, value: &str) -> Result<bool, String> {
        self.declared.check_game(name, value).map_err(|why| self.named(&why))
    }

    fn named(&self, why: &str) -> String {
        plain(&format!("engine {}: {why}", self.name))
    }

    /// Sends `new-game`, and waits until the engine has handled it.
    ///
    /// # Errors
    ///
    /// If the engine no longer answers.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.ask("new-game\nping", "pong", |_| ())
    }

    /// Lets the engine search `position` under the limit `level`, both given as Hub command lines. The answer may take
    /// up to `timeout`.
    ///
    /// # Errors
    ///
    /// If no answer arrives, or an answer arrived before `go`. After either, the engine cannot play another game.
    pub fn think(&mut self, position: &str, level: &str, timeout: Duration) -> Result<Answer, Failure> {
        let began = Instant::now();
        self.input.send(&format!("{position}\n{level}\ngo think"));
        let mut answer = Answer::default();
        loop {
            let next = self.line_before(began + timeout);
            let (arrived, line) =
                next.map_err(|failure| failure.with(&last_words(answer.complaint.as_deref())))?;
            let words = EngineLine::of(&line);
            match words.command() {
                // Lines that arrived before `go` belong to an earlier search.
                "done" if arrived < began => return Err(self.unasked(&line)),
                _ if arrived < began => {}
                "info" => {
                    answer.score = words.number("score").or(answer.score);
                    answer.depth = words.number("depth").map(|depth: f64| depth as u32).or(answer.depth);
                    answer.nodes = words.number("nodes").or(answer.nodes);
                }
                "error" => answer.complaint = Some(plain(&line)),
                "done" => {
                    answer.best = words.value("move").map(str::to_owned);
                    answer.time = arrived.saturating_duration_since(began);
                    return Ok(answer);
                }
                _ => {}
            }
        }
    }

    fn unasked(&self, line: &str) -> Failure {
        let why = "which was not requested: it had already answered, or it answered before 'go'";
        Failure::Unasked(plain(&format!("{} said '{line}', {why}", self.name)))
    }

    /// Sends `lines`, waits for a line whose command is `answer`, and passes each line before the answer to `look_at`.
    /// Lines that arrived before the sending are not an answer.
    fn ask(
        &mut self,
        lines: &str,
        answer: &str,
        mut look_at: impl FnMut(&EngineLine<'_>),
    ) -> Result<(), Failure> {
        let began = Instant::now();
        self.input.send(lines);
        let question = lines.lines().last().unwrap_or_default();
        let mut odd: Option<String> = None;
        loop {
            let next = self.line_before(began + self.patience);
            let (arrived, line) = next.map_err(|failure| {
                let seconds = self.patience.as_secs();
                let expected =
                    format!("; expected '{answer}' as the answer to '{question}' within {seconds} s");
                failure.with(&(expected + &last_words(odd.as_deref())))
            })?;
            let words = EngineLine::of(&line);
            if words.command() == answer && arrived >= began {
                return Ok(());
            }
            if !matches!(words.command(), "" | "id" | "param" | "info") {
                odd.get_or_insert_with(|| plain(&line));
            }
            look_at(&words);
        }
    }

    fn line_before(&mut self, deadline: Instant) -> Result<(Instant, String), Failure> {
        loop {
            let now = Instant::now();
            if self.stop.load(Relaxed) {
                return Err(Failure::Stopped);
            }
            if now > deadline {
                return Err(Failure::NoAnswer(format!("{} does not answer", self.name)));
            }
            match self.output.recv_deadline(deadline.min(now + STOP_CHECK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => self.check_input()?,
                Err(RecvTimeoutError::Disconnected) => {
                    let how =
                        self.process.ending_soon().unwrap_or_else(|| "has closed its output".to_owned());
                    return Err(Failure::Crash(format!("{} {how}", self.name)));
                }
            }
        }
    }

    fn check_input(&self) -> Result<(), Failure> {
        self.input.failure().map_or(Ok(()), |error| {
            Err(Failure::Crash(format!("{} no longer reads its input: {error}", self.name)))
        })
    }
}

impl Drop for EngineProcess<'_> {
    fn drop(&mut self) {
        self.input.send("quit");
        self.input.close();
        self.process.ending_soon();
    }
}

/// The end of a message: what the engine said instead of the expected answer.
fn last_words(line: Option<&str>) -> String {
    /// Enough to recognize the line.
    const SHOWN: usize = 200;
    line.map_or_else(String::new, |line| {
        format!("; it said '{}'", line.chars().take(SHOWN).collect::<String>())
    })
}

fn read_lines(output: impl Read + Send + 'static) -> io::Result<Receiver<(Instant, String)>> {
    let (sender, receiver) = bounded(WAITING_LINES);
    let read = move || {
        let (mut output, mut arrived) = (BufReader::new(output), Instant::now());
        while pass_on_line(&mut output, &mut arrived, &sender).is_some() {}
    };
    thread::Builder::new().name("engine-output".to_owned()).spawn(read)?;
    Ok(receiver)
}

/// Reads a line and sends it with its time of arrival; `None` at the end of the output. An incomplete last line is
/// dropped: the engine died while writing it. Lines that arrived in one piece have the same time, however late the last
/// of them is read.
fn pass_on_line(
    output: &mut BufReader<impl Read>,
    arrived: &mut Instant,
    sender: &Sender<(Instant, String)>,
) -> Option<()> {
    let is_buffered = output.buffer().contains(&b'\n');
    let mut bytes = Vec::new();
    let length = output.take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes).ok()?;
    let is_cut = length as u64 == MAX_LINE_BYTES;
    if !bytes.ends_with(b"\n") && !is_cut {
        return None;
    }
    if !is_buffered {
        *arrived = Instant::now();
    }
    let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
    sender.send((*arrived, line)).ok()
}
