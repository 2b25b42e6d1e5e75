//! A board for people, in the browser: one page, and its server, which has a Hub session for each WebSocket. The page is
//! an ordinary Hub client. `protocol.md` describes the server. As a site it has no server of ours: the engine is a
//! WebAssembly module (`wasm`) in a worker of the browser, and hears the same lines.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod access;
mod games;
mod pages;
mod server;
mod session;

pub use access::{HostName, HostNameError};
pub use pages::write_site;
pub use server::{Server, ServerOptions};
