//! The Hub protocol from outside: the program at the other end of two pipes.

#[path = "../chatter/mod.rs"]
mod chatter;
#[path = "../support/mod.rs"]
mod support;

mod command_line;
mod evaluation;
mod faults;
mod fuzz_smoke;
mod handshake;
mod levels;
mod log;
mod positions;
mod random;
mod rules;
mod search;
mod stop;
mod tables;
