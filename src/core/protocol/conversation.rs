//! Hub conversation: the state of a session apart from its engine, and the order in which events and lines are handled.

use std::sync::Arc;

use crossbeam_channel::{Receiver, never, select_biased};

use super::backlog::Backlog;
use super::input::Input;
use super::output::{Closed, Output};
use super::parameters::Parameters;
use super::reply;
use crate::engine::{Event, Limits};

/// The conversation with a client, apart from the engine.
pub(super) struct Shared {
    pub(super) parameters: Parameters,
    /// The limits collected for the next search.
    pub(super) limits: Limits,
    pub(super) inbox: Receiver<Input>,
    /// Lines that arrived while a search or count was running, in order.
    pub(super) backlog: Backlog,
    /// Closed when the client stops reading.
    pub(super) closing: Receiver<()>,
    pub(super) output: Arc<Output>,
    /// The first failure; if there is one, the process exits with a failure status.
    pub(super) failure: Option<String>,
}

/// The message about a bug in the engine itself.
pub(super) fn internal_error(why: &str) -> String {
    format!("internal error, please report it with the commands before: {why}")
}

impl Shared {
    /// A new conversation.
    pub(super) fn new(
        parameters: Parameters,
        inbox: Receiver<Input>,
        closing: Receiver<()>,
        output: Arc<Output>,
    ) -> Self {
        let (limits, backlog) = (Limits::default(), Backlog::default());
        Self { parameters, limits, inbox, backlog, closing, output, failure: None }
    }

    /// Reports a bug in the engine itself to the client.
    pub(super) fn fail(&mut self, why: &str) {
        self.end_badly(internal_error(why));
    }

    /// Tells the client that its input can no longer be read.
    pub(super) fn lose_input(&mut self, why: &str) {
        self.end_badly(format!("the input cannot be read, expected a stream with commands: {why}"));
    }

    /// Sends a line.
    pub(super) fn say(&mut self, line: &str) -> Result<Flow, Closed> {
        self.output.line(line)?;
        Ok(Flow::Continue)
    }

    /// Sends an error about a line. If the line requests a search, `done` follows anyway, so that no client waits
    /// forever.
    pub(super) fn refuse(&mut self, problem: &str, asks_to_search: bool) -> Result<Flow, Closed> {
        self.say(&reply::error(problem))?;
        if asks_to_search { self.say("done") } else { Ok(Flow::Continue) }
    }

    /// The next event or line, waiting for it. Events come before input, so that the end of a search is reported before
    /// anything else is started.
    pub(super) fn next_occurrence(
        &mut self,
        events: &Receiver<Event>,
        pending: Option<Pending>,
    ) -> Result<Occurrence, Closed> {
        if let Some(occurrence) = self.earlier_occurrence(events, pending) {
            return Ok(occurrence);
        }
        let full = self.backlog.is_full();
        let nothing = never();
        let inbox = if full { &nothing } else { &self.inbox };
        select_biased! {
            recv(self.closing) -> _ => Err(Closed),
            recv(events) -> event => event.map(Occurrence::Event).map_err(|_| Closed),
            recv(inbox) -> input => Ok(self.received(input.unwrap_or(Input::End), pending)),
        }
    }

    /// The next event or line without waiting; `None` if nothing has happened.
    pub(super) fn occurrence_by_now(
        &mut self,
        events: &Receiver<Event>,
        pending: Option<Pending>,
    ) -> Option<Occurrence> {
        let earlier = self.earlier_occurrence(events, pending);
        earlier.or_else(|| self.inbox.try_recv().ok().map(|input| self.received(input, pending)))
    }

    /// An occurrence that takes precedence over all new input.
    fn earlier_occurrence(
        &mut self,
        events: &Receiver<Event>,
        pending: Option<Pending>,
    ) -> Option<Occurrence> {
        if let Ok(event) = events.try_recv() {
            return Some(Occurrence::Event(event));
        }
        let backlog = &mut self.backlog;
        let waiting = if is_held(pending) { backlog.take_stop() } else { backlog.pop() };
        waiting.map(Occurrence::Input)
    }

    /// The occurrence that a new line leads to. A `ping` never waits; a `stop` waits only if it belongs to a `go` that
    /// is waiting itself.
    fn received(&mut self, input: Input, pending: Option<Pending>) -> Occurrence {
        if !is_held(pending) || self.backlog.lets_pass(&input) {
            return Occurrence::Input(input);
        }
        self.backlog.push(input);
        Occurrence::Nothing
    }

    fn end_badly(&mut self, failure: String) {
        // A client that no longer reads finds out when the process ends.
        let _ = self.output.line(&reply::error(&failure));
        self.failure.get_or_insert(failure);
    }
}

/// Something that a session has to handle.
pub(super) enum Occurrence {
    Event(Event),
    Input(Input),
    /// A line has arrived and waits.
    Nothing,
}

/// Whether commands wait for the end of a search or count.
fn is_held(pending: Option<Pending>) -> bool {
    matches!(pending, Some(Pending::Count { .. } | Pending::Search { awaited: true }))
}

/// Whether the session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    /// The conversation is over.
    Quit,
}

/// The work whose end is still to be reported to the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    /// The end of a search.
    Search {
        /// Whether all other commands wait for the search to end.
        awaited: bool,
    },
    /// The end of a leaf count to this depth.
    Count {
        /// Plies.
        depth: u32,
    },
}
