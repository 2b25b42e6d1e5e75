//! Matches through the command line: engines that are wrong on purpose, the folder of a match, and going on with one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use coupturc::arena::{GameRecord, GameResult};

const PROGRAM: &str = env!("CARGO_BIN_EXE_coupturc");

/// A folder of this test that is not there yet.
fn fresh_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).arg("match").args(arguments).output().expect("the program starts")
}

fn games_of(folder: &Path) -> Vec<GameRecord> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("the log of games");
    text.lines().map(|line| serde_json::from_str(line).expect("a game")).collect()
}

fn ours(name: &str) -> String {
    format!("cmd='{PROGRAM}' name={name} param.hash=1")
}

/// Plays a pair of games against an engine with this fault; gives them, and the numbers of its processes.
fn play_mock(fault: &str) -> (Vec<GameRecord>, Vec<u32>) {
    let folder = fresh_folder(&format!("mock-{fault}"));
    let numbers = fresh_folder(&format!("mock-{fault}.numbers"));
    let _ = fs::remove_file(&numbers);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/arena/mock_engine.sh");
    let mock = format!("cmd=\"sh '{script}' {fault} '{}'\" name=mock", numbers.display());
    let out = folder.display().to_string();
    let limits =
        ["--tc", "0.1/move", "--patience", "1", "--plies", "2", "--rounds", "1", "--max-moves", "40"];
    // No clock for ours: a busy machine is not its fault.
    let ours = ours("ours tc=nodes=100");
    let players = ["--engine", &mock, "--engine", &ours, "--out", &out];
    let output = run(&[&players[..], &limits].concat());
    assert!(output.status.success(), "{fault}: {}", String::from_utf8_lossy(&output.stderr));
    let numbers = fs::read_to_string(numbers).expect("the mock has started");
    (games_of(&folder), numbers.lines().map(|line| line.parse().expect("a number")).collect())
}

/// Whether a process is there and not only waiting to be forgotten.
fn is_alive(process: u32) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat"));
    state.is_ok_and(|text| !text.rsplit(')').next().unwrap_or_default().trim_start().starts_with('Z'))
}

#[test]
#[cfg(target_os = "linux")]
fn whatever_an_engine_does_its_game_is_scored_and_the_match_goes_on() {
    let faults = [
        ("absent", "not-ready"),
        ("crash", "crash"),
        ("stall", "no-answer"),
        ("illegal", "illegal-move"),
        ("nonsense", "illegal-move"),
        ("none", "no-move"),
        ("half", "crash"),
        ("late", "time"),
        ("flood", "no-answer"),
        ("closed", "crash"),
    ];
    for (fault, termination) in faults {
        let (games, processes) = play_mock(fault);
        assert_eq!(games.len(), 2, "{fault}");
        for game in &games {
            let mock_is_white = game.white == "mock";
            let expected = if mock_is_white { GameResult::BlackWins } else { GameResult::WhiteWins };
            assert_eq!(
                (game.termination.as_str(), game.result),
                (termination, expected),
                "{fault}: {game:?}"
            );
            assert!(!game.detail.is_empty(), "{fault}");
        }
        assert_ne!(games[0].white, games[1].white, "colours change");
        let until = Instant::now() + Duration::from_secs(2);
        while processes.iter().any(|&process| is_alive(process)) {
            assert!(Instant::now() < until, "{fault}: a process of the engine is left over");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A match of our engine against itself over all games; gives its folder.
fn small_match(name: &str, rounds: &str) -> PathBuf {
    let folder = fresh_folder(name);
    let out = folder.display().to_string();
    let variants = "normal,vanguard,dameo,hexdame,harzdame,killer";
    let output = run(&[
        "--engine",
        &ours("a"),
        "--engine",
        &ours("b"),
        "--variants",
        variants,
        "--tc",
        "nodes=200",
        "--rounds",
        rounds,
        "--plies",
        "4",
        "--concurrency",
        "2",
        "--out",
        &out,
    ]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.lines().any(|line| line.starts_with("a: +")), "{said}");
    folder
}

#[test]
fn a_match_over_all_games_leaves_log_pdn_and_report() {
    let folder = small_match("all-games", "1");
    let mut games = games_of(&folder);
    games.sort_by_key(|game| game.number);
    assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    for pair in games.chunks(2) {
        assert_eq!(pair[0].variant, pair[1].variant);
        assert_eq!(pair[0].moves[..4], pair[1].moves[..4], "the same opening");
        assert_eq!((&pair[0].white, &pair[0].black), (&pair[1].black, &pair[1].white));
    }
    let pdn = fs::read_to_string(folder.join("games.pdn")).expect("a PDN file");
    let read = coupturc::notation::parse_pdn(&pdn).expect("PDN");
    assert_eq!(read.len(), games.len());
    for (read, game) in read.iter().zip(&games) {
        assert_eq!((read.tag("White"), read.moves.len()), (Some(game.white.as_str()), game.moves.len()));
    }
    let report = fs::read_to_string(folder.join("report.html")).expect("a report");
    assert!(report.starts_with("<!DOCTYPE html>") && report.contains("hexdame"));
}

/// A match that was killed in the middle of writing goes on, and comes to the same games.
#[test]
fn a_match_goes_on_without_losing_or_repeating_a_game() {
    let whole = small_match("resumed", "2");
    let log = whole.join("games.jsonl");
    let text = fs::read_to_string(&log).expect("the log of games");
    let all: Vec<&str> = text.lines().collect();
    assert_eq!(all.len(), 24);
    let torn = &all[9][..all[9].len() / 2];
    fs::write(&log, format!("{}\n{torn}", all[..9].join("\n"))).expect("the log can be cut");
    let output = run(&["--resume", whole.to_str().expect("a path that is text")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut numbers: Vec<u64> = games_of(&whole).iter().map(|game| game.number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=24).collect::<Vec<_>>());
    let report = fs::read_to_string(whole.join("report.html")).expect("a report");
    assert!(report.contains("24"));
}

#[test]
fn a_folder_with_a_match_is_not_overwritten() {
    let folder = small_match("kept", "1");
    let before = fs::read(folder.join("games.jsonl")).expect("the log of games");
    let out = folder.display().to_string();
    let output = run(&["--engine", &ours("a"), "--engine", &ours("b"), "--out", &out]);
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("without a match"), "{errors}");
    assert_eq!(fs::read(folder.join("games.jsonl")).expect("the log of games"), before);
}

#[test]
fn faults_of_the_command_line_are_named() {
    let a = ours("a");
    let cases: [(&[&str], &str); 7] = [
        (&[], "--engine"),
        (&["--engine", &a], "two engines"),
        (&["--engine", "name=a", "--engine", &a], "cmd"),
        (&["--engine", &a, "--engine", &a, "--tc", "soon"], "0.1/move"),
        (&["--engine", &a, "--engine", &a, "--variants", "chess"], "variant 'chess'"),
        (&["--engine", &a, "--engine", &a, "--sprt", "5"], "ELO0,ELO1"),
        (&["--resume", "/nowhere"], "/nowhere"),
    ];
    for (arguments, word) in cases {
        let out = fresh_folder("refused").display().to_string();
        let with_out = if arguments.contains(&"--resume") { vec![] } else { vec!["--out", &out] };
        let output = run(&[arguments, &with_out].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(word), "{arguments:?}: {errors}");
        assert!(!Path::new(&out).join("match.json").exists(), "{arguments:?} has begun a match");
    }
}
