//! A board for people, in the browser: one page, and its server, which has a Hub session for each WebSocket. The page is
//! an ordinary Hub client. `protocol.md` describes the server.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod access;
mod games;
mod pages;
mod server;
mod session;

pub use server::Server;
