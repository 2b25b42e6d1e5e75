//! `--log`: a record of both sides, for bug reports.

use std::io::Read;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::support::engine_process::EngineProcess;

/// A path for a file that does not exist yet.
fn fresh_file(name: &str) -> PathBuf {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&file);
    file
}

/// The text after the timestamp of each line; checks the timestamps.
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
    let text = std::fs::read_to_string(&file).expect("the log exists");
    let entries = entries(&text);
    assert_eq!(entries.len(), 2 * 10, "the second conversation is added to the first: {text}");
    assert!(text.lines().is_sorted_by_key(|line| line.split(' ').next()), "{text}");
    for conversation in entries.chunks(10) {
        assert!(conversation[0].starts_with("= coupturc "), "{text}");
        let lines = |mark: &str| -> Vec<&str> {
            conversation.iter().filter_map(|entry| entry.strip_prefix(mark)).collect()
        };
        assert_eq!(lines("> "), ["fen", "ping", "sing \u{fffd}", "ping", "quit"]);
        let answers = lines("< ");
        assert!(answers[0].starts_with("fen fen=\"W:") && answers[1] == "pong", "{text}");
        assert!(answers[2].starts_with("error message=\"line: byte 6") && answers[3] == "pong", "{text}");
    }
}

#[test]
fn an_unwritable_file_is_rejected_at_the_start() {
    let mut engine = EngineProcess::with_arguments(&["hub", "--log", "/nowhere/at/all.log"]);
    let (status, _) = engine.wait();
    let errors = engine.take_errors();
    assert!(!status.success());
    assert!(errors.contains("/nowhere/at/all.log") && errors.lines().count() == 1, "{errors}");
}

/// A pipe in the file system.
fn fresh_pipe(name: &str) -> PathBuf {
    let pipe = fresh_file(name);
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is installed").success());
    pipe
}

/// Opens a pipe for reading; for writing too, so that opening does not wait for a writer.
fn reading_end(pipe: &PathBuf) -> std::fs::File {
    std::fs::File::options().read(true).write(true).open(pipe).expect("a pipe")
}

fn logging_to(pipe: &std::path::Path) -> EngineProcess {
    EngineProcess::with_arguments(&["hub", "--log", pipe.to_str().expect("a path that is text")])
}

#[test]
#[cfg(unix)]
fn an_unread_log_does_not_block_the_conversation() {
    let pipe = fresh_pipe("stalled.pipe");
    let mut reader = reading_end(&pipe);
    let mut engine = logging_to(&pipe);
    // The pipe buffers 64 KiB, the engine 8 MiB.
    for _ in 0..10 {
        engine.send_bytes(&b"ping\n".repeat(20_000));
        for _ in 0..20_000 {
            assert_eq!(engine.line(), "pong");
        }
    }
    assert!(engine.search(&["level depth=3", "go think"]).last().depth == 3);
    engine.send("quit");
    let (status, time) = engine.wait();
    assert!(status.success() && time < Duration::from_secs(3), "{status} after {time:?}");
    let errors = engine.take_errors();
    assert!(errors.contains("lines could not be written") && errors.lines().count() == 1, "{errors}");
    let mut start = [0; 200];
    reader.read_exact(&mut start).expect("the start was written");
    assert!(String::from_utf8_lossy(&start).contains(" = coupturc "));
}

#[test]
#[cfg(unix)]
fn a_log_counts_its_lost_lines() {
    let pipe = fresh_pipe("slow.pipe");
    let mut reader = reading_end(&pipe);
    let mut engine = logging_to(&pipe);
    engine.send_bytes(&b"ping\n".repeat(200_000));
    for _ in 0..200_000 {
        assert_eq!(engine.line(), "pong");
    }
    // Now the log is read.
    let reading = std::thread::spawn(move || {
        let (mut text, mut piece) = (Vec::new(), [0; 1 << 16]);
        while !text.ends_with(b" > quit\n") {
            let length = reader.read(&mut piece).expect("a pipe that is open");
            text.extend_from_slice(&piece[..length]);
        }
        String::from_utf8(text).expect("a log is text")
    });
    std::thread::sleep(Duration::from_millis(500));
    engine.quietly(&[]);
    engine.send("quit");
    engine.ends_well();
    let text = reading.join().expect("the log ends with the last line");
    let lost: Vec<usize> = entries(&text)
        .into_iter()
        .filter_map(|entry| entry.strip_prefix("= ")?.strip_suffix(" lines are lost here")?.parse().ok())
        .collect();
    assert!(!lost.is_empty(), "more than fits");
    let logged = entries(&text).iter().filter(|entry| !entry.starts_with('=')).count();
    assert_eq!(
        logged + lost.iter().sum::<usize>(),
        2 * 200_001 + 1,
        "every line is logged or counted as lost"
    );
}

#[test]
#[cfg(unix)]
fn a_pipe_without_a_reader_is_rejected_at_the_start() {
    let pipe = fresh_pipe("lonely.pipe");
    let mut engine = logging_to(&pipe);
    let (status, _) = engine.wait();
    let errors = engine.take_errors();
    assert!(!status.success() && errors.contains("lonely.pipe") && errors.contains("reads"), "{errors}");
}
