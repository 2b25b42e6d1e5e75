//! More threads than processors: answers must not wait until each of them has had its turn.
#![cfg(target_os = "linux")]

use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::engine_process::EngineProcess;

/// The first processor that this process may use.
fn a_processor() -> String {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).expect("a list");
    list.trim().chars().take_while(char::is_ascii_digit).collect()
}

/// How long it takes until `line` is answered by one that begins with `answer`.
fn time_of(engine: &mut EngineProcess, line: &str, answer: &str) -> Duration {
    let began = Instant::now();
    engine.send(line);
    while !engine.line().starts_with(answer) {}
    began.elapsed()
}

#[test]
fn many_threads_on_one_processor_do_not_hold_up_answers() {
    let _turn = crate::busy();
    let processor = a_processor();
    let mut engine = EngineProcess::of(
        Command::new("taskset").args(["-c", &processor, env!("CARGO_BIN_EXE_coupturc")]),
        true,
    );
    engine.send_all(&["set-param name=hash value=16", "set-param name=threads value=256"]);
    let mut times = Vec::new();
    for _ in 0..5 {
        engine.send("go analyze");
        std::thread::sleep(Duration::from_millis(200));
        let ping = time_of(&mut engine, "ping", "pong");
        times.push(ping.max(time_of(&mut engine, "stop", "done")));
    }
    times.sort();
    // It was four seconds when all were equal. A machine that is busy with other tests may be late now and then.
    assert!(times[2] < Duration::from_secs(1), "{times:?}");
    engine.finish();
}
