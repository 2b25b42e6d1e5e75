//! Interrupted matches: no game is lost or played twice, and no engine is left behind.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::matches::{
    fresh, games_of, match_command, mock, numbers_of, ours, pdn_of, run_match, run_well, wait_for_end_of,
};

const GAMES: u64 = 24;

/// A running match.
struct Running {
    folder: PathBuf,
    processes: PathBuf,
    child: Child,
}

impl Running {
    fn start(name: &str, players: impl Fn(&Path) -> String, limits: &str) -> Self {
        let (folder, processes) = (fresh(name), fresh(&format!("{name}.processes")));
        let arguments = format!("{} {limits} --out '{}'", players(&processes), folder.display());
        let child = match_command(&arguments).stdout(Stdio::piped()).spawn().expect("the program starts");
        Self { folder, processes, child }
    }

    /// A match of our engine against itself, after at least two games.
    fn of_ours(name: &str) -> Self {
        let limits = format!(
            "--variants hexdame,normal --tc nodes=1000 --rounds {} --plies 4 --max-moves 20 --concurrency 2",
            GAMES / 4
        );
        let players = |processes: &Path| format!("{} {}", ours("käse", processes), ours("b", processes));
        let running = Self::start(name, players, &limits);
        wait_until(|| running.log().iter().filter(|&&byte| byte == b'\n').count() >= 2);
        running
    }

    fn log(&self) -> Vec<u8> {
        fs::read(self.folder.join("games.jsonl")).unwrap_or_default()
    }

    fn send(&self, signal: Signal) {
        let process = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw).expect("a number");
        kill_process(process, signal).expect("it is running");
    }

    /// Waits for the end. Returns the exit status and the output.
    fn end(&mut self) -> (ExitStatus, String) {
        let mut status = None;
        wait_until(|| {
            status = self.child.try_wait().expect("it is ours");
            status.is_some()
        });
        let mut output = String::new();
        self.child.stdout.take().expect("a pipe").read_to_string(&mut output).expect("text");
        (status.expect("an end"), output)
    }

    /// Resumes the match, which must keep its games and play all others once.
    fn check_resumed(&self) {
        let before = self.log();
        let complete = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let output = run_well(&format!("--resume '{}'", self.folder.display()));
        assert!(self.log().starts_with(&before[..complete]), "the log is kept");
        assert_eq!(numbers_of(&games_of(&self.folder)), (1..=GAMES).collect::<Vec<_>>());
        assert!(output.lines().any(|line| line.starts_with("käse: +")), "{output}");
        assert!(!output.contains("missing"), "{output}");
        wait_for_end_of(&self.processes);
    }
}

fn wait_until(mut is_true: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(120);
    while !is_true() {
        assert!(Instant::now() < until, "timed out");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn an_interrupted_match_ends_cleanly_and_can_be_resumed() {
    for (name, signal) in [("interrupted", Signal::INT), ("terminated", Signal::TERM)] {
        let mut running = Running::of_ours(name);
        running.send(signal);
        let (status, output) = running.end();
        assert!(status.success(), "{name}: {status}");
        wait_for_end_of(&running.processes);
        let games = games_of(&running.folder);
        assert!(games.len() >= 2 && (games.len() as u64) < GAMES, "{name}: {} games", games.len());
        assert!(output.contains("continue with: coupturc match --resume"), "{output}");
        assert!(running.folder.join("report.html").exists());
        assert_eq!(pdn_of(&running.folder).len(), games.len());
        running.check_resumed();
    }
}

/// Two processes would play the same games.
#[test]
fn one_process_at_a_time_plays_a_match() {
    let mut running = Running::of_ours("alone");
    // It must not end before the second process has waited for the lock.
    running.send(Signal::STOP);
    let (resume, report) = (
        format!("--resume '{}'", running.folder.display()),
        format!("--report '{}'", running.folder.display()),
    );
    let second = run_match(&resume);
    let errors = String::from_utf8_lossy(&second.stderr);
    assert!(!second.status.success() && errors.contains("another process plays this match"), "{errors}");
    let output = run_well(&report);
    assert!(output.lines().any(|line| line.starts_with("käse: +")), "{output}");
    assert!(running.child.try_wait().expect("it is ours").is_none(), "it ended too early");
    // The lock must not outlive its holder.
    running.send(Signal::KILL);
    running.end();
    running.check_resumed();
}

#[test]
fn a_killed_match_loses_no_finished_game() {
    let mut running = Running::of_ours("killed");
    running.send(Signal::KILL);
    let (status, output) = running.end();
    assert!(!status.success());
    // The engines end with their input.
    wait_for_end_of(&running.processes);
    let written = numbers_of(&games_of(&running.folder));
    for line in output.lines().filter(|line| line.contains(" - ")) {
        let number = line.split(' ').next().and_then(|word| word.parse().ok()).expect("a number");
        assert!(written.contains(&number), "{line}");
    }
    running.check_resumed();
}

#[test]
fn an_incomplete_line_is_removed() {
    let mut running = Running::of_ours("torn");
    running.send(Signal::KILL);
    running.end();
    wait_for_end_of(&running.processes);
    let mut log = running.log();
    let end = log.iter().position(|&byte| byte == b'\n').expect("a line");
    // Cut within a two-byte character.
    let torn: Vec<u8> = log[..end].to_vec();
    let letter = torn.windows(2).position(|bytes| bytes == "ä".as_bytes()).expect("the name");
    log.extend_from_slice(&torn[..=letter]);
    fs::write(running.folder.join("games.jsonl"), log).expect("the log can be written");
    running.check_resumed();
}

/// An interrupt does not wait for an answer that never comes.
#[test]
fn an_interrupt_does_not_wait_for_an_engine() {
    let players = |processes: &Path| {
        format!("{} {}", mock("stall", processes, &[("name", "mock")]), ours("ours", processes))
    };
    let mut running = Running::start("impatient", players, "--tc depth=1 --patience 10000 --plies 2");
    // The mock and ours before the match; then the mock, its child process, and ours.
    wait_until(|| fs::read_to_string(&running.processes).is_ok_and(|text| text.lines().count() >= 5));
    running.send(Signal::INT);
    let (status, output) = running.end();
    assert!(status.success() && output.contains("100 games are missing"), "{output}");
    wait_for_end_of(&running.processes);
}

/// The parameter is larger than the buffer of a pipe.
#[test]
fn an_interrupt_does_not_wait_for_an_engine_that_does_not_read() {
    let pad = "x".repeat(100_000);
    for (name, signal) in [("plugged-int", Signal::INT), ("plugged-term", Signal::TERM)] {
        let players = |processes: &Path| {
            let plugged = mock("plugged", processes, &[("name", "mock"), ("param.pad", &pad)]);
            format!("{plugged} {}", ours("ours", processes))
        };
        let mut running = Running::start(name, players, "--tc depth=1 --patience 10000 --plies 2");
        // The mock and its child process.
        wait_until(|| fs::read_to_string(&running.processes).is_ok_and(|text| text.lines().count() >= 2));
        std::thread::sleep(Duration::from_millis(300));
        running.send(signal);
        let (status, output) = running.end();
        // Interrupted during the check of the engines.
        assert!(!status.success() && output.is_empty(), "{name}: {output}");
        assert!(!running.folder.exists(), "{name} has started a match");
        wait_for_end_of(&running.processes);
    }
}
