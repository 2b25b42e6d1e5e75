//! Limits of a search, set by the client: depth, nodes and time; and the time budget computed from them.

use std::time::Duration;

/// The limits of one search. All limits that are set apply together.
///
/// ```
/// use std::time::Duration;
/// use coupturc_core::engine::Limits;
///
/// let limits = Limits { depth: Some(8), move_time: Some(Duration::from_secs(1)), ..Limits::default() };
/// assert!(!limits.is_unlimited());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The maximum number of moves made in the search.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the game.
    pub clock: Option<GameClock>,
}

/// The clock of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameClock {
    /// The remaining time.
    pub time: Duration,
    /// The increment for each move.
    pub increment: Duration,
    /// The number of moves the time must last for; the rest of the game if `None`.
    pub moves: Option<u32>,
}

impl Limits {
    /// Whether nodes or depth are limited, but not time: such a search is reproducible.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        let is_timed = self.move_time.is_some() || self.clock.is_some();
        !is_timed && !self.is_unlimited()
    }

    /// Whether only a command ends the search.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }
}

/// The time budget of a search: when the search should end, and when it must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// The usual time of a move. After this, or a part or multiple of it, no new depth is started.
    soft: Duration,
    /// The time at which the search is stopped.
    hard: Duration,
    /// Whether the time counts from the start of the search, even on the opponent's time: the time spent then is saved
    /// on the clock. Otherwise the time counts from the start of our own time.
    pub(super) counts_pondering: bool,
}

/// The assumed number of moves left if the client does not give one.
const MOVES_TO_GO: u32 = 30;
/// A time control of a given number of moves is divided into one usual time for every two of them: forced moves take no
/// time, quiet ones less, and many games end sooner. Time saved early is available in the second half of the game, in
/// which most games are decided.
const MOVES_PER_USUAL_TIME: u32 = 2;
/// The maximum number of usual times.
const MAX_USUAL_TIMES: u32 = 40;
/// A difficult move can take this many times the average.
const HARD_MULTIPLE: u32 = 4;

impl Budget {
    /// No time: the answer is the move already known.
    pub(super) const NOTHING: Self =
        Self { soft: Duration::ZERO, hard: Duration::ZERO, counts_pondering: false };

    /// The time for one move under `limits`, if these limit time; `overhead` is lost between the clock and the search.
    pub(super) fn of(limits: &Limits, overhead: Duration) -> Option<Self> {
        let by_move = limits.move_time.map(|time| {
            let usable = without_overhead(time, overhead);
            Self { soft: usable, hard: usable, counts_pondering: false }
        });
        let by_clock = limits.clock.map(|clock| Self::on_clock(&clock, overhead));
        match (by_move, by_clock) {
            (Some(a), Some(b)) => {
                Some(Self { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard), counts_pondering: false })
            }
            (a, b) => a.or(b),
        }
    }

    /// In the protocol the increment is added before the move, but not every client does that: the clock may already
    /// include it. So one move uses at most half of time plus increment; the last move of a control may use what the
    /// clock shows.
    fn on_clock(clock: &GameClock, overhead: Duration) -> Self {
        let usable = without_overhead(clock.time + clock.increment, overhead);
        let times_for = |moves: u32| (moves / MOVES_PER_USUAL_TIME).clamp(1, MAX_USUAL_TIMES);
        let usual_times = clock.moves.map_or(MOVES_TO_GO, times_for);
        let (average, most) = if clock.moves == Some(1) {
            (usable, without_overhead(clock.time, overhead).max(usable / 2))
        } else {
            // One usual time stays in reserve. The overhead of each move is paid from its increment; otherwise a clock
            // that depends on increments would run down.
            (usable / (usual_times + 1) + clock.increment.saturating_sub(overhead), usable / 2)
        };
        let hard = (average * HARD_MULTIPLE).min(most);
        Self { soft: average.min(hard), hard, counts_pondering: true }
    }

    /// The time at which to stop a search that may read the clock this late: at least half of the hard limit.
    pub(super) fn hard_with(self, lag: Duration) -> Duration {
        without_overhead(self.hard, lag)
    }

    /// The time at which a search with this share of the usual time should end. A fixed time per move is always used
    /// up.
    pub(super) fn soft_for(self, share: f64) -> Duration {
        if self.counts_pondering { self.soft.mul_f64(share).min(self.hard) } else { self.soft }
    }
}

/// `time` minus `overhead`, but at least half of `time`.
fn without_overhead(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock(seconds: f64, increment: f64, moves: Option<u32>) -> Budget {
        let clock = GameClock {
            time: Duration::from_secs_f64(seconds),
            increment: Duration::from_secs_f64(increment),
            moves,
        };
        Budget::of(&Limits { clock: Some(clock), ..Limits::default() }, OVERHEAD).expect("time is limited")
    }

    #[test]
    fn no_move_takes_more_than_the_clock_allows() {
        for seconds in [0.0, 0.001, 0.02, 1.0, 60.0, 36_000.0] {
            for increment in [0.0, 0.1, 100.0] {
                for moves in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = clock(seconds, increment, moves);
                    // The clock shows the time after the increment, or before it.
                    let least = if increment <= seconds { seconds } else { seconds + increment };
                    let case = format!("{seconds} {increment} {moves:?}");
                    assert!(budget.hard <= Duration::from_secs_f64(least), "{case}");
                    assert!(budget.soft <= budget.hard, "{case}");
                }
            }
        }
    }

    #[test]
    fn lag_stops_a_search_sooner_but_leaves_half_of_its_time() {
        let hard = |lag| clock(1.0, 0.0, Some(1)).hard_with(Duration::from_millis(lag)).as_millis();
        assert_eq!([0, 30, 5_000].map(hard), [990, 960, 495]);
    }

    #[test]
    fn the_increment_can_be_spent_on_an_empty_clock() {
        assert!(clock(0.0, 2.0, None).soft > Duration::from_millis(500));
    }

    #[test]
    fn increments_smaller_than_the_overhead_do_not_run_the_clock_down() {
        let mut left = 1.0;
        for _ in 0..300 {
            left += 0.01;
            left -= clock(left, 0.01, None).soft_for(1.0).as_secs_f64() + 0.008;
            assert!(left > 0.01, "{left}");
        }
    }

    #[test]
    fn the_last_move_before_the_control_may_use_the_rest() {
        assert!(clock(10.0, 0.0, Some(1)).hard > Duration::from_secs_f64(9.9));
        assert!(clock(10.0, 0.0, Some(2)).hard < Duration::from_secs_f64(5.1));
    }

    #[test]
    fn a_control_of_many_moves_is_spent_evenly_and_nearly_to_its_end() {
        // The average share of a move.
        const SHARE: f64 = 0.63;
        let mut left = 12.0;
        let spent: Vec<f64> = (1..=75)
            .rev()
            .map(|moves| {
                let time = clock(left, 0.0, Some(moves)).soft_for(SHARE).as_secs_f64();
                left -= time;
                time
            })
            .collect();
        assert!(spent[50] > 0.6 * spent[0] && spent[0] > spent[50], "{spent:?}");
        assert!(spent[..60].iter().sum::<f64>() > 10.0, "{spent:?}");
    }

    #[test]
    fn a_game_of_average_moves_stays_on_time() {
        let mut left = 60.0;
        for _ in 0..200 {
            left -= clock(left, 0.0, None).hard.as_secs_f64() + 0.005;
            assert!(left > 0.0 || left.abs() < 0.006);
            left = left.max(0.0);
        }
    }

    #[test]
    fn the_shortest_limit_applies() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(50)),
            clock: Some(GameClock { time: Duration::from_secs(600), ..GameClock::default() }),
            ..Limits::default()
        };
        let budget = Budget::of(&limits, OVERHEAD).expect("time is limited");
        assert_eq!(budget.hard, Duration::from_millis(40));
    }
}
