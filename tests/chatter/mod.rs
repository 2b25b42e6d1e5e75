//! Random conversations, in this process: a client that says what the bytes of a fuzzer or a seed tell it
//! to, and listens strictly. `tests/hub/fuzz_smoke.rs` and the targets in `fuzz` share it.

// Every crate that compiles this module uses a part of it only, and nothing in a test crate can be reached
// from outside.
#![allow(dead_code, unreachable_pub)]

pub mod choices;
pub mod client;
pub mod dxp;
pub mod positions;
pub mod replies;
pub mod script;
pub mod table_files;
pub mod tally;
pub mod texts;
