//! Hub backlog: lines that wait while an answer is worked out, and which `stop` among them ends what.
//!
//! A `stop` belongs to the last `go` or `perft` before it that no other `stop` belongs to, as a closing bracket does to
//! an opening one. So a `stop` that comes in while lines wait must wait as well if what it ends has not begun; and it
//! must leave its place among them once that has begun and holds the lines between.

use std::collections::VecDeque;

use super::grammar::{command_word, parse_command};
use super::input::Input;

/// So many bytes wait at most; then the client waits.
const MOST_BYTES: usize = 16 << 20;

/// What a line has to do with the work that others wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A search or count, which a `stop` ends.
    Start,
    Stop,
    /// A sign of life is asked for, which waits for nothing.
    Ping,
    Other,
}

impl Role {
    /// A line that cannot be obeyed begins nothing that could be ended.
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

/// The number of a line, counted from the first that has ever waited.
type Number = u64;

/// A line that waits.
struct Waiting {
    input: Input,
    role: Role,
    /// The `stop` that belongs to it and waits as well.
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

/// The lines that wait, in order.
#[derive(Default)]
pub(super) struct Backlog {
    lines: VecDeque<Waiting>,
    /// The number of the first of them.
    first: Number,
    bytes: usize,
    /// Every `go` and `perft` that waits and has no `stop` yet.
    without_stop: VecDeque<Number>,
    /// The `stop` of the latest `go` or `perft` that has left.
    stop_of_latest: Option<Number>,
}

impl Backlog {
    /// Whether `input` can be attended to while lines wait: a sign of life, or a `stop` that belongs to nothing among
    /// them.
    pub(super) fn lets_pass(&self, input: &Input) -> bool {
        match Role::of(input) {
            Role::Ping => true,
            Role::Stop => self.without_stop.is_empty(),
            Role::Start | Role::Other => false,
        }
    }

    /// Has `input` wait behind the others.
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

    /// Takes the `stop` of the latest `go` or `perft` that has left out of its place, if it waits: the lines before it
    /// may be waiting for just that.
    pub(super) fn take_stop(&mut self) -> Option<Input> {
        let number = self.stop_of_latest.take()?;
        let stop = self.line_mut(number)?;
        let before = stop.bytes();
        stop.role = Role::Other;
        // An empty line, which means nothing, keeps the place: the others keep their numbers.
        let input = std::mem::replace(&mut stop.input, Input::Line(String::new()));
        let after = stop.bytes();
        self.bytes -= before - after;
        Some(input)
    }

    fn line_mut(&mut self, number: Number) -> Option<&mut Waiting> {
        let place = number.checked_sub(self.first)?;
        self.lines.get_mut(usize::try_from(place).ok()?)
    }

    /// Whether no more can wait: it would be too much, or the end of the input does.
    pub(super) fn is_full(&self) -> bool {
        let ended = |last: &Waiting| matches!(last.input, Input::End | Input::Broken(_) | Input::Failed(_));
        self.bytes >= MOST_BYTES || self.lines.back().is_some_and(ended)
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
    fn a_stop_waits_for_what_it_belongs_to_and_no_longer() {
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
    fn what_cannot_begin_needs_no_stop() {
        let mut backlog = of(&["go home", "perft depth=-1", "going"]);
        backlog.push(Input::Unreadable { problem: "noise".to_owned(), asks_to_search: true });
        assert!(backlog.lets_pass(&line("stop")));
    }

    #[test]
    fn a_start_that_has_left_waits_for_no_stop() {
        let mut backlog = of(&["go think", "fen"]);
        assert_eq!(backlog.pop(), Some(line("go think")));
        assert!(backlog.lets_pass(&line("stop")));
    }

    #[test]
    fn a_flood_and_the_end_are_enough() {
        let mut backlog = Backlog::default();
        let long = "x".repeat(MOST_BYTES / 4);
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
