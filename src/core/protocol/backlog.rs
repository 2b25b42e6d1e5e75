//! Hub backlog: lines that wait while a search or count runs, and the pairing of each `stop` with the work it ends.
//!
//! A `stop` belongs to the last `go` or `perft` before it that has no `stop` yet, as a closing bracket belongs to an
//! opening one. So a `stop` that arrives while lines wait must wait as well if its `go` has not been executed. Once
//! that `go` runs and holds the lines in between, the `stop` must leave its place among them:
//!
//! | line | what happens | backlog |
//! |---|---|---|
//! | `go think` | runs | |
//! | `wait-done` | holds the lines after it until `done` | |
//! | `pos ...` | waits | `pos` |
//! | `go think` | waits | `pos`, `go` |
//! | `stop` | belongs to the second `go`, so it waits | `pos`, `go`, `stop` |
//! | `stop` | no waiting `go` is without a `stop`: it ends the first search | `pos`, `go`, `stop` |
//! | | after `done`, `pos` and the second `go` run; the waiting `stop` is taken out and ends it | |

use std::collections::VecDeque;

use super::grammar::{command_word, parse_command};
use super::input::Input;

/// The number of waiting bytes at which the backlog is full and the client has to wait.
const MAX_BYTES: usize = 16 << 20;

/// What a line does to the work that other lines wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A search or count, which a `stop` ends.
    Start,
    Stop,
    /// A `ping`, which never waits.
    Ping,
    Other,
}

impl Role {
    /// The role of a line; a line with an error starts nothing that could be stopped.
    fn of(input: &Input) -> Self {
        let Input::Line(line) = input else { return Self::Other };
        match command_word(line) {
            Some("ping") => Self::Ping,
            Some("stop") => Self::Stop,
            Some("go" | "perft") if matches!(parse_command(line), Ok(Some(_))) => Self::Start,
            _ => Self::Other,
        }
    }
}

/// The number of a line, counted from the first line that ever waited.
type Number = u64;

/// A waiting line.
struct Waiting {
    input: Input,
    role: Role,
    /// The waiting `stop` that belongs to it.
    stop: Option<Number>,
}

impl Waiting {
    fn bytes(&self) -> usize {
        let text = match &self.input {
            Input::Line(text)
            | Input::Unreadable { problem: text, .. }
            | Input::Broken(text)
            | Input::Failed(text) => text.len(),
            Input::End => 0,
        };
        size_of::<Self>() + text
    }
}

/// The waiting lines, in order.
#[derive(Default)]
pub(super) struct Backlog {
    lines: VecDeque<Waiting>,
    /// The number of the first waiting line.
    first: Number,
    bytes: usize,
    /// Every waiting `go` and `perft` without a `stop`.
    without_stop: VecDeque<Number>,
    /// The waiting `stop` of the last `go` or `perft` that was popped.
    stop_of_latest: Option<Number>,
}

impl Backlog {
    /// Whether `input` can overtake the waiting lines: a `ping`, or a `stop` that belongs to none of them.
    pub(super) fn lets_pass(&self, input: &Input) -> bool {
        match Role::of(input) {
            Role::Ping => true,
            Role::Stop => self.without_stop.is_empty(),
            Role::Start | Role::Other => false,
        }
    }

    /// Adds `input` after the waiting lines.
    pub(super) fn push(&mut self, input: Input) {
        let number = self.first + self.lines.len() as u64;
        let waiting = Waiting { role: Role::of(&input), input, stop: None };
        match waiting.role {
            Role::Start => self.without_stop.push_back(number),
            Role::Stop => {
                let start = self.without_stop.pop_back();
                if let Some(start) = start.and_then(|start| self.line_mut(start)) {
                    start.stop = Some(number);
                }
            }
            Role::Ping | Role::Other => {}
        }
        self.bytes += waiting.bytes();
        self.lines.push_back(waiting);
    }

    /// The next line.
    pub(super) fn pop(&mut self) -> Option<Input> {
        let waiting = self.lines.pop_front()?;
        self.bytes -= waiting.bytes();
        if waiting.role == Role::Start {
            if self.without_stop.front() == Some(&self.first) {
                self.without_stop.pop_front();
            }
            self.stop_of_latest = waiting.stop;
        }
        self.first += 1;
        Some(waiting.input)
    }

    /// Takes out the waiting `stop`, if any, of the last `go` or `perft` that was popped: the lines before it may be
    /// waiting for that very `stop`.
    pub(super) fn take_stop(&mut self) -> Option<Input> {
        let number = self.stop_of_latest.take()?;
        let stop = self.line_mut(number)?;
        let before = stop.bytes();
        stop.role = Role::Other;
        // An empty line, which has no effect, keeps its place, so that the others keep their numbers.
        let input = std::mem::replace(&mut stop.input, Input::Line(String::new()));
        let after = stop.bytes();
        self.bytes -= before - after;
        Some(input)
    }

    fn line_mut(&mut self, number: Number) -> Option<&mut Waiting> {
        let place = number.checked_sub(self.first)?;
        self.lines.get_mut(usize::try_from(place).ok()?)
    }

    /// Whether no more lines can wait: there are too many bytes, or the end of the input waits.
    pub(super) fn is_full(&self) -> bool {
        let ended = |last: &Waiting| matches!(last.input, Input::End | Input::Broken(_) | Input::Failed(_));
        self.bytes >= MAX_BYTES || self.lines.back().is_some_and(ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    fn of(lines: &[&str]) -> Backlog {
        let mut backlog = Backlog::default();
        for text in lines {
            assert!(!backlog.lets_pass(&line(text)), "{text}");
            backlog.push(line(text));
        }
        backlog
    }

    #[test]
    fn a_stop_waits_until_its_go_runs() {
        let mut backlog = of(&["perft depth=9", "fen", "go think", "stop", "stop"]);
        assert!(backlog.lets_pass(&line("stop")) && backlog.lets_pass(&line(" ping")));
        assert_eq!(backlog.take_stop(), None, "nothing has left");
        assert_eq!(backlog.pop(), Some(line("perft depth=9")));
        assert_eq!(backlog.take_stop(), Some(line("stop")), "the second");
        assert_eq!(backlog.take_stop(), None);
        let rest: Vec<_> = std::iter::from_fn(|| backlog.pop()).collect();
        assert_eq!(rest, ["fen", "go think", "stop", ""].map(line));
        assert_eq!(backlog.take_stop(), None, "it has had its turn");
        assert_eq!(backlog.bytes, 0);
    }

    #[test]
    fn a_go_with_an_error_takes_no_stop() {
        let mut backlog = of(&["go home", "perft depth=-1", "going"]);
        backlog.push(Input::Unreadable { problem: "noise".to_owned(), asks_to_search: true });
        assert!(backlog.lets_pass(&line("stop")));
    }

    #[test]
    fn a_running_go_takes_no_waiting_stop() {
        let mut backlog = of(&["go think", "fen"]);
        assert_eq!(backlog.pop(), Some(line("go think")));
        assert!(backlog.lets_pass(&line("stop")));
    }

    #[test]
    fn a_flood_or_the_end_fills_the_backlog() {
        let mut backlog = Backlog::default();
        let long = "x".repeat(MAX_BYTES / 4);
        for _ in 0..4 {
            assert!(!backlog.is_full());
            backlog.push(line(&long));
        }
        assert!(backlog.is_full());
        backlog.pop();
        assert!(!backlog.is_full());
        backlog.push(Input::End);
        assert!(backlog.is_full());
    }
}
