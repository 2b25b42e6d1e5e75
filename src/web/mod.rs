//! The board page and its web server, which runs a Hub session for each WebSocket. The page is an ordinary Hub
//! client. `protocol.md` describes the server. As a static site, the page runs the engine as a WebAssembly module
//! (`wasm`) in a web worker, which receives the same lines.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod access;
mod games;
mod pages;
mod script;
mod server;
mod session;
mod tables;

pub use access::HostName;
pub use pages::write_site;
pub use server::{Server, ServerOptions};
