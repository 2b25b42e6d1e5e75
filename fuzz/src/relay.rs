//! Conversations that span many inputs of the fuzzer: starting an engine takes as long as hundreds of lines.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use crate::chatter::client::converse;
use crate::chatter::script::Step;

/// The number of inputs in a conversation, unless one of them has a `quit`.
const INPUTS: usize = 1_000;

/// A series of conversations.
#[derive(Default)]
pub struct Conversations {
    current: Option<Conversation>,
}

impl Conversations {
    /// No conversation yet.
    pub const fn new() -> Self {
        Self { current: None }
    }

    /// Sends all lines of `script`, and waits for the answers. Returns the number of lines of the conversation if this
    /// input has ended it, otherwise 0.
    pub fn go_on(&mut self, script: impl Iterator<Item = Step>) -> u64 {
        let mut conversation = self.current.take().unwrap_or_else(Conversation::start);
        if conversation.send(script.chain([Step::Await]).collect()) && conversation.inputs < INPUTS {
            self.current = Some(conversation);
            return 0;
        }
        conversation.end()
    }
}

/// A conversation in a separate thread.
struct Conversation {
    scripts: Sender<Vec<Step>>,
    answered: Receiver<()>,
    thread: JoinHandle<u64>,
    inputs: usize,
}

impl Conversation {
    fn start() -> Self {
        let (scripts, pending) = channel();
        let (done, answered) = channel();
        let relay = Relay { pending, done, current: None };
        Self { scripts, answered, thread: thread::spawn(|| converse(relay)), inputs: 0 }
    }

    /// Sends a script, and returns whether the conversation continues.
    fn send(&mut self, script: Vec<Step>) -> bool {
        self.inputs += 1;
        self.scripts.send(script).is_ok() && self.answered.recv().is_ok()
    }

    fn end(self) -> u64 {
        drop(self.scripts);
        self.thread.join().expect("a fault ends the whole process")
    }
}

/// A script in parts. A request for the next part means that the previous one is answered.
struct Relay {
    pending: Receiver<Vec<Step>>,
    done: Sender<()>,
    current: Option<std::vec::IntoIter<Step>>,
}

impl Iterator for Relay {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            if let Some(script) = &mut self.current {
                if let Some(step) = script.next() {
                    return Some(step);
                }
                let _ = self.done.send(());
            }
            self.current = Some(self.pending.recv().ok()?.into_iter());
        }
    }
}
