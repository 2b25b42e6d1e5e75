//! The Hub protocol from outside: the tests talk to the program through pipes.

#[path = "../chatter/mod.rs"]
mod chatter;
#[path = "../support/mod.rs"]
mod support;

mod books;
mod command_line;
mod evaluation;
mod faults;
mod file_tools;
mod fuzz_smoke;
mod games;
mod handshake;
mod levels;
mod log;
mod positions;
mod random;
mod rules;
mod rules_files;
mod rules_texts;
mod search;
mod stop;
mod tables;
