//! `--log`: a record of both sides, for reports of bugs.

#[path = "support/engine_process.rs"]
mod engine_process;

use std::path::PathBuf;

use engine_process::EngineProcess;

/// A file of this test that is not there yet.
fn fresh_file(name: &str) -> PathBuf {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&file);
    file
}

/// What stands behind the time of each line, which must be one.
fn entries(text: &str) -> Vec<&str> {
    text.lines()
        .map(|line| {
            let (time, entry) = line.split_once(' ').unwrap_or_else(|| panic!("no time in '{line}'"));
            assert!(time.len() == 27 && time.contains('T') && time.ends_with('Z'), "'{time}'");
            entry
        })
        .collect()
}

#[test]
fn both_sides_are_logged_in_order() {
    let file = fresh_file("both_sides.log");
    let path = file.to_str().expect("a path that is text");
    for arguments in [&["hub", "--log", path], &["--log", path][..]] {
        let mut engine = EngineProcess::with_arguments(arguments);
        assert_eq!(engine.answers("fen").len(), 1);
        engine.send_bytes(b"sing \xff\r\n");
        assert_eq!(engine.answers_so_far().len(), 1, "an error");
        engine.send("quit");
        engine.ends_well();
    }
    let text = std::fs::read_to_string(&file).expect("the log is there");
    let entries = entries(&text);
    assert_eq!(entries.len(), 2 * 10, "the second conversation is added to the first: {text}");
    assert!(text.lines().is_sorted_by_key(|line| line.split(' ').next()), "{text}");
    for conversation in entries.chunks(10) {
        assert!(conversation[0].starts_with("= coupturc "), "{text}");
        let said = |mark: &str| -> Vec<&str> {
            conversation.iter().filter_map(|entry| entry.strip_prefix(mark)).collect()
        };
        assert_eq!(said("> "), ["fen", "ping", "sing \u{fffd}", "ping", "quit"]);
        let answers = said("< ");
        assert!(answers[0].starts_with("fen fen=\"W:") && answers[1] == "pong", "{text}");
        assert!(answers[2].starts_with("error message=\"line: byte 6") && answers[3] == "pong", "{text}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_refused_at_the_start() {
    let mut engine = EngineProcess::with_arguments(&["hub", "--log", "/nowhere/at/all.log"]);
    let (status, _) = engine.wait();
    let errors = engine.take_errors();
    assert!(!status.success());
    assert!(errors.contains("/nowhere/at/all.log") && errors.lines().count() == 1, "{errors}");
}
