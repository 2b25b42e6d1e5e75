//! A match that is played in parts, by independent processes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use coupturc::arena::{GameRecord, GameResult};

use crate::support::matches::{PROGRAM, fresh, pdn_of, run_match, run_well};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The command of a match of six pairs in three games. Its moves depend only on its arguments, except with
/// `--until-eof`: then each of its hundreds of moves takes half a second.
fn command(name: &str, more: &[&str]) -> (Command, PathBuf) {
    let folder = fresh(&format!("parts-{name}"));
    let mut command = Command::new(PROGRAM);
    command.arg("match");
    for engine in ["a", "b"] {
        let spec =
            format!("cmd='{PROGRAM}' name={engine} param.hash=1 param.threads=1 param.tables-pieces=0");
        command.args(["--engine", &spec]);
    }
    command.args(["--variants", "normal,dameo,hexdame", "--rounds", "2", "--seed", "7", "--max-moves", "30"]);
    command.args(["--tc", if more.contains(&"--until-eof") { "0.5/move" } else { "nodes=200" }]);
    command.arg("--out").arg(&folder).args(more);
    (command, folder)
}

fn play(name: &str, more: &[&str]) -> PathBuf {
    let (mut command, folder) = command(name, more);
    stdout_of(&command.output().expect("the program starts"));
    folder
}

fn stdout_of(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn log_of(folder: &Path) -> String {
    fs::read_to_string(folder.join("games.jsonl")).expect("the log of games")
}

/// The games in order, without what depends on the clock.
fn games_of(log: &str) -> Vec<GameRecord> {
    let mut games: Vec<GameRecord> =
        log.lines().map(|line| serde_json::from_str(line).expect("a game")).collect();
    games.sort_by_key(|game| game.number);
    for game in &mut games {
        game.began.clear();
        game.moves.iter_mut().for_each(|mv| mv.seconds = None);
    }
    games
}

#[test]
fn parts_add_up_to_the_whole_match() {
    let whole = games_of(&log_of(&play("whole", &["--concurrency", "2"])));
    assert_eq!(whole.iter().map(|game| game.number).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    let parts = ["1-2", "3-4", "5-6"].map(|pairs| log_of(&play(pairs, &["--pairs", pairs])));
    assert_eq!(games_of(&parts[1]), whole[4..8], "pairs 3 and 4 alone");
    assert_eq!(games_of(&parts.concat()), whole);
}

/// The steps of a program that has games played elsewhere: `--begin-only`, writing the log, `--report`.
#[test]
fn games_from_elsewhere_are_reported_and_not_played_again() {
    let (mut begin, folder) = command("reported", &["--begin-only", "--sprt", "0,5"]);
    assert_eq!(stdout_of(&begin.output().expect("the program starts")), "pairs: 6\ngames: 12\n");
    assert_eq!(log_of(&folder), "");
    let log = log_of(&play("first", &["--pairs", "1-2"]));
    fs::write(folder.join("games.jsonl"), &log).expect("the log can be written");
    let answer = run_well(&format!("--report '{}'", folder.display()));
    assert!(answer.contains("\nSPRT of 0 against 5 Elo: "), "{answer}");
    assert!(answer.contains("\n8 games are missing; continue with: "), "{answer}");
    assert_eq!(log_of(&folder), log, "nothing was played");
    assert_eq!(pdn_of(&folder).len(), 4);
    assert!(fs::exists(folder.join("report.html")).expect("the folder is there"));
    run_well(&format!("--resume '{}'", folder.display()));
    let all = log_of(&folder);
    assert!(all.starts_with(&log) && all.lines().count() == 12, "the missing games, and none twice");
}

/// No game is played after the sequential test has decided.
#[test]
fn a_match_that_is_decided_is_over() {
    let (mut begin, folder) = command("decided", &["--begin-only", "--sprt=-300,300"]);
    stdout_of(&begin.output().expect("the program starts"));
    // As if one engine had won all games.
    let mut games = games_of(&log_of(&play("won", &["--pairs", "1-4"])));
    for game in &mut games {
        game.result = if game.white == "a" { GameResult::WhiteWins } else { GameResult::BlackWins };
    }
    let lines = games.iter().map(|game| serde_json::to_string(game).expect("JSON") + "\n");
    let log: String = lines.collect();
    fs::write(folder.join("games.jsonl"), &log).expect("the log can be written");
    for way in ["--report", "--resume"] {
        let answer = run_well(&format!("{way} '{}'", folder.display()));
        assert!(answer.contains("H1 accepted") && answer.contains("\n4 games were not needed\n"), "{answer}");
        assert_eq!(log_of(&folder), log, "{way}: nothing was played");
    }
}

#[test]
fn games_outside_the_match_are_rejected() {
    let (mut begin, folder) = command("wrong-log", &["--begin-only", "--pairs", "1-1"]);
    assert_eq!(stdout_of(&begin.output().expect("the program starts")), "pairs: 1\ngames: 2\n");
    let log = log_of(&play("two", &["--pairs", "1-2"]));
    fs::write(folder.join("games.jsonl"), &log).expect("the log can be written");
    for way in ["--report", "--resume"] {
        let output = run_match(&format!("{way} '{}'", folder.display()));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains("is not in the match"), "{way}: {errors}");
        assert!(errors.contains("games.jsonl") && errors.contains("one of its 2 games"), "{errors}");
        assert_eq!(log_of(&folder), log, "{way}: nothing was played");
    }
}

/// The log of two processes that played the same match.
#[test]
fn the_first_line_of_a_repeated_game_counts() {
    let (mut begin, folder) = command("stood-twice", &["--begin-only", "--pairs", "1-1"]);
    stdout_of(&begin.output().expect("the program starts"));
    let log = log_of(&play("once", &["--pairs", "1-1"]));
    let mut again = games_of(&log);
    again.iter_mut().for_each(|game| game.result = GameResult::Draw);
    let first = games_of(&log)[0].result;
    again[0].result = if first == GameResult::Draw { GameResult::WhiteWins } else { GameResult::Draw };
    let again: String = again.iter().map(|game| serde_json::to_string(game).expect("JSON") + "\n").collect();
    fs::write(folder.join("games.jsonl"), log.clone() + &again).expect("the log can be written");
    let (mut begin, whole) = command("stood-once", &["--begin-only", "--pairs", "1-1"]);
    stdout_of(&begin.output().expect("the program starts"));
    fs::write(whole.join("games.jsonl"), &log).expect("the log can be written");
    let expected = run_well(&format!("--report '{}'", whole.display()));
    for way in ["--report", "--resume"] {
        let answer = run_well(&format!("{way} '{}'", folder.display()));
        let (note, rest) = answer.split_once('\n').expect("lines");
        assert!(note.starts_with("games.jsonl: 2 lines repeat games"), "{answer}");
        assert_eq!(rest, expected, "{way}");
    }
}

/// Finding openings again would take long, and a program with another evaluation would find others.
#[test]
fn openings_are_kept() {
    let (mut begin, folder) = command("kept", &["--begin-only"]);
    stdout_of(&begin.output().expect("the program starts"));
    let kept = folder.join("openings.json");
    let text = fs::read_to_string(&kept).expect("the openings");
    let dameo = r#""dameo":[{"fen":"#;
    assert!(text.contains(dameo), "{text}");
    // As if another program had found one more at the front.
    let start = "W:Wa1,b1,b2,c1,c2,c3,d1,d2,d3,e1,e2,e3,f1,f2,f3,g1,g2,h1:Ba8,b7,b8,c6,c7,c8,d6,d7,d8,e6,e7,e8,f6,f7,f8,g7,g8,h8";
    let changed = format!(r#""dameo":[{{"fen":"{start}","moves":["c3-c4"]}},{{"fen":"#);
    fs::write(&kept, text.replace(dameo, &changed)).expect("the openings can be written");
    run_well(&format!("--resume '{}'", folder.display()));
    let openings = kept.to_str().expect("a path that is text");
    let part = games_of(&log_of(&play("with-kept", &["--openings", openings, "--pairs", "2-2"])));
    let resumed = games_of(&log_of(&folder));
    assert_eq!(part, resumed[2..4]);
    assert_eq!(
        (part[0].variant.as_str(), part[0].opening_plies, part[0].moves[0].text.as_str()),
        ("dameo", 1, "c3-c4")
    );
}

#[test]
fn pairs_outside_the_match_are_rejected() {
    for (pairs, word) in [("5-7", "from 1 to 6"), ("0-3", "FROM-TO"), ("4", "FROM-TO")] {
        let (mut command, folder) = command("refused", &["--pairs", pairs]);
        let output = command.output().expect("the program starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(word), "{pairs}: {errors}");
        assert!(!fs::exists(folder).expect("an answer"), "{pairs} has started a match");
    }
}

/// The program that has started a match may be killed before it can end the match.
#[test]
fn a_match_ends_with_its_input() {
    let (mut command, folder) = command("watched", &["--until-eof", "--concurrency", "1"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"any input is ignored\n").expect("it reads");
    let began = Instant::now();
    while !fs::exists(folder.join("games.jsonl")).expect("an answer") {
        assert!(began.elapsed() < PATIENCE, "the match does not start");
        thread::sleep(Duration::from_millis(5));
    }
    drop(input);
    while child.try_wait().expect("the program can be waited for").is_none() {
        assert!(began.elapsed() < PATIENCE, "the match does not end");
        thread::sleep(Duration::from_millis(5));
    }
}
