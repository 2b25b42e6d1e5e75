//! Process: a program that was started for a match, and all that it has started itself.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take to end by itself.
const EXIT_TIME: Duration = Duration::from_millis(500);

/// What all that a program starts inherits from it, so that it is found wherever it hides.
const MARK: &str = "COUPTURC_MATCH_PROCESS";

/// A running program in a process group of its own. When this is dropped, the group is ended, and on Linux whatever the
/// program has started outside of it.
pub(super) struct Process {
    child: Child,
    /// The value of [`MARK`] in its environment.
    mark: String,
}

impl Process {
    /// Starts a command: a program and its arguments. What it says as errors is lost.
    pub(super) fn start(command: &[String], output: Stdio) -> io::Result<Self> {
        let mut start = Command::new(command.first().map_or("", String::as_str));
        start.args(command.iter().skip(1)).stdin(Stdio::piped()).stdout(output).stderr(Stdio::null());
        let mark = format!("{}-{:016x}", std::process::id(), fastrand::u64(..));
        start.env(MARK, &mark);
        // A group of its own, so that all that it starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        Ok(Self { child: start.spawn()?, mark })
    }

    /// Its input and output, for those who want them. Otherwise its input stays open.
    pub(super) fn take_pipes(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        self.child.stdin.take().zip(self.child.stdout.take())
    }

    /// How it has ended, if it has.
    pub(super) fn ending(&mut self) -> Option<String> {
        let status = self.child.try_wait().ok().flatten()?;
        Some(format!("has ended with {status}"))
    }

    /// Gives it a moment to end by itself; says how it did.
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

/// Ends the process and all that it has started.
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
    //! What an engine has started in a session or process group of its own, where the end of its group does not reach.
    //!
    //! A process hands its environment on to all that it starts, so a mark there finds them wherever they have gone, and
    //! whoever has become their parent. Only a process that has cleaned its environment escapes: it means to outlive the
    //! match.
    //!
    //! CITE: Jenkins ends what its builds have left behind in this way, see
    //! <https://wiki.jenkins.io/display/JENKINS/ProcessTreeKiller>.

    use std::fs;
    use std::thread;
    use std::time::Duration;

    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    /// How often we look whether something is left: a process may start another one while it is being looked for.
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
}
