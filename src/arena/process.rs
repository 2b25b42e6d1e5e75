//! Process: a program that was started for a match, with all its descendants.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take to end by itself.
const EXIT_TIME: Duration = Duration::from_millis(500);

/// An environment variable that all descendants of a program inherit, so that they can be found.
const MARK: &str = "COUPTURC_MATCH_PROCESS";

/// A running program in a process group of its own. Dropping this kills the group, and on Linux also descendants
/// outside the group.
pub(super) struct Process {
    child: Child,
    /// The value of [`MARK`] in the program's environment.
    mark: String,
}

impl Process {
    /// Starts a command: a program and its arguments. Its standard error is discarded.
    pub(super) fn start(command: &[String], output: Stdio) -> io::Result<Self> {
        let mut start = Command::new(command.first().map_or("", String::as_str));
        start.args(command.iter().skip(1)).stdin(Stdio::piped()).stdout(output).stderr(Stdio::null());
        let mark = format!("{}-{:016x}", std::process::id(), fastrand::u64(..));
        start.env(MARK, &mark);
        // A group of its own, so that its children can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        Ok(Self { child: start.spawn()?, mark })
    }

    /// Takes the program's input and output. Without this call, the input stays open.
    pub(super) fn take_pipes(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        self.child.stdin.take().zip(self.child.stdout.take())
    }

    /// How the program ended, if it has.
    pub(super) fn ending(&mut self) -> Option<String> {
        let status = self.child.try_wait().ok().flatten()?;
        Some(format!("has ended with {status}"))
    }

    /// Gives the program a moment to end by itself, and returns how it ended.
    pub(super) fn ending_soon(&mut self) -> Option<String> {
        let until = Instant::now() + EXIT_TIME;
        loop {
            match self.ending() {
                None if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                ending => return ending,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        end_group(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
        end_marked(&self.mark);
    }
}

/// Kills the process group.
#[cfg(unix)]
fn end_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(_: &Child) {}

#[cfg(target_os = "linux")]
fn end_marked(mark: &str) {
    descendants::end_all_with(MARK, mark);
}

#[cfg(not(target_os = "linux"))]
fn end_marked(_: &str) {}

#[cfg(target_os = "linux")]
mod descendants {
    //! Descendants of an engine in another session or process group, which are not reached by killing the engine's
    //! group.
    //!
    //! Child processes inherit the environment, so a mark there identifies them whatever their group or parent is. Only
    //! a process that clears its environment escapes: it is meant to outlive the match.
    //!
    //! CITE: Jenkins kills processes left by its builds in this way, see
    //! <https://wiki.jenkins.io/display/JENKINS/ProcessTreeKiller>.

    use std::fs;
    use std::thread;
    use std::time::Duration;

    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    /// The number of searches: a process may start another process during a search.
    const ROUNDS: usize = 100;
    /// The pause between two searches, during which killed processes end.
    const PAUSE: Duration = Duration::from_millis(2);

    /// Kills all processes with this variable in their environment.
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

    /// Processes of other users, and finished ones, show no environment.
    fn has(process: Pid, mark: &[u8]) -> bool {
        let environment = fs::read(format!("/proc/{}/environ", process.as_raw_nonzero())).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable == mark)
    }

    /// Kills a process if it is still the marked one: its process ID may have been reused.
    fn end(process: Pid, mark: &[u8]) {
        if let Ok(process_itself) = pidfd_open(process, PidfdFlags::empty())
            && has(process, mark)
        {
            // An error means that the process has ended.
            let _ = pidfd_send_signal(process_itself, Signal::KILL);
        }
    }
}
