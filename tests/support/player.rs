//! The engine as a program that plays one side of a game and is not trusted: all its output is parsed, and anything
//! unexpected is a fault.

// Nothing in a test crate is public.
#![allow(unreachable_pub)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A fault, with the commands that led to it.
pub type Fault = String;

/// The timeout of an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The fields of an `info` line, in their order.
const INFO_FIELDS: [&str; 9] =
    ["depth", "mean-depth", "score", "nodes", "time", "nps", "pv", "hashfull", "tbhits"];

/// The result of a `go think`.
pub struct Thought {
    /// The move to play.
    pub best: String,
    /// The expected reply (ponder move).
    pub ponder: Option<String>,
    /// The principal variations sent during the search, in order.
    pub lines: Vec<Vec<String>>,
    /// From sending `go think` to reading `done`.
    pub elapsed: Duration,
}

/// A process of the engine.
pub struct Player {
    process: Child,
    stdin: ChildStdin,
    answers: Receiver<(Instant, String)>,
    /// The commands sent: all up to the first position, and those from the latest position on.
    said: Vec<String>,
    introduction: usize,
}

/// Start and end.
impl Player {
    /// Starts a process, and sets its parameters as a graphical interface does.
    pub fn start(parameters: &[(&str, String)]) -> Result<Player, Fault> {
        let mut process = Command::new(env!("CARGO_BIN_EXE_coupturc"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdin = process.stdin.take().expect("a pipe");
        let mut stdout = BufReader::new(process.stdout.take().expect("a pipe"));
        let (sender, answers) = channel();
        thread::spawn(move || {
            let mut line = String::new();
            while matches!(stdout.read_line(&mut line), Ok(1..)) {
                if sender.send((Instant::now(), std::mem::take(&mut line))).is_err() {
                    return;
                }
            }
        });
        let mut player = Player { process, stdin, answers, said: Vec::new(), introduction: 0 };
        player.introduce(parameters)?;
        Ok(player)
    }

    fn introduce(&mut self, parameters: &[(&str, String)]) -> Result<(), Fault> {
        self.say("hub")?;
        self.expect_arguments("id")?;
        loop {
            let line = self.answer()?;
            if line == "wait" {
                break;
            }
            self.arguments(&line, "param")?;
        }
        for (name, value) in parameters {
            self.say(&format!("set-param name={name} value={value}"))?;
        }
        self.say("init")?;
        self.expect("ready")?;
        self.say("new-game")?;
        self.introduction = self.said.len();
        Ok(())
    }

    /// Ends the process, which must print nothing more.
    pub fn leave(mut self) -> Result<(), Fault> {
        self.say("ping")?;
        self.expect("pong")?;
        self.say("quit")?;
        match self.answers.recv_timeout(PATIENCE) {
            Err(RecvTimeoutError::Disconnected) => {}
            Err(RecvTimeoutError::Timeout) => return Err(self.fault("it stays after quit")),
            Ok((_, line)) => return Err(self.fault(&format!("after quit it says {line:?}"))),
        }
        let status = self.process.wait().map_err(|error| self.fault(&error.to_string()))?;
        if status.success() { Ok(()) } else { Err(self.fault(&format!("it ends with {status}"))) }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // After a fault the process may still run. Otherwise both calls do nothing.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Commands.
impl Player {
    /// Sets up a position and plays moves.
    pub fn set_game(&mut self, start: &str, moves: &[String]) -> Result<(), Fault> {
        self.said.truncate(self.introduction);
        let moves = if moves.is_empty() { String::new() } else { format!(" moves=\"{}\"", moves.join(" ")) };
        self.say(&format!("pos pos={start}{moves}"))
    }

    /// The legal moves, in the engine's order.
    pub fn legal_moves(&mut self) -> Result<Vec<String>, Fault> {
        self.say("legal-moves")?;
        let arguments = self.expect_arguments("legal-moves")?;
        match arguments.as_slice() {
            [(count, number), (moves, list)] if count == "count" && moves == "moves" => {
                let list = words(list);
                if *number == list.len().to_string() {
                    Ok(list)
                } else {
                    Err(self.fault(&format!("it counts {number} in {list:?}")))
                }
            }
            _ => Err(self.fault(&format!("legal-moves with {arguments:?}"))),
        }
    }

    /// The result and its reason.
    pub fn status(&mut self) -> Result<(String, String), Fault> {
        self.say("status")?;
        let arguments = self.expect_arguments("status")?;
        match arguments.as_slice() {
            [(result, value), (reason, why)] if result == "result" && reason == "reason" => {
                Ok((value.clone(), why.clone()))
            }
            _ => Err(self.fault(&format!("status with {arguments:?}"))),
        }
    }

    /// Lets the engine think for this time.
    pub fn think(&mut self, time: Duration) -> Result<Thought, Fault> {
        self.say(&format!("level move-time={}", time.as_secs_f64()))?;
        let began = Instant::now();
        self.say("go think")?;
        let mut lines = Vec::new();
        loop {
            let (arrived, line) = self.timed_answer()?;
            if line.starts_with("info ") {
                lines.push(self.read_info(&line)?);
                continue;
            }
            let elapsed = arrived - began;
            return match self.arguments(&line, "done")?.as_slice() {
                [(name, best)] if name == "move" => {
                    Ok(Thought { best: best.clone(), ponder: None, lines, elapsed })
                }
                [(name, best), (expected, ponder)] if name == "move" && expected == "ponder" => {
                    Ok(Thought { best: best.clone(), ponder: Some(ponder.clone()), lines, elapsed })
                }
                _ => Err(self.fault(&format!("not the end of a search: {line:?}"))),
            };
        }
    }

    /// Checks that the engine refuses to think when the game is over.
    pub fn must_refuse_to_think(&mut self) -> Result<(), Fault> {
        self.say("go think")?;
        let arguments = self.expect_arguments("error")?;
        match arguments.as_slice() {
            [(name, message)] if name == "message" && !message.is_empty() => self.expect("done"),
            _ => Err(self.fault(&format!("error with {arguments:?}"))),
        }
    }

    /// Checks an `info` line; returns its moves.
    fn read_info(&self, line: &str) -> Result<Vec<String>, Fault> {
        let arguments = self.arguments(line, "info")?;
        let names: Vec<&str> = arguments.iter().map(|(name, _)| name.as_str()).collect();
        let is_sound = |(name, value): &(String, String)| match name.as_str() {
            "depth" | "nodes" => value.parse::<u64>().is_ok(),
            "pv" => !words(value).is_empty(),
            "score" => value.parse().is_ok_and(|score: f64| score.abs() <= 100.0),
            _ => value.parse().is_ok_and(|number: f64| number.is_finite() && number >= 0.0),
        };
        if names != INFO_FIELDS || !arguments.iter().all(is_sound) {
            return Err(self.fault(&format!("a bad line: {line:?}")));
        }
        let line = arguments.iter().find(|(name, _)| name == "pv");
        Ok(line.map(|(_, moves)| words(moves)).unwrap_or_default())
    }
}

/// Lines.
impl Player {
    fn say(&mut self, line: &str) -> Result<(), Fault> {
        self.said.push(line.to_owned());
        let sent = self.stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.stdin.flush());
        sent.map_err(|error| self.fault(&format!("it does not listen: {error}")))
    }

    /// The next line, and when it arrived.
    fn timed_answer(&self) -> Result<(Instant, String), Fault> {
        let answer = self.answers.recv_timeout(PATIENCE);
        let (arrived, line) = answer.map_err(|error| self.fault(&format!("no answer: {error}")))?;
        match line.strip_suffix('\n') {
            Some(line) => Ok((arrived, line.to_owned())),
            None => Err(self.fault(&format!("half a line: {line:?}"))),
        }
    }

    fn answer(&self) -> Result<String, Fault> {
        Ok(self.timed_answer()?.1)
    }

    fn expect(&self, wanted: &str) -> Result<(), Fault> {
        let line = self.answer()?;
        if line == wanted { Ok(()) } else { Err(self.fault(&format!("{line:?} and not {wanted:?}"))) }
    }

    fn expect_arguments(&self, word: &str) -> Result<Vec<(String, String)>, Fault> {
        let line = self.answer()?;
        self.arguments(&line, word)
    }

    /// The arguments of a line that starts with `word`.
    fn arguments(&self, line: &str, word: &str) -> Result<Vec<(String, String)>, Fault> {
        let rest = line.strip_prefix(word).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        let rest = rest.ok_or_else(|| self.fault(&format!("{line:?} and not {word}")))?;
        split(rest).ok_or_else(|| self.fault(&format!("not the form of a line: {line:?}")))
    }

    /// A fault, with the commands that reproduce it.
    pub fn fault(&self, problem: &str) -> Fault {
        format!("{problem}, after\n{}", self.said.join("\n"))
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

/// Splits ` name=value name="value with spaces"`, one space before each.
fn split(mut rest: &str) -> Option<Vec<(String, String)>> {
    let mut arguments = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.strip_prefix(' ')?.split_once('=')?;
        let (value, more) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => after.split_at(after.find(' ').unwrap_or(after.len())),
        };
        let is_sound = |text: &str| !text.contains(['=', '"']);
        if name.is_empty() || name.contains(' ') || !is_sound(name) || !is_sound(value) {
            return None;
        }
        arguments.push((name.to_owned(), value.to_owned()));
        rest = more;
    }
    Some(arguments)
}
