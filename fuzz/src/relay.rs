//! Conversations that go on from one input of the fuzzer to the next: to start an engine takes as long as to say
//! hundreds of lines to it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use crate::chatter::client::converse;
use crate::chatter::script::Step;

/// So many inputs make a conversation, unless one of them says `quit`.
const INPUTS: usize = 1_000;

/// One conversation after the other.
#[derive(Default)]
pub struct Conversations {
    current: Option<Conversation>,
}

impl Conversations {
    /// None yet.
    pub const fn new() -> Self {
        Self { current: None }
    }

    /// Says everything in `script`, and waits until it is answered. Gives the number of lines of the
    /// conversation once it has ended, until then 0.
    pub fn go_on(&mut self, script: impl Iterator<Item = Step>) -> u64 {
        let mut conversation = self.current.take().unwrap_or_else(Conversation::begin);
        if conversation.say(script.chain([Step::Await]).collect()) && conversation.inputs < INPUTS {
            self.current = Some(conversation);
            return 0;
        }
        conversation.end()
    }
}

/// A conversation in a thread of its own.
struct Conversation {
    scripts: Sender<Vec<Step>>,
    answered: Receiver<()>,
    thread: JoinHandle<u64>,
    inputs: usize,
}

impl Conversation {
    fn begin() -> Self {
        let (scripts, to_say) = channel();
        let (done, answered) = channel();
        let relay = Relay { to_say, done, current: None };
        Self { scripts, answered, thread: thread::spawn(|| converse(relay)), inputs: 0 }
    }

    /// Says a script, and tells whether the conversation goes on.
    fn say(&mut self, script: Vec<Step>) -> bool {
        self.inputs += 1;
        self.scripts.send(script).is_ok() && self.answered.recv().is_ok()
    }

    fn end(self) -> u64 {
        drop(self.scripts);
        self.thread.join().expect("a fault ends the whole process")
    }
}

/// A script that comes in parts. Who asks for the next part has dealt with the one before.
struct Relay {
    to_say: Receiver<Vec<Step>>,
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
            self.current = Some(self.to_say.recv().ok()?.into_iter());
        }
    }
}
