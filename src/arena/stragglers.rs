//! What an engine has started and hidden from us, in a session or process group of its own.
//!
//! A process hands its environment on to all that it starts, so a mark there finds them wherever they have gone, and
//! whoever has become their parent. Only a process that has cleaned its environment escapes: it means to outlive the match.
//!
//! CITE: Jenkins ends what its builds have left behind in this way, see
//! <https://wiki.jenkins.io/display/JENKINS/ProcessTreeKiller>.

use std::fs;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// So often we look whether something is left: a process may start another one while it is being looked for.
const ROUNDS: usize = 100;
/// How long a process may take to be gone before we look again.
const PAUSE: Duration = Duration::from_millis(2);

/// Ends all processes that have this in their environment.
pub(super) fn end_all_with(name: &str, value: &str) {
    let mark = format!("{name}={value}").into_bytes();
    for _ in 0..ROUNDS {
        let marked = processes().filter(|&process| has(process, &mark));
        if marked.map(|process| end(process, &mark)).count() == 0 {
            return;
        }
        thread::sleep(PAUSE);
    }
}

fn processes() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}

/// Processes of other users, and those that are over, show no environment.
fn has(process: Pid, mark: &[u8]) -> bool {
    let environment = fs::read(format!("/proc/{}/environ", process.as_raw_nonzero())).unwrap_or_default();
    environment.split(|&byte| byte == 0).any(|variable| variable == mark)
}

/// Ends a process, if it is still the one that was marked: its number may be another one's by now.
fn end(process: Pid, mark: &[u8]) {
    if let Ok(process_itself) = pidfd_open(process, PidfdFlags::empty())
        && has(process, mark)
    {
        // It may be over, which is as good.
        let _ = pidfd_send_signal(process_itself, Signal::KILL);
    }
}
