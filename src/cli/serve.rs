//! `coupturc serve`: a board in the browser.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::terminal::complain;
use super::{Failure, say};
use crate::web::{Server, write_site};

#[derive(Args)]
#[command(
    after_long_help = "The page needs no network. Everyone who has it open plays against an engine of their own. To reach it from \
                             another machine, use an ssh tunnel (`ssh -L 8000:localhost:8000 HOST`). Ctrl-C ends it."
)]
pub(super) struct Options {
    /// Serve the page at this address; port 0 is any free one
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:0")]
    listen: String,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Write the page into a folder instead, for web hosts; scripts/build-site.sh puts the engine beside it
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["listen", "open"])]
    site: Option<PathBuf>,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    if let Some(folder) = &options.site {
        let problem = |error| format!("--site {}: {error}; expected a folder to write to", folder.display());
        return Ok(write_site(folder).map_err(problem)?);
    }
    let address = &options.listen;
    let problem = |error: io::Error| {
        format!(
            "--listen {address}: {error}; expected ADDR:PORT with an address of this machine and a free port"
        )
    };
    let server = Server::bind(address).map_err(problem)?;
    if !server.address().ip().is_loopback() {
        complain(&format!(
            "warning: {} can be reached from other machines. The page has neither passwords nor encryption: anybody \
             there can make this machine think, and read and change what is said on the way. Listen on 127.0.0.1 and \
             use an ssh tunnel, or let a firewall choose who may connect.",
            server.address()
        ));
    }
    let url = format!("http://{}/", server.address());
    say(&format!("the board is at {url}"))?;
    if options.open {
        // Whoever has no browser here can open the address elsewhere.
        open::that_detached(&url).unwrap_or_else(|error| complain(&format!("--open: {error}")));
    }
    match server.run()? {}
}
