//! Time bounds that also hold on a busy machine.

use std::time::Duration;

/// The delay that a busy machine may add. The latest answer in `docs/dev/robustness.md` took 88 ms instead of less than
/// one.
const LATE: Duration = Duration::from_millis(250);

/// A delay that even a busy machine does not add.
const FAR_TOO_LATE: Duration = Duration::from_secs(4);

/// The number of tries: a busy machine is sometimes late, a bug always.
const TRIES: usize = 5;

/// Fails unless one of a few attempts takes at most `limit` plus [`LATE`], and none much longer. An `attempt` returns
/// its duration.
#[track_caller]
pub(crate) fn keeps(limit: Duration, what: &str, attempt: impl FnMut() -> Duration) {
    let mut tries = Vec::new();
    for time in std::iter::repeat_with(attempt).take(TRIES) {
        if time <= limit + LATE {
            return;
        }
        assert!(time <= limit + FAR_TOO_LATE, "{what} should take {limit:?} at most, and took {time:?}");
        tries.push(time);
    }
    panic!("{what} should take {limit:?} at most, and took {tries:?}");
}
