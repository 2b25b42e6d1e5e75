//! Games for learning, as other programs have them played.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::matches::{PROGRAM, fresh};

/// Longer than anything here takes on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(60);

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(["learn", "games", "--variant", "dameo", "--threads", "1", "--out"]).arg(folder);
    command.args(arguments.split(' '));
    command
}

fn errors(output: &Output) -> String {
    assert!(!output.status.success(), "it should complain");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Whoever has started it may be killed without a chance to end it.
#[test]
fn a_part_ends_with_its_input() {
    let folder = fresh("learn-watched");
    let mut command = command(&folder, "--games 1000000 --nodes 1000 --until-eof");
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"what it says does not matter\n").expect("somebody reads");
    let began = Instant::now();
    let is_begun = || fs::read(folder.join("dameo-1.games")).is_ok_and(|bytes| bytes.len() > 200);
    while !is_begun() {
        assert!(began.elapsed() < PATIENCE, "no game is played");
        thread::sleep(Duration::from_millis(5));
    }
    drop(input);
    while child.try_wait().expect("the program can be waited for").is_none() {
        assert!(began.elapsed() < PATIENCE, "it does not end");
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("it has ended");
    assert!(errors(&output).contains("the same command goes on"));
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
    assert!(!folder.exists(), "counting makes nothing");
    counts("--games 3 --nodes 20 --seed 2");
    assert_eq!(counts("--games 9 --nodes 20 --count 2"), "dameo-1.games: 0\ndameo-2.games: 3\n");
    assert_eq!(
        counts("--games 2 --nodes 20 --seed 2 --count 1"),
        "dameo-2.games: 2\n",
        "others do not count"
    );
    // The part of another seed is as much in the way as that of the same one.
    for seed in [1, 2] {
        let output = run(&format!("--nodes 21 --seed {seed} --count 1"));
        let errors = errors(&output);
        let other = "dameo-2.games: its games were made otherwise (dameo nodes=20 seed=2 evaluation=auto)";
        assert!(errors.contains(other) && errors.contains("take another folder"), "{errors}");
    }
}
