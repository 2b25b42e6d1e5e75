//! More threads than processors: replies must not wait for a time slice of each thread.
#![cfg(target_os = "linux")]

use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::engine_process::EngineProcess;

/// The first processor that this process may use.
fn a_processor() -> String {
    let status = std::fs::read_to_string("/proc/self/status").expect("the status on Linux");
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).expect("a list");
    list.trim().chars().take_while(char::is_ascii_digit).collect()
}

/// The time until `line` is answered by a line that starts with `answer`.
fn time_of(engine: &mut EngineProcess, line: &str, answer: &str) -> Duration {
    let started = Instant::now();
    engine.send(line);
    while !engine.line().starts_with(answer) {}
    started.elapsed()
}

#[test]
fn many_threads_on_one_processor_do_not_delay_replies() {
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
    // With equal priorities it took four seconds. On a machine busy with other tests a reply is sometimes late.
    assert!(times[2] < Duration::from_secs(1), "{times:?}");
    engine.finish();
}
