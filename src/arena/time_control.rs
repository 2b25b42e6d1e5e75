//! Time controls and clocks: the limits on an engine's moves.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, u32 as number32, u64 as number64};
use nom::combinator::{map, opt, verify};
use nom::number::complete::double;
use nom::sequence::{pair, preceded, terminated};

use crate::notation::NotationError;
use crate::notation::text::{Parsed, expect, parse_all};

/// The limit on an engine's moves.
///
/// ```
/// use coupturc::arena::TimeControl;
///
/// for text in ["60", "1+0.01", "40/60", "40/60+0.5", "0.1/move", "nodes=10000", "depth=6"] {
///     let control: TimeControl = text.parse()?;
///     assert_eq!(control.to_string(), text);
/// }
/// assert!("soon".parse::<TimeControl>().is_err());
/// # Ok::<(), coupturc::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeControl {
    /// A clock: time at the start, time added before every move, and the number of moves after which the starting time
    /// is added again.
    Clock {
        /// Added at the start and at every control.
        time: Duration,
        /// Added before every move.
        increment: Duration,
        /// The moves from one control to the next; `None` without controls.
        moves: Option<u32>,
    },
    /// A fixed time for every move.
    PerMove(Duration),
    /// The nodes of a search.
    Nodes(u64),
    /// The depth of a search in plies.
    Depth(u32),
}

impl FromStr for TimeControl {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse_all("time control", text, time_control)
    }
}

fn time_control(input: &str) -> Parsed<'_, TimeControl> {
    let nodes = map(preceded(tag("nodes="), verify(number64, |&n| n > 0)), TimeControl::Nodes);
    let depth =
        map(preceded(tag("depth="), verify(number32, |&n| (1..=100).contains(&n))), TimeControl::Depth);
    let per_move = map(terminated(seconds, tag("/move")), TimeControl::PerMove);
    let moves = opt(terminated(verify(number32, |&n| n > 0), char('/')));
    let clock =
        map((moves, pair(seconds, opt(preceded(char('+'), seconds)))), |(moves, (time, increment))| {
            TimeControl::Clock { time, increment: increment.unwrap_or_default(), moves }
        });
    let expected = "a time control such as 60, 1+0.01, 40/60, 0.1/move, nodes=10000 or depth=6";
    expect(expected, alt((nodes, depth, per_move, clock))).parse(input)
}

fn seconds(input: &str) -> Parsed<'_, Duration> {
    const DAY: f64 = 24.0 * 3600.0;
    let sensible = verify(double, |seconds: &f64| (0.0..=DAY).contains(seconds));
    map(sensible, Duration::from_secs_f64).parse(input)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Clock { time, increment, moves } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", time.as_secs_f64())?;
                if increment.is_zero() { Ok(()) } else { write!(f, "+{}", increment.as_secs_f64()) }
            }
            Self::PerMove(time) => write!(f, "{}/move", time.as_secs_f64()),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

/// The clock of one player in one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    moves_to_go: Option<u32>,
}

/// The time by which a player has overstepped its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overstep(pub Duration);

impl Clock {
    /// The clock at the start of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        match control {
            TimeControl::Clock { time, moves, .. } => Self { control, left: time, moves_to_go: moves },
            _ => Self { control, left: Duration::ZERO, moves_to_go: None },
        }
    }

    /// Starts a move: adds the increment.
    pub fn start_move(&mut self) {
        if let TimeControl::Clock { increment, .. } = self.control {
            self.left += increment;
        }
    }

    /// The limit of the move as a Hub command.
    #[must_use]
    pub fn level(&self) -> String {
        match self.control {
            TimeControl::Clock { increment, .. } => {
                let moves = self.moves_to_go.map_or(String::new(), |moves| format!("moves={moves} "));
                let (left, increment) = (self.left.as_secs_f64(), increment.as_secs_f64());
                format!("level {moves}time={left:.3} inc={increment}")
            }
            TimeControl::PerMove(time) => format!("level move-time={}", time.as_secs_f64()),
            TimeControl::Nodes(nodes) => format!("level nodes={nodes}"),
            TimeControl::Depth(depth) => format!("level depth={depth}"),
        }
    }

    /// The maximum time for a move; `None` without a time limit.
    #[must_use]
    pub fn allowed(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Clock { .. } => Some(self.left),
            TimeControl::PerMove(time) => Some(time),
            TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
        }
    }

    /// Ends a move: subtracts its time.
    ///
    /// # Errors
    ///
    /// If the move took more than `margin` longer than allowed.
    pub fn end_move(&mut self, spent: Duration, margin: Duration) -> Result<(), Overstep> {
        let late = self.allowed().map_or(Duration::ZERO, |allowed| spent.saturating_sub(allowed));
        if late > margin {
            return Err(Overstep(late));
        }
        self.left = self.left.saturating_sub(spent);
        if let (TimeControl::Clock { time, moves, .. }, Some(to_go)) =
            (self.control, self.moves_to_go.as_mut())
        {
            *to_go -= 1;
            if *to_go == 0 {
                self.left += time;
                self.moves_to_go = moves;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> Clock {
        Clock::new(text.parse().expect("a time control"))
    }

    const MARGIN: Duration = Duration::from_millis(5);

    #[test]
    fn clocks_run_and_get_their_increments() {
        let mut clock = clock("1+0.1");
        clock.start_move();
        assert_eq!(clock.level(), "level time=1.100 inc=0.1");
        assert_eq!(clock.end_move(Duration::from_millis(600), MARGIN), Ok(()));
        clock.start_move();
        assert_eq!(clock.level(), "level time=0.600 inc=0.1");
        assert_eq!(clock.end_move(Duration::from_millis(603), MARGIN), Ok(()), "within the margin");
        clock.start_move();
        let late = clock.end_move(Duration::from_millis(150), MARGIN);
        assert_eq!(late, Err(Overstep(Duration::from_millis(50))));
    }

    #[test]
    fn a_time_control_adds_time() {
        let mut clock = clock("2/10");
        assert_eq!(clock.level(), "level moves=2 time=10.000 inc=0");
        for level in ["level moves=1 time=6.000 inc=0", "level moves=2 time=12.000 inc=0"] {
            clock.start_move();
            assert_eq!(clock.end_move(Duration::from_secs(4), MARGIN), Ok(()));
            assert_eq!(clock.level(), level);
        }
    }

    #[test]
    fn node_and_depth_limits_cannot_be_overstepped() {
        for text in ["nodes=5", "depth=3"] {
            let mut clock = clock(text);
            assert_eq!(clock.end_move(Duration::from_secs(4_000), MARGIN), Ok(()));
            assert_eq!(clock.level(), format!("level {text}"));
        }
    }

    #[test]
    fn errors_name_the_time_control() {
        for text in ["", "x", "-1", "1+", "0/60", "nodes=0", "depth=101", "1e9", "60s", "1+1+1", "nan"] {
            let error = text.parse::<TimeControl>().expect_err(text);
            assert!(error.to_string().contains("time control"), "{text}: {error}");
        }
    }
}
