//! Hub conversation: the state that is kept when the game changes, and the words for what happens next.

use std::sync::Arc;

use crossbeam_channel::Receiver;

use super::backlog::Backlog;
use super::input::Input;
use super::output::Output;
use super::parameters::Parameters;
use super::reply;
use crate::engine::Limits;

/// What a conversation keeps when the game changes.
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

impl Shared {
    /// Tells the client of a mistake in the engine itself.
    pub(super) fn fail(&mut self, why: &str) {
        self.end_badly(format!("internal error, please report it with the commands before: {why}"));
    }

    /// Tells the client that the engine cannot hear it any more.
    pub(super) fn lose_input(&mut self, why: &str) {
        self.end_badly(format!("the input cannot be read, expected a stream with commands: {why}"));
    }

    fn end_badly(&mut self, failure: String) {
        // Who does not read any more cannot be told; the end of the process says it as well.
        let _ = self.output.line(&reply::error(&failure));
        self.failure.get_or_insert(failure);
    }
}

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    Leave(Next),
}

/// What follows after a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Another game was chosen.
    Game,
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
