//! `coupturc serve`: a board in the browser.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::options::threads;
use super::terminal::complain;
use super::{Failure, say};
use crate::web::{HostName, Server, ServerOptions, write_site};

/// Where the board is if nothing else is said.
const USUAL_ADDRESS: &str = "127.0.0.1:6464";
/// Where it is if another program is there.
const ANY_PORT: &str = "127.0.0.1:0";
/// Boards at the same time where nothing else is said.
const BOARDS: u16 = 8;
/// What so many boards may have each, and others their share of: as many threads as there are processors, and this.
const MEBIBYTES: usize = 1024;

#[derive(Args)]
#[command(after_long_help = AFTER_HELP)]
pub(super) struct Options {
    /// Serve the page at this address; port 0 is any free one [default: 127.0.0.1:6464, or a free port if another program
    /// listens there]
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Option<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// A name under which the page may be asked for, beside the addresses of this machine, such as draughts.example.org
    /// for a proxy there; may be given several times
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<HostName>,
    /// How many boards may be open at the same time
    #[arg(long, value_name = "NUMBER", default_value_t = BOARDS, value_parser = clap::value_parser!(u16).range(1..=1000))]
    boards: u16,
    /// With how many threads each board may search [default: as many as there are processors, fewer for more than 8 boards]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// How large the transposition table of each board may be in MiB [default: 1024, less for more than 8 boards]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: Option<u32>,
    /// Write the page into a folder instead, for web hosts; scripts/build-site.sh puts the engine beside it
    #[arg(
        long,
        value_name = "FOLDER",
        conflicts_with_all = ["listen", "open", "allow_host", "boards", "threads", "memory"]
    )]
    site: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
The page needs no network. Everyone who has it open plays against an engine of their own. All boards together have at most \
--boards times the threads and the memory of each; it says at the beginning how much that is. To reach it from another \
machine, use an ssh tunnel (`ssh -L 8000:localhost:8000 HOST`), or for others a proxy that speaks TLS, such as nginx or \
Caddy: docs/hosting.md shows how. Ctrl-C ends it.";

impl Options {
    fn server_options(&self) -> ServerOptions {
        let boards = usize::from(self.boards);
        // More boards get no more by themselves than the usual ones.
        let share = |each: usize| each.min(each * usize::from(BOARDS) / boards).max(1);
        ServerOptions {
            names: self.allow_host.clone(),
            boards,
            threads: self.threads.map_or_else(|| share(threads(None)), usize::from),
            mebibytes: self.memory.map_or_else(|| share(MEBIBYTES), |mebibytes| mebibytes as usize),
        }
    }
}

/// What the boards may have, each and all together.
fn in_words(options: &ServerOptions) -> String {
    let &ServerOptions { boards, threads, mebibytes, .. } = options;
    let all = match boards {
        1 => String::new(),
        _ => format!(", together {} and {} MiB", counted(boards * threads, "thread"), boards * mebibytes),
    };
    let each = if boards == 1 { "" } else { " each" };
    format!(
        "at most {}, with at most {} and a table of {mebibytes} MiB{each}{all}",
        counted(boards, "board"),
        counted(threads, "thread")
    )
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Waits for connections at `listen`, or at the usual address. Browsers keep games by address, so it had better stay the same.
fn bind(listen: Option<&str>) -> Result<Server, String> {
    let address = listen.unwrap_or(USUAL_ADDRESS);
    match Server::bind(address) {
        Err(error) if listen.is_none() && error.kind() == io::ErrorKind::AddrInUse => {
            complain(&format!(
                "warning: {address} is in use, so the board gets another address. Games that the browser has kept are at the usual one."
            ));
            bind(Some(ANY_PORT))
        }
        server => server.map_err(|error| {
            format!("--listen {address}: {error}; expected ADDR:PORT with an address of this machine and a free port")
        }),
    }
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    if let Some(folder) = &options.site {
        let problem = |error| format!("--site {}: {error}; expected a folder to write to", folder.display());
        return Ok(write_site(folder).map_err(problem)?);
    }
    let server = bind(options.listen.as_deref())?;
    if !server.address().ip().is_loopback() {
        complain(&format!(
            "warning: {} can be reached from other machines. The page has neither passwords nor encryption: anybody \
             there can make this machine think, and read and change what is said on the way. Listen on 127.0.0.1 and \
             use an ssh tunnel or a proxy that speaks TLS, or let a firewall choose who may connect.",
            server.address()
        ));
    }
    let url = format!("http://{}/", server.address());
    let server_options = options.server_options();
    say(&format!("the board is at {url}\n{}", in_words(&server_options)))?;
    if !server_options.names.is_empty() {
        let names: Vec<String> = server_options.names.iter().map(ToString::to_string).collect();
        say(&format!("also allowed as host: {}", names.join(", ")))?;
    }
    if options.open {
        // Whoever has no browser here can open the address elsewhere.
        open::that_detached(&url).unwrap_or_else(|error| complain(&format!("--open: {error}")));
    }
    match server.run(server_options)? {}
}
