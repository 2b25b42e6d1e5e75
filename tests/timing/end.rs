//! The end of a session: the engine must not outlive its client.

use std::time::Duration;

use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::done;

/// The target is a tenth of a second; a machine busy with other tests gets more.
const SOON: Duration = Duration::from_secs(2);

/// The work of the engine when its client disconnects. Each kind reports immediately that it has started.
const OCCUPATIONS: [(&str, &[&str]); 7] = [
    ("idle", &["ping"]),
    ("an infinite search", &["level infinite", "go think"]),
    ("an analysis", &["level infinite", "go analyze"]),
    ("pondering", &["level move-time=1", "go ponder"]),
    ("a search on the clock", &["level move-time=3600", "go think"]),
    ("a search with two threads", &["set-param name=threads value=2", "level infinite", "go think"]),
    ("a search that knows the result", &["pos fen=W:W28,50:B23", "level infinite", "go analyze"]),
];

#[expect(clippy::print_stderr, reason = "a figure for runs of the test with --nocapture")]
fn report(what: &str, how: &str, time: Duration) {
    eprintln!("{:4} ms from {how} to the end of the process, {what}", time.as_millis());
    assert!(time < SOON, "{what}, {how}: {time:?}");
}

/// Whether a line shows that the engine has started its work.
fn has_started(line: &str) -> bool {
    line.starts_with("info ") || line == "pong"
}

fn occupied(lines: &[&str]) -> EngineProcess {
    let mut engine = EngineProcess::start();
    engine.send_all(lines);
    assert!(has_started(&engine.line()));
    engine
}

/// The rest of the output: only `info`, and at its end one `done` if something was searched.
fn check_rest(what: &str, engine: &mut EngineProcess) {
    let rest = engine.rest();
    let other_lines: Vec<&String> = rest.iter().filter(|line| !line.starts_with("info ")).collect();
    if what == "idle" {
        assert!(rest.is_empty(), "{rest:?}");
    } else {
        assert_eq!(other_lines.len(), 1, "{what}: {other_lines:?}");
        let (best, _) = done(other_lines[0]);
        assert!(best.is_some() && rest.last() == Some(other_lines[0]), "{what}: {rest:?}");
    }
}

#[test]
fn quit_sends_the_answer_and_exits() {
    let _turn = crate::measuring();
    for (what, lines) in OCCUPATIONS {
        let mut engine = occupied(lines);
        engine.send("quit");
        report(what, "quit", engine.ends_well());
        check_rest(what, &mut engine);
    }
}

#[test]
fn the_end_of_the_input_means_quit() {
    let _turn = crate::measuring();
    for (what, lines) in OCCUPATIONS {
        let mut engine = occupied(lines);
        engine.close_input();
        report(what, "the end of the input", engine.ends_well());
        check_rest(what, &mut engine);
    }
}

#[test]
fn work_ends_when_the_output_is_closed() {
    let _turn = crate::measuring();
    let count: (&str, &[&str]) = ("a count", &["ping", "perft depth=30"]);
    for (what, lines) in OCCUPATIONS.into_iter().chain([count]) {
        let mut engine = EngineProcess::unread();
        engine.send_all(lines);
        engine.read_until(has_started);
        if what == "a count" || what.ends_with("result") {
            // It prints nothing more.
            std::thread::sleep(Duration::from_millis(200));
        }
        engine.close_output();
        report(what, "closing the output", engine.ends_well());
    }
}

#[test]
fn lines_before_the_end_of_the_input_are_executed() {
    let _turn = crate::measuring();
    let mut engine = EngineProcess::start();
    engine.send_all(&[
        "level move-time=0.3",
        "go think",
        "wait-done",
        "play move=32-28",
        "perft depth=4",
        "fen",
    ]);
    engine.close_input();
    let rest = engine.rest();
    engine.ends_well();
    let words =
        rest.iter().filter(|line| !line.starts_with("info ")).filter_map(|line| line.split(' ').next());
    assert_eq!(words.collect::<Vec<_>>(), ["done", "perft", "fen"]);
}

#[test]
fn lines_after_quit_are_not_executed() {
    let _turn = crate::measuring();
    let mut engine = EngineProcess::start();
    engine.send_all(&["ping", "quit", "ping", "hub"]);
    assert_eq!(engine.rest(), ["pong"]);
    engine.ends_well();
    let mut held = EngineProcess::start();
    held.send_all(&["perft depth=3", "quit", "fen"]);
    let rest = held.rest();
    assert!(rest.len() == 1 && rest[0].starts_with("perft depth=3 nodes=658 "), "{rest:?}");
    held.ends_well();
}

#[test]
fn an_empty_input_is_not_an_error() {
    let _turn = crate::measuring();
    let mut engine = EngineProcess::start();
    engine.close_input();
    report("no input", "the end of the input", engine.ends_well());
    assert!(engine.rest().is_empty());
}

#[test]
fn lines_beyond_the_read_ahead_limit_are_executed_later() {
    let _turn = crate::measuring();
    let mut engine = EngineProcess::start();
    engine.send("perft depth=6");
    for _ in 0..5_000 {
        engine.send("status");
    }
    engine.close_input();
    let rest = engine.rest();
    assert!(rest[0].starts_with("perft depth=6 nodes=167140 "), "{}", rest[0]);
    assert_eq!(rest.len(), 5_001);
    engine.ends_well();
}

/// The device fails every write, like a full disk.
#[test]
#[cfg(target_os = "linux")]
fn answers_that_cannot_be_written_are_a_failure() {
    let _turn = crate::measuring();
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a device of Linux");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_coupturc"))
        .stdin(std::process::Stdio::piped())
        .stdout(full)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The input stays open: the engine must not wait for its end.
    let mut input = child.stdin.take().expect("stdin is a pipe");
    std::io::Write::write_all(&mut input, b"ping\n").expect("the program reads");
    let output = child.wait_with_output().expect("the program ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{}", output.status);
    assert!(errors.contains("the answers cannot be written") && errors.lines().count() == 1, "{errors}");
    drop(input);
}

#[test]
#[cfg(unix)]
fn an_input_that_cannot_be_read_is_a_failure() {
    let _turn = crate::measuring();
    let folder = std::fs::File::open(".").expect("a folder");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_coupturc"))
        .stdin(folder)
        .output()
        .expect("the program runs");
    let answers = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success(), "{}", output.status);
    assert!(answers.starts_with("error message=\"the input cannot be read"), "{answers}");
}
