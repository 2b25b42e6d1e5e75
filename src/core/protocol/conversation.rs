//! Hub conversation: what has been said and heard, and the words for what happens next.

use std::sync::Arc;

use crossbeam_channel::{Receiver, never, select_biased};

use super::backlog::Backlog;
use super::input::Input;
use super::output::{Closed, Output};
use super::parameters::Parameters;
use super::reply;
use crate::engine::{Event, Limits};

/// The conversation with a client, whatever the engine does.
pub(super) struct Shared {
    pub(super) parameters: Parameters,
    /// The limits that have added up for the next search.
    pub(super) limits: Limits,
    pub(super) inbox: Receiver<Input>,
    /// Lines that came in while an answer was being worked out, in order.
    pub(super) backlog: Backlog,
    /// Tells when the client stops reading.
    pub(super) closing: Receiver<()>,
    pub(super) output: Arc<Output>,
    /// What has failed, if anything has: the process then ends without success.
    pub(super) failure: Option<String>,
}

/// What is said of a mistake in the engine itself.
pub(super) fn internal_error(why: &str) -> String {
    format!("internal error, please report it with the commands before: {why}")
}

impl Shared {
    /// What there is at the beginning of a conversation.
    pub(super) fn new(
        parameters: Parameters,
        inbox: Receiver<Input>,
        closing: Receiver<()>,
        output: Arc<Output>,
    ) -> Self {
        let (limits, backlog) = (Limits::default(), Backlog::default());
        Self { parameters, limits, inbox, backlog, closing, output, failure: None }
    }

    /// Tells the client of a mistake in the engine itself.
    pub(super) fn fail(&mut self, why: &str) {
        self.end_badly(internal_error(why));
    }

    /// Tells the client that the engine cannot hear it any more.
    pub(super) fn lose_input(&mut self, why: &str) {
        self.end_badly(format!("the input cannot be read, expected a stream with commands: {why}"));
    }

    /// Sends a line.
    pub(super) fn say(&mut self, line: &str) -> Result<Flow, Closed> {
        self.output.line(line)?;
        Ok(Flow::Continue)
    }

    /// Says what is wrong with a line. One that asks for a search gets its `done` all the same, so
    /// that no client waits for ever.
    pub(super) fn refuse(&mut self, problem: &str, asks_to_search: bool) -> Result<Flow, Closed> {
        self.say(&reply::error(problem))?;
        if asks_to_search { self.say("done") } else { Ok(Flow::Continue) }
    }

    /// Events come before input, so that a search that has ended is told of before anything else
    /// is begun.
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
            recv(inbox) -> input => Ok(self.heard(input.unwrap_or(Input::End), pending)),
        }
    }

    /// The same where nothing can be waited for: none if nothing has happened.
    pub(super) fn occurrence_by_now(
        &mut self,
        events: &Receiver<Event>,
        pending: Option<Pending>,
    ) -> Option<Occurrence> {
        let earlier = self.earlier_occurrence(events, pending);
        earlier.or_else(|| self.inbox.try_recv().ok().map(|input| self.heard(input, pending)))
    }

    /// What comes before all new input.
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

    /// What a line that has just come in leads to. Signs of life never wait, nor an order to stop, unless it is meant
    /// for something that waits itself.
    fn heard(&mut self, input: Input, pending: Option<Pending>) -> Occurrence {
        if !is_held(pending) || self.backlog.lets_pass(&input) {
            return Occurrence::Input(input);
        }
        self.backlog.push(input);
        Occurrence::Nothing
    }

    fn end_badly(&mut self, failure: String) {
        // Who does not read any more cannot be told; the end of the process says it as well.
        let _ = self.output.line(&reply::error(&failure));
        self.failure.get_or_insert(failure);
    }
}

/// What happens next.
pub(super) enum Occurrence {
    Event(Event),
    Input(Input),
    /// A line has come that waits now.
    Nothing,
}

/// Whether commands wait for an answer that is being worked out.
fn is_held(pending: Option<Pending>) -> bool {
    matches!(pending, Some(Pending::Count { .. } | Pending::Search { awaited: true }))
}

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    /// The conversation is over.
    Quit,
}

/// What the client is still to hear of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    /// The end of a search.
    Search {
        /// Nothing else is to happen before.
        awaited: bool,
    },
    /// The end of a count of leaves this deep.
    Count {
        /// Plies.
        depth: u32,
    },
}
