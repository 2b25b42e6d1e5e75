//! The Hub protocol, version 2, over any pair of streams, and the DamExchange protocol in [`dxp`]. `protocol.md`
//! and `docs/dxp.md` describe them.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod backlog;
mod books;
mod command;
mod commands;
mod conversation;
#[cfg(not(target_family = "wasm"))]
pub mod dxp;
mod embedded;
mod games;
mod grammar;
mod input;
mod log;
mod openings;
mod output;
mod parameters;
mod quoted;
mod reply;
mod rules;
mod server;
mod session;

/// The name of the program, which differs from the name of this package.
const PROGRAM: &str = "coupturc";
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub use command::{Command, LevelChange, PositionText};
pub use embedded::{Caller, Embedded};
pub use grammar::parse_command;
pub use input::LONGEST_LINE;
pub use log::Log;
pub use parameters::{Bounds, Parameters};
pub use server::{converse, serve, serve_stdio};
