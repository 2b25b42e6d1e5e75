//! Work on several threads.

use std::fmt::Display;
use std::thread;

/// The error if the system cannot start a thread.
pub(super) fn no_thread(error: &dyn Display) -> String {
    let advice = "end other programs, or allow more processes and memory (ulimit -u, ulimit -v)";
    format!("no thread can be started ({error}); {advice}")
}

/// Runs `work` on this number of threads, or on fewer if the system does not provide as many, and waits for all of them.
/// `failed` is the error if one panics.
pub(super) fn on_threads<W>(count: usize, failed: &str, work: W) -> Result<(), String>
where
    W: Fn() -> Result<(), String> + Sync,
{
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, &work).map_err(|error| no_thread(&error));
        let first = start(0)?;
        let others: Vec<_> = (1..count).map_while(|thread| start(thread).ok()).collect();
        let mut all = [first].into_iter().chain(others);
        all.try_for_each(|thread| thread.join().unwrap_or_else(|_| Err(failed.to_owned())))
    })
}
