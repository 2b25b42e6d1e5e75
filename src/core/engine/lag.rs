//! Lag: how late a search may come to its next look at the clock, because other programs have the processor or the
//! system is finding memory. What came late a moment ago will come late again, so a search keeps that much time in
//! reserve.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The longest time lately between two looks at the clock, in microseconds; shared by the searches of an engine.
#[derive(Debug, Default)]
pub(super) struct Lag(AtomicU64);

/// On a machine that has nothing else to do no thread is away for so long.
const USUAL: Duration = Duration::from_millis(2);
/// With each search a part of what was seen before is forgotten: one in so many.
const FORGOTTEN: u64 = 8;
/// Nothing is expected to be away longer: a machine that slept is no busy one.
const LONGEST: Duration = Duration::from_millis(500);

impl Lag {
    /// Notes that a search begins which was asked for so long ago: it has waited for a processor.
    pub(super) fn begin(&self, ago: Duration) {
        let before = self.0.load(Relaxed);
        self.0.store(before - before / FORGOTTEN, Relaxed);
        self.note(ago);
    }

    /// Notes that a search has not looked at the clock for so long.
    pub(super) fn note(&self, away: Duration) {
        if away > USUAL {
            self.0.fetch_max(away.min(LONGEST).as_micros() as u64, Relaxed);
        }
    }

    /// How long a search must expect to be away.
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
