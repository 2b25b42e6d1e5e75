//! DXP from outside: the program as a server, and a peer that sends whatever a test wants.

// Every test program compiles this module and uses only a part of it, and nothing in a test crate is public.
#![allow(dead_code, unreachable_pub)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// The timeout of an answer. Generous, because the machine may be busy.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The limits of a game in which a move takes a tenth of a second: six seconds for the game. In one without limits it takes
/// a whole one.
pub const QUICK: &str = ".10000A";

/// `coupturc dxp`, and what it prints.
pub struct Dxp {
    child: Child,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl Dxp {
    /// Starts `coupturc dxp` with these arguments.
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_coupturc"))
            .arg("dxp")
            .args(arguments)
            .args(["--hash", "1"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = child.stdout.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { child, lines, seen: Vec::new() }
    }

    /// Starts a server on a free port; returns it and its address.
    pub fn listening(host: &str, arguments: &[&str]) -> (Self, String) {
        let address = format!("{host}:0");
        let mut server = Self::start(&[&["--listen", &address], arguments].concat());
        let line = server.line_with("listening on ");
        let address = line.trim_start_matches("listening on ").to_owned();
        (server, address)
    }

    /// The next line that contains `word`.
    pub fn line_with(&mut self, word: &str) -> String {
        loop {
            let Ok(line) = self.lines.recv_timeout(PATIENCE) else {
                panic!("no line with '{word}' behind {:#?}", self.seen)
            };
            self.seen.push(line.clone());
            if line.contains(word) {
                return line;
            }
        }
    }

    /// All lines until the process ends, and whether it succeeded.
    pub fn finish(mut self) -> (Vec<String>, bool) {
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.seen.push(line);
        }
        let status = self.child.wait().expect("it ends");
        (std::mem::take(&mut self.seen), status.success())
    }
}

impl Drop for Dxp {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A peer over TCP.
pub struct Peer {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Peer {
    /// Connects.
    pub fn connect(address: &str) -> Self {
        Self::over(TcpStream::connect(address).expect("a listener"))
    }

    /// Uses an existing connection.
    pub fn over(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_nodelay(true).expect("no delay");
        Self { stream, read: Vec::new() }
    }

    /// Sends bytes, if the other side is still reading.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes);
    }

    /// Sends a message.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\0").as_bytes());
    }

    /// Sends these bytes five times a second for half a minute, or until the other side stops reading.
    pub fn nag(&self, bytes: &[u8]) {
        let (mut stream, bytes) = (self.stream.try_clone().expect("a second handle"), bytes.to_vec());
        thread::spawn(move || {
            for _ in 0..150 {
                if stream.write_all(&bytes).is_err() {
                    return;
                }
                thread::sleep(Duration::from_millis(200));
            }
        });
    }

    /// The next message; `None` if the connection is closed.
    pub fn next(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.read.iter().position(|&byte| byte == 0) {
                let message: Vec<u8> = self.read.drain(..=end).collect();
                return Some(String::from_utf8_lossy(&message[..end]).into_owned());
            }
            let mut buffer = [0; 1024];
            match self.stream.read(&mut buffer) {
                Ok(0) => return None,
                Ok(length) => self.read.extend(&buffer[..length]),
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("nothing comes"),
                Err(_) => return None,
            }
        }
    }

    /// The next message that begins with this letter.
    pub fn next_of(&mut self, header: char) -> String {
        let mut others = Vec::new();
        loop {
            match self.next() {
                Some(message) if message.starts_with(header) => return message,
                Some(message) => others.push(message),
                None => panic!("no {header}, but {others:?}"),
            }
        }
    }

    /// All messages until the connection ends.
    pub fn rest(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.next()).collect()
    }

    /// Requests a game of six seconds in which the follower has this colour, and expects it to be accepted.
    pub fn begin(&mut self, follower: char) {
        self.begin_for(follower, QUICK);
    }

    /// Requests a game with these minutes and moves, and expects it to be accepted.
    pub fn begin_for(&mut self, follower: char, limits: &str) {
        self.send(&request(follower, limits));
        assert!(self.next_of('A').ends_with('0'), "the game is accepted");
    }
}

/// A GAMEREQ.
pub fn request(follower: char, rest: &str) -> String {
    format!("R01{:32}{follower}{rest}", "a test")
}
