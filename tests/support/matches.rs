//! Helpers for tests of matches: folders, engines and their processes.

// Every test program compiles this module and uses only a part of it, and nothing in a test crate is public.
#![allow(dead_code, unreachable_pub)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use coupturc::arena::GameRecord;
use coupturc::notation::{PdnGame, parse_pdn};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_coupturc");
const MOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/matches/mock_engine.sh");

/// The path of a new folder or file of this test.
pub fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    let _ = fs::remove_file(&path);
    path
}

/// `coupturc match` with these arguments, separated by spaces.
pub fn match_command(arguments: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("match").args(shell_words::split(arguments).expect("words"));
    command
}

pub fn run_match(arguments: &str) -> Output {
    match_command(arguments).output().expect("the program starts")
}

/// Runs a match that must succeed; returns its output.
pub fn run_well(arguments: &str) -> String {
    let output = run_match(arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

pub fn games_of(folder: &Path) -> Vec<GameRecord> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("the log of games");
    text.lines().map(|line| serde_json::from_str(line).expect("a game")).collect()
}

/// The PDN games of a match, from its files in the order of their names.
pub fn pdn_of(folder: &Path) -> Vec<PdnGame> {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = names.filter(|path| path.extension().is_some_and(|end| end == "pdn")).collect();
    files.sort();
    let texts = files.iter().map(|file| fs::read_to_string(file).expect("a PDN file"));
    texts.flat_map(|text| parse_pdn(&text)).collect()
}

/// The numbers of the games, in order.
pub fn numbers_of(games: &[GameRecord]) -> Vec<u64> {
    let mut numbers: Vec<u64> = games.iter().map(|game| game.number).collect();
    numbers.sort_unstable();
    numbers
}

/// The option for our engine, started so that its process id goes into a file.
pub fn ours(name: &str, processes: &Path) -> String {
    let script = format!("echo $$ >> '{}'; exec '{PROGRAM}' hub", processes.display());
    let command = shell_words::join(["sh", "-c", &script]);
    // In an unoptimised build, building endgame tables takes longer than all the rest.
    engine(&[("cmd", &command), ("name", name), ("param.hash", "1"), ("param.tables-pieces", "0")])
}

/// The option for an engine with this fault.
pub fn mock(fault: &str, processes: &Path, more: &[(&str, &str)]) -> String {
    let words = ["sh", MOCK].into_iter().chain([fault]).map(str::to_owned);
    let command = shell_words::join(words.chain([processes.display().to_string()]));
    engine(&[&[("cmd", command.as_str())], more].concat())
}

pub fn engine(keys: &[(&str, &str)]) -> String {
    let words = keys.iter().map(|(key, value)| format!("{key}={value}"));
    format!("--engine {}", shell_words::quote(&shell_words::join(words)))
}

/// Waits until none of the processes whose ids are in the file is left; returns the number of ids.
pub fn wait_for_end_of(processes: &Path) -> usize {
    let text = fs::read_to_string(processes).expect("the numbers of processes");
    let numbers: Vec<u32> = text.lines().map(|line| line.parse().expect("a number")).collect();
    let until = Instant::now() + Duration::from_secs(20);
    while numbers.iter().any(|&process| is_alive(process)) {
        assert!(Instant::now() < until, "{}: a process of an engine is left over", processes.display());
        std::thread::sleep(Duration::from_millis(10));
    }
    numbers.len()
}

/// Whether a process exists and is not a zombie.
fn is_alive(process: u32) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat"));
    state.is_ok_and(|text| !text.rsplit(')').next().unwrap_or_default().trim_start().starts_with('Z'))
}
