//! Memory: a request for too much is an error, not a crash; unused memory is freed.
#![cfg(target_os = "linux")]

use std::process::Command;

use coupturc::rules::games::Variant;

use crate::support::engine_process::{EngineProcess, PATIENCE};

/// Starts the program with limited address space, so that the test cannot exhaust the machine.
fn within_kibibytes(kibibytes: u32) -> EngineProcess {
    let script = format!("ulimit -v {kibibytes} && exec \"$0\"");
    EngineProcess::of(Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_coupturc")]), true)
}

/// Linux overcommits memory and kills a process that uses too much.
#[test]
fn a_table_larger_than_the_machine_is_rejected() {
    let _turn = crate::busy();
    let mut engine = EngineProcess::start();
    engine.quietly(&["set-param name=hash value=2"]);
    let message = engine.refusal("set-param name=hash value=1048576");
    assert!(message.contains("memory"), "{message}");
    let declared = engine.answers("hub");
    assert!(declared.iter().any(|line| line.starts_with("param name=hash value=2 ")), "{declared:?}");
    engine.finish();
}

/// The old table stays with its entries: the next search is the same as if nothing had been asked for.
#[test]
fn a_rejected_table_keeps_the_old_one() {
    let _turn = crate::busy();
    let go = ["level depth=11", "go think"];
    let mut undisturbed = EngineProcess::start();
    let first = undisturbed.search(&go).last().nodes;
    let again = undisturbed.search(&go).last().nodes;
    assert!(again < first, "{first} nodes at first, then {again}");
    undisturbed.finish();
    let mut engine = EngineProcess::start();
    engine.search(&go);
    engine.refusal("set-param name=hash value=1048576");
    assert_eq!(engine.search(&go).last().nodes, again);
    engine.quietly(&["set-param name=hash value=65"]);
    assert!(engine.search(&go).last().nodes > again, "another table starts empty");
    engine.finish();
}

#[test]
fn a_table_beyond_the_address_space_is_rejected() {
    let _turn = crate::busy();
    let mut engine = within_kibibytes(1_000_000);
    for line in [
        "set-param name=hash value=1048576",
        "set-param name=hash value=4096",
        "set-param name=tt-size value=36",
    ] {
        let message = engine.refusal(line);
        assert!(message.contains("memory"), "{message}");
    }
    let declared = engine.answers("hub");
    assert!(declared.iter().any(|line| line.starts_with("param name=hash value=64 ")), "{declared:?}");
    engine.quietly(&["set-param name=hash value=16", "set-param name=variant value=dameo"]);
    assert!(engine.search(&["level depth=4", "go think"]).best.is_some());
    engine.finish();
}

/// The resident memory of a process, in KiB.
fn resident_kibibytes(engine: &EngineProcess) -> i64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).expect("a running process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line of that name");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// The numbers of threads and of table sizes that are tried.
const THREADS: usize = 3;
const SIZES: usize = 7;

/// Changes all parameters that replace something, with a search after each change.
fn change_everything(engine: &mut EngineProcess, times: usize) {
    for time in 0..times {
        let variant = Variant::ALL[time % Variant::ALL.len()];
        engine.quietly(&[
            &format!("set-param name=variant value={variant}"),
            &format!("set-param name=threads value={}", 1 + time % THREADS),
            &format!("set-param name=hash value={}", 1 + time % SIZES),
        ]);
        assert!(engine.search(&["level depth=2", "go think"]).best.is_some());
    }
}

#[test]
fn changes_leak_no_memory() {
    let _turn = crate::busy();
    let mut engine = EngineProcess::start();
    // All combinations of parameters, so that both measurements follow the same ones.
    let all = Variant::ALL.len() * THREADS * SIZES;
    change_everything(&mut engine, all);
    let before = resident_kibibytes(&engine);
    change_everything(&mut engine, 895);
    change_everything(&mut engine, all);
    let after = resident_kibibytes(&engine);
    assert!(after < before + 4_096, "{before} KiB after a hundred changes, {after} KiB after a thousand");
    engine.finish();
}

/// A client that sends a million lines before it reads a reply gets every reply, and the memory used is that of the
/// replies.
#[test]
fn a_flood_is_answered_when_the_client_reads() {
    let _turn = crate::busy();
    const LINES: usize = 1_000_000;
    let mut engine = EngineProcess::unread();
    engine.send_bytes(&b"ping\n".repeat(LINES));
    engine.send("new-game");
    let until = std::time::Instant::now() + PATIENCE;
    while bytes_read(&engine) < LINES as u64 * 5 {
        assert!(std::time::Instant::now() < until, "the engine does not read on");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let memory = resident_kibibytes(&engine);
    assert!(memory < 128 << 10, "{memory} KiB");
    engine.read();
    engine.close_input();
    let answers = engine.rest();
    assert_eq!(answers.len(), LINES);
    assert!(answers.iter().all(|answer| answer == "pong"));
    engine.ends_well();
}

/// The number of bytes that a process has read.
fn bytes_read(engine: &EngineProcess) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{}/io", engine.id())).expect("a running process");
    let line = text.lines().find_map(|line| line.strip_prefix("rchar: ")).expect("a line of that name");
    line.parse().expect("a number")
}

/// Clearing a table page by page would take tenths of a second per GiB.
#[test]
fn a_large_table_is_cleared_at_once() {
    let _turn = crate::busy();
    let mut engine = EngineProcess::start();
    engine.quietly(&["set-param name=hash value=1024"]);
    let started = std::time::Instant::now();
    for _ in 0..20 {
        engine.quietly(&["new-game"]);
    }
    let time = started.elapsed();
    assert!(time < std::time::Duration::from_secs(1), "{time:?}");
    engine.finish();
}

/// Large tables are replaced, small ones cleared.
#[test]
fn a_cleared_table_is_empty() {
    let _turn = crate::busy();
    for mebibytes in [1, 100] {
        let mut engine = EngineProcess::start();
        engine.quietly(&[&format!("set-param name=hash value={mebibytes}")]);
        let go = ["level depth=9", "go think"];
        let first = engine.search(&go).last().nodes;
        assert_ne!(engine.search(&go).last().nodes, first, "the position is in the table");
        for _ in 0..3 {
            let again = engine.search(&["new-game", "level depth=9", "go think"]).last().nodes;
            assert_eq!(again, first, "{mebibytes} MiB");
        }
        engine.finish();
    }
}
