//! `coupturc learn games` and `learn fit` as child processes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::matches::{PROGRAM, fresh};

/// Longer than any step takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(["learn", "games", "--variant", "dameo", "--threads", "1", "--out"]).arg(folder);
    command.args(arguments.split(' '));
    command
}

fn errors(output: &Output) -> String {
    assert!(!output.status.success(), "expected an error");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The parent process may be killed before it can stop its child.
#[test]
fn a_part_ends_with_its_input() {
    let folder = fresh("learn-watched");
    let mut command = command(&folder, "--games 1000000 --nodes 1000 --until-eof");
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"ignored\n").expect("the program reads");
    let started = Instant::now();
    let has_games = || fs::read(folder.join("dameo-1.games")).is_ok_and(|bytes| bytes.len() > 200);
    while !has_games() {
        assert!(started.elapsed() < PATIENCE, "no game is played");
        thread::sleep(Duration::from_millis(5));
    }
    drop(input);
    while child.try_wait().expect("the program can be waited for").is_none() {
        assert!(started.elapsed() < PATIENCE, "it does not end");
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("it has ended");
    assert!(errors(&output).contains("run the same command to continue"));
}

#[test]
fn the_games_of_parts_are_counted() {
    let folder = fresh("learn-counted");
    let run = |arguments: &str| command(&folder, arguments).output().expect("the program starts");
    let counts = |arguments: &str| {
        let output = run(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(counts("--games 3 --nodes 20 --count 2"), "dameo-1.games: 0\ndameo-2.games: 0\n");
    assert!(!folder.exists(), "counting creates no folder");
    counts("--games 3 --nodes 20 --seed 2");
    assert_eq!(counts("--games 9 --nodes 20 --count 2"), "dameo-1.games: 0\ndameo-2.games: 3\n");
    assert_eq!(
        counts("--games 2 --nodes 20 --seed 2 --count 1"),
        "dameo-2.games: 2\n",
        "other files are not counted"
    );
    // A part with other settings is an error whether or not its seed is the same.
    for seed in [1, 2] {
        let output = run(&format!("--nodes 21 --seed {seed} --count 1"));
        let errors = errors(&output);
        let other = "dameo-2.games: its games have other settings (dameo nodes=20 seed=2 evaluation=auto)";
        assert!(errors.contains(other) && errors.contains("use another folder"), "{errors}");
    }
}

/// Creates a folder with a few games of Dameo.
fn played(name: &str) -> PathBuf {
    let folder = fresh(name);
    let output = command(&folder, "--games 40 --nodes 50").output().expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    folder
}

/// Trains on the games in these folders. Returns the output, and its standard output as text.
fn fit(folders: &[&Path], arguments: &str) -> (Output, String) {
    let mut command = Command::new(PROGRAM);
    command.args(["learn", "fit", "--variant", "dameo", "--passes", "1", "--threads", "1"]).args(folders);
    command.args(arguments.split_whitespace()).arg("--out").arg(folders[0].join("net"));
    let output = command.output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, text)
}

#[cfg(unix)]
#[test]
fn copies_and_links_of_a_file_count_once() {
    let folder = played("learn-names");
    let file = folder.join("dameo-1.games");
    let (_, once) = fit(&[&folder], "");
    assert!(once.contains("dameo: 40 games"), "{once}");
    std::os::unix::fs::symlink(&file, folder.join("link.games")).expect("a link");
    fs::hard_link(&file, folder.join("hard.games")).expect("a link");
    fs::copy(&file, folder.join("copy.games")).expect("a copy");
    let (output, again) = fit(&[&folder, &folder.join(".")], "");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(again, once);
    assert_eq!(
        text.matches("40 of its 40 games are also in another file; they are used once").count(),
        7,
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_games_is_rejected() {
    let folder = played("learn-pipe");
    let pipe = folder.join("dameo-2.games");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let message = "dameo-2.games: it is not a regular file; remove it from the folder";
    assert!(errors(&fit(&[&folder], "").0).contains(message));
    for arguments in ["--seed 2", "--seed 2 --count 1", "--seed 1 --nodes 50 --count 1"] {
        let output = command(&folder, arguments).output().expect("the program starts");
        assert!(errors(&output).contains(message), "{arguments}");
    }
}

#[test]
fn errors_name_only_options_of_the_command() {
    let folder = played("learn-damaged");
    let file = folder.join("dameo-1.games");
    let mut bytes = fs::read(&file).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).expect("written");
    let text = errors(&command(&folder, "--games 40 --nodes 50").output().expect("the program starts"));
    assert!(text.contains("damaged") && text.contains("another --seed") && !text.contains("skip"), "{text}");
    assert!(errors(&fit(&[&folder], "").0).contains("--skip-damaged"));
}

/// A search that would take days must be stopped.
#[test]
fn a_long_search_ends_with_its_input() {
    let folder = fresh("learn-long");
    let mut command = command(&folder, "--games 1 --nodes 1000000000000 --until-eof");
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let started = Instant::now();
    while !folder.join("dameo-1.games").exists() {
        assert!(started.elapsed() < PATIENCE, "it does not start");
        thread::sleep(Duration::from_millis(5));
    }
    drop(child.stdin.take());
    while child.try_wait().expect("the program can be waited for").is_none() {
        assert!(started.elapsed() < PATIENCE, "it does not end");
        thread::sleep(Duration::from_millis(5));
    }
}
