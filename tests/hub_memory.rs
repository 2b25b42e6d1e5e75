//! More memory than there is: an error, not an end.
#![cfg(target_os = "linux")]

#[path = "support/engine_process.rs"]
mod engine_process;
#[path = "support/hub_replies.rs"]
mod hub_replies;

use std::process::Command;

use engine_process::EngineProcess;

/// The program with this much address space, so that no machine is asked for more than it can bear.
fn within_kibibytes(kibibytes: u32) -> EngineProcess {
    let script = format!("ulimit -v {kibibytes} && exec \"$0\"");
    EngineProcess::of(Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_coupturc")]), true)
}

/// Linux promises memory that it does not have; a process that fills it is ended.
#[test]
fn a_table_that_is_larger_than_the_machine_is_refused() {
    let mut engine = EngineProcess::start();
    engine.quietly(&["set-param name=hash value=2"]);
    let message = engine.refusal("set-param name=hash value=1048576");
    assert!(message.contains("memory"), "{message}");
    let declared = engine.answers("hub");
    assert!(declared.iter().any(|line| line.starts_with("param name=hash value=2 ")), "{declared:?}");
    assert!(engine.search(&["level depth=4", "go think"]).best.is_some());
    engine.finish();
}

#[test]
fn a_table_that_does_not_fit_is_refused() {
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
