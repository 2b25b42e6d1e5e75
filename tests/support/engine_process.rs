//! The real program behind two pipes: tests send lines, wait for answers for a limited time, close either end, and
//! check how the program ends.

// Every test program compiles this module and uses only a part of it, and nothing in a test crate is public.
#![allow(dead_code, unreachable_pub)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The timeout of an answer.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// A running program. Any output on standard error is a failure.
pub struct EngineProcess {
    child: Child,
    /// The lines to write, for a separate thread: a test continues even if the program does not read. When this is
    /// dropped, the stream is closed after the last line.
    input: Option<Sender<Vec<u8>>>,
    output: Output,
    errors: Option<JoinHandle<Vec<u8>>>,
    /// Both sides of the conversation, for messages.
    transcript: Vec<String>,
}

/// The other end of the program's standard output.
enum Output {
    /// Read by a thread, line by line.
    Lines(Receiver<String>),
    /// The output is not read.
    Unread(ChildStdout),
    /// Closed.
    Closed,
}

impl EngineProcess {
    /// The program without arguments.
    pub fn start() -> Self {
        Self::with_arguments(&[])
    }

    /// The program with `arguments`.
    pub fn with_arguments(arguments: &[&str]) -> Self {
        Self::of(Command::new(env!("CARGO_BIN_EXE_coupturc")).args(arguments), true)
    }

    /// The program, with an output that is not read until [`EngineProcess::close_output`].
    pub fn unread() -> Self {
        Self::of(&mut Command::new(env!("CARGO_BIN_EXE_coupturc")), false)
    }

    /// Any `command` that runs the program.
    pub fn of(command: &mut Command, read: bool) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The user's endgame tables would change answers.
        command.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/empty-cache"));
        let mut child = command.spawn().expect("the program starts");
        let stdin = child.stdin.take().expect("stdin is a pipe");
        let stdout = child.stdout.take().expect("stdout is a pipe");
        let mut stderr = child.stderr.take().expect("stderr is a pipe");
        let errors = thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stderr.read_to_end(&mut bytes);
            bytes
        });
        Self {
            child,
            input: Some(writer(stdin)),
            output: if read { Output::Lines(reader(stdout)) } else { Output::Unread(stdout) },
            errors: Some(errors),
            transcript: Vec::new(),
        }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Starts to read the output, which must be unread so far.
    pub fn read(&mut self) {
        match std::mem::replace(&mut self.output, Output::Closed) {
            Output::Unread(stdout) => self.output = Output::Lines(reader(stdout)),
            _ => self.fail("the output is read already, or closed"),
        }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.transcript.push(format!("> {}", cut(line)));
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends lines.
    pub fn send_all(&mut self, lines: &[&str]) {
        for line in lines {
            self.send(line);
        }
    }

    /// Sends bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_ref().expect("the input is open");
        let _ = input.send(bytes.to_vec());
    }

    /// The next line, if one arrives within `time`.
    pub fn line_within(&mut self, time: Duration) -> Option<String> {
        match self.receive(time) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => self.fail("the output has ended"),
        }
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.line_within(PATIENCE).unwrap_or_else(|| self.fail("no answer came"))
    }

    /// All lines until the output ends.
    pub fn rest(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.receive(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => return lines,
                Err(RecvTimeoutError::Timeout) => self.fail("the output does not end"),
            }
        }
    }

    fn receive(&mut self, time: Duration) -> Result<String, RecvTimeoutError> {
        let Output::Lines(lines) = &self.output else { panic!("the output is not read") };
        let line = lines.recv_timeout(time)?;
        self.transcript.push(format!("< {}", cut(&line)));
        Ok(line)
    }

    /// All lines of the program's immediate answer to `line`.
    pub fn answers(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.answers_so_far()
    }

    /// All output before the answer to a `ping` sent now.
    pub fn answers_so_far(&mut self) -> Vec<String> {
        self.send("ping");
        let mut lines = Vec::new();
        loop {
            match self.line() {
                pong if pong == "pong" => return lines,
                line => lines.push(line),
            }
        }
    }

    /// The answer to `line`, which must be one line.
    pub fn answer(&mut self, line: &str) -> String {
        let mut answers = self.answers(line);
        if answers.len() != 1 {
            self.fail(&format!("expected one line in answer to '{}', got {answers:?}", cut(line)));
        }
        answers.remove(0)
    }

    /// Sends lines that must have no answer.
    pub fn quietly(&mut self, lines: &[&str]) {
        self.send_all(lines);
        let answers = self.answers_so_far();
        if !answers.is_empty() {
            self.fail(&format!("expected no answer, got {answers:?}"));
        }
    }

    /// Closes the program's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the program's output, which must be unread so far.
    pub fn close_output(&mut self) {
        let unread = matches!(self.output, Output::Unread(_));
        assert!(unread, "the end that a thread reads from cannot be closed");
        self.output = Output::Closed;
    }

    /// Reads the unread output up to a line that `is_last` accepts.
    pub fn read_until(&mut self, is_last: impl Fn(&str) -> bool) {
        let Output::Unread(stdout) = &mut self.output else { panic!("the output is read elsewhere") };
        let mut line = Vec::new();
        let mut byte = [0];
        while stdout.read(&mut byte).is_ok_and(|count| count == 1) {
            if byte != *b"\n" {
                line.push(byte[0]);
            } else if is_last(&String::from_utf8_lossy(&std::mem::take(&mut line))) {
                return;
            }
        }
        self.fail("the output has ended")
    }

    /// Waits until the program ends; returns its status and how long that took.
    pub fn wait(&mut self) -> (ExitStatus, Duration) {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the program can be waited for") {
                return (status, began.elapsed());
            }
            if began.elapsed() > PATIENCE {
                self.fail("the program does not end");
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until the program ends, which it must do successfully and with nothing on standard error.
    pub fn ends_well(&mut self) -> Duration {
        let (status, time) = self.wait();
        let errors = self.take_errors();
        if !status.success() || !errors.is_empty() {
            self.fail(&format!("it ended with {status} and said on stderr: {errors}"));
        }
        time
    }

    /// The program's standard error output, once it has ended.
    pub fn take_errors(&mut self) -> String {
        let bytes = self.errors.take().map(|errors| errors.join().expect("stderr is read"));
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    }

    /// Closes the input and expects the program to succeed without further output.
    pub fn finish(&mut self) {
        self.close_input();
        let rest = self.rest();
        if !rest.is_empty() {
            self.fail(&format!("expected nothing more, got {rest:?}"));
        }
        self.ends_well();
    }

    /// Fails the test, and shows the last lines of both sides.
    pub fn fail(&mut self, why: &str) -> ! {
        let from = self.transcript.len().saturating_sub(40);
        panic!("{why}\n--- the conversation:\n{}\n", self.transcript[from..].join("\n"));
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn writer(mut stdin: impl Write + Send + 'static) -> Sender<Vec<u8>> {
    let (sender, receiver) = channel::<Vec<u8>>();
    thread::spawn(move || {
        for bytes in receiver {
            // A failed write shows in the answers or their absence.
            if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

fn reader(stdout: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut stdout = BufReader::new(stdout);
        let mut bytes = Vec::new();
        while stdout.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
            let line = String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_owned();
            if sender.send(line).is_err() {
                return;
            }
            bytes.clear();
        }
    });
    receiver
}

fn cut(line: &str) -> String {
    const LONGEST: usize = 300;
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}
