//! Matches that are interrupted: nothing is lost, nothing is played twice, no engine is left over.

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

/// A match that is being played.
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

    /// A match of our engine against itself, over two games at a time.
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
        kill_process(process, signal).expect("it is there");
    }

    /// Waits for the end; gives how it ended and what it has said.
    fn end(&mut self) -> (ExitStatus, String) {
        let mut status = None;
        wait_until(|| {
            status = self.child.try_wait().expect("it is ours");
            status.is_some()
        });
        let mut said = String::new();
        self.child.stdout.take().expect("a pipe").read_to_string(&mut said).expect("text");
        (status.expect("an end"), said)
    }

    /// Goes on with the match, which must have its first games as they were, and all others once.
    fn check_resumed(&self) {
        let before = self.log();
        let complete = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let said = run_well(&format!("--resume '{}'", self.folder.display()));
        assert!(self.log().starts_with(&before[..complete]), "what was there is still there");
        assert_eq!(numbers_of(&games_of(&self.folder)), (1..=GAMES).collect::<Vec<_>>());
        assert!(said.lines().any(|line| line.starts_with("käse: +")), "{said}");
        assert!(!said.contains("missing"), "{said}");
        wait_for_end_of(&self.processes);
    }
}

fn wait_until(mut is_true: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(120);
    while !is_true() {
        assert!(Instant::now() < until, "it does not happen");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn an_interrupted_match_ends_cleanly_and_can_be_resumed() {
    for (name, signal) in [("interrupted", Signal::INT), ("terminated", Signal::TERM)] {
        let mut running = Running::of_ours(name);
        running.send(signal);
        let (status, said) = running.end();
        assert!(status.success(), "{name}: {status}");
        wait_for_end_of(&running.processes);
        let games = games_of(&running.folder);
        assert!(games.len() >= 2 && (games.len() as u64) < GAMES, "{name}: {} games", games.len());
        assert!(said.contains("continue with: coupturc match --resume"), "{said}");
        assert!(running.folder.join("report.html").exists());
        assert_eq!(pdn_of(&running.folder).len(), games.len());
        running.check_resumed();
    }
}

/// Two of them would play the same games.
#[test]
fn one_process_at_a_time_plays_a_match() {
    let mut running = Running::of_ours("alone");
    // It must not be over before the second has waited for the lock.
    running.send(Signal::STOP);
    let (resume, report) = (
        format!("--resume '{}'", running.folder.display()),
        format!("--report '{}'", running.folder.display()),
    );
    let second = run_match(&resume);
    let errors = String::from_utf8_lossy(&second.stderr);
    assert!(!second.status.success() && errors.contains("another process plays this match"), "{errors}");
    let said = run_well(&report);
    assert!(said.lines().any(|line| line.starts_with("käse: +")), "{said}");
    assert!(running.child.try_wait().expect("it is ours").is_none(), "it was over before");
    // A lock that outlives its holder would be in the way for ever.
    running.send(Signal::KILL);
    running.end();
    running.check_resumed();
}

#[test]
fn a_killed_match_loses_no_game_that_has_ended() {
    let mut running = Running::of_ours("killed");
    running.send(Signal::KILL);
    let (status, said) = running.end();
    assert!(!status.success());
    // The engines see that their input ends.
    wait_for_end_of(&running.processes);
    let written = numbers_of(&games_of(&running.folder));
    for line in said.lines().filter(|line| line.contains(" - ")) {
        let number = line.split(' ').next().and_then(|word| word.parse().ok()).expect("a number");
        assert!(written.contains(&number), "{line}");
    }
    running.check_resumed();
}

#[test]
fn a_line_that_was_not_written_to_its_end_is_repaired() {
    let mut running = Running::of_ours("torn");
    running.send(Signal::KILL);
    running.end();
    wait_for_end_of(&running.processes);
    let mut log = running.log();
    let end = log.iter().position(|&byte| byte == b'\n').expect("a line");
    // Up to the middle of the letter with two bytes.
    let torn: Vec<u8> = log[..end].to_vec();
    let letter = torn.windows(2).position(|bytes| bytes == "ä".as_bytes()).expect("the name");
    log.extend_from_slice(&torn[..=letter]);
    fs::write(running.folder.join("games.jsonl"), log).expect("the log can be written");
    running.check_resumed();
}

/// Nobody waits for an answer that may take for ever.
#[test]
fn an_interrupt_does_not_wait_for_an_engine() {
    let players = |processes: &Path| {
        format!("{} {}", mock("stall", processes, &[("name", "mock")]), ours("ours", processes))
    };
    let mut running = Running::start("impatient", players, "--tc depth=1 --patience 10000 --plies 2");
    // The mock and ours before the match; then the mock, what it has started, and ours.
    wait_until(|| fs::read_to_string(&running.processes).is_ok_and(|text| text.lines().count() >= 5));
    running.send(Signal::INT);
    let (status, said) = running.end();
    assert!(status.success() && said.contains("100 games are missing"), "{said}");
    wait_for_end_of(&running.processes);
}

/// More than a pipe holds, for an engine that does not read it.
#[test]
fn an_interrupt_does_not_wait_for_an_engine_that_does_not_read() {
    let pad = "x".repeat(100_000);
    for (name, signal) in [("plugged-int", Signal::INT), ("plugged-term", Signal::TERM)] {
        let players = |processes: &Path| {
            let plugged = mock("plugged", processes, &[("name", "mock"), ("param.pad", &pad)]);
            format!("{plugged} {}", ours("ours", processes))
        };
        let mut running = Running::start(name, players, "--tc depth=1 --patience 10000 --plies 2");
        // The mock and what it has started.
        wait_until(|| fs::read_to_string(&running.processes).is_ok_and(|text| text.lines().count() >= 2));
        std::thread::sleep(Duration::from_millis(300));
        running.send(signal);
        let (status, said) = running.end();
        // It was to show first that it can play.
        assert!(!status.success() && said.is_empty(), "{name}: {said}");
        assert!(!running.folder.exists(), "{name} has begun a match");
        wait_for_end_of(&running.processes);
    }
}
