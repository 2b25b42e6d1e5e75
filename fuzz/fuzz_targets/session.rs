//! A conversation with the engine. The bytes determine the choices of a script; one conversation spans many inputs.

#![no_main]

use std::sync::Mutex;

use coupturc_fuzz::chatter::choices::Drawn;
use coupturc_fuzz::chatter::script::Script;
use coupturc_fuzz::{Conversations, Progress};
use libfuzzer_sys::fuzz_target;

static PROGRESS: Progress = Progress::every(100_000);
static CONVERSATIONS: Mutex<Conversations> = Mutex::new(Conversations::new());

fuzz_target!(|bytes: &[u8]| {
    let script = Script::with_quit(Drawn::from(bytes.to_vec()));
    let mut conversations = CONVERSATIONS.lock().expect("a fault ends the whole process");
    PROGRESS.add(conversations.go_on(script));
});
