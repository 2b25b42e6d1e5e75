//! Random conversations, in this process: a client driven by the bytes of a fuzzer or by a seed, which checks every
//! answer strictly. `tests/hub/fuzz_smoke.rs` and the targets in `fuzz` share it.

// Every crate that compiles this module uses only part of it, and a test crate exports nothing.
#![allow(dead_code, unreachable_pub)]

pub mod book_files;
pub mod choices;
pub mod client;
pub mod dxp;
pub mod positions;
pub mod replies;
pub mod script;
pub mod table_files;
pub mod tally;
pub mod texts;
