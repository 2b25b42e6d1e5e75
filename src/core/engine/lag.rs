//! Lag: the delay before a search reads the clock, because other programs use the processor or the system allocates
//! memory. A recent delay is likely to recur, so each search keeps it in reserve.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The longest recent time between two readings of the clock, in microseconds; shared by the searches of an engine.
#[derive(Debug, Default)]
pub(super) struct Lag(AtomicU64);

/// On an idle machine no thread reads the clock later than this.
const USUAL: Duration = Duration::from_millis(2);
/// Each search forgets 1 / `FORGOTTEN` of the earlier lag.
const FORGOTTEN: u64 = 8;
/// The longest expected lag. Longer delays mean that the machine was suspended.
const LONGEST: Duration = Duration::from_millis(500);

impl Lag {
    /// Notes the start of a search that was requested this long ago: the time that it has waited for a processor is
    /// lag.
    pub(super) fn start_search(&self, ago: Duration) {
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

    /// The lag to expect.
    pub(super) fn expected(&self) -> Duration {
        Duration::from_micros(self.0.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lag_is_expected_again_and_decays() {
        let lag = Lag::default();
        let milliseconds = Duration::from_millis;
        lag.start_search(milliseconds(1));
        lag.note(USUAL);
        assert_eq!(lag.expected(), Duration::ZERO, "an idle machine");
        lag.note(milliseconds(40));
        lag.note(milliseconds(10));
        assert_eq!(lag.expected(), milliseconds(40));
        lag.start_search(milliseconds(1));
        assert_eq!(lag.expected(), milliseconds(35));
        lag.start_search(milliseconds(50));
        assert_eq!(lag.expected(), milliseconds(50));
        (0..50).for_each(|_| lag.start_search(Duration::ZERO));
        assert!(lag.expected() < USUAL);
    }
}
