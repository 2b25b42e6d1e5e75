//! Lag: how late a search may read the clock, because other programs have the processor or the system provides memory. A
//! search that was late a moment ago will be late again, so each search keeps the recent lag in reserve.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The longest recent time between two readings of the clock, in microseconds; shared by the searches of an engine.
#[derive(Debug, Default)]
pub(super) struct Lag(AtomicU64);

/// On an idle machine no thread is away for longer than this.
const USUAL: Duration = Duration::from_millis(2);
/// Each search forgets one part in this many of the earlier lag.
const FORGOTTEN: u64 = 8;
/// The longest expected lag: a machine that was suspended is not a busy one.
const LONGEST: Duration = Duration::from_millis(500);

impl Lag {
    /// Notes that a search begins which was requested this long ago: it has waited for a processor.
    pub(super) fn begin(&self, ago: Duration) {
        let before = self.0.load(Relaxed);
        self.0.store(before - before / FORGOTTEN, Relaxed);
        self.note(ago);
    }

    /// Notes that a search has not read the clock for this long.
    pub(super) fn note(&self, away: Duration) {
        if away > USUAL {
            self.0.fetch_max(away.min(LONGEST).as_micros() as u64, Relaxed);
        }
    }

    /// The lag that a search must expect.
    pub(super) fn expected(&self) -> Duration {
        Duration::from_micros(self.0.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_late_is_expected_to_and_then_forgotten() {
        let lag = Lag::default();
        let milliseconds = Duration::from_millis;
        lag.begin(milliseconds(1));
        lag.note(USUAL);
        assert_eq!(lag.expected(), Duration::ZERO, "an idle machine");
        lag.note(milliseconds(40));
        lag.note(milliseconds(10));
        assert_eq!(lag.expected(), milliseconds(40));
        lag.begin(milliseconds(1));
        assert_eq!(lag.expected(), milliseconds(35));
        lag.begin(milliseconds(50));
        assert_eq!(lag.expected(), milliseconds(50));
        (0..50).for_each(|_| lag.begin(Duration::ZERO));
        assert!(lag.expected() < USUAL);
    }
}
