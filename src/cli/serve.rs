//! `coupturc serve`: the web server of the board page.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::options::{RulesFile, threads};
use super::puzzles::read_puzzles;
use super::terminal::complain;
use super::{Failure, say};
use crate::book::Book;
use crate::escape::escaped_path;
use crate::puzzles::puzzles_text;
use crate::tables::files::default_root;
use crate::web::{HostName, Server, ServerOptions, write_site};

/// The default address.
const USUAL_ADDRESS: &str = "127.0.0.1:6464";
/// The address to use if another program listens at the default one.
const ANY_PORT: &str = "127.0.0.1:0";
/// The default number of boards at the same time.
const BOARDS: u16 = 8;
/// The default memory of each board. If more than [`BOARDS`] boards are allowed, they share the memory and threads of
/// that many.
const MEBIBYTES: usize = 1024;

#[derive(Args)]
#[command(after_long_help = AFTER_HELP)]
pub(super) struct Options {
    /// Serve the page at this address; port 0 means any free port [default: 127.0.0.1:6464, or a free port if another
    /// program listens there]
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Option<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Host name to accept in addition to the addresses of this machine, such as draughts.example.org if a proxy serves
    /// the page under that name; may be given several times
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<HostName>,
    /// Maximum number of boards open at the same time
    #[arg(long, value_name = "NUMBER", default_value_t = BOARDS, value_parser = clap::value_parser!(u16).range(1..=1000))]
    boards: u16,
    /// Maximum number of search threads per board [default: number of processors, fewer with more than 8 boards]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Maximum size of the transposition table per board in MiB [default: 1024, less with more than 8 boards]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: Option<u32>,
    /// Folder with endgame tables, from which GET /tables/GAME?fen=FEN is answered [default: that of coupturc tables build]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Let the engines play from this opening book, and show it in the explorer. It can be marked there unless others can
    /// reach the page
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Show the puzzles in this file, as `coupturc puzzles` writes it, instead of those of the program
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    /// Offer the game whose rules are in this file too, as the first (docs/game-file.md)
    #[arg(long, value_name = "FILE", conflicts_with = "site")]
    rules: Option<RulesFile>,
    /// Write the page into a folder for a web host instead; scripts/build-site.sh adds the engine
    #[arg(
        long,
        value_name = "FOLDER",
        conflicts_with_all = ["listen", "open", "allow_host", "boards", "threads", "memory", "tables", "book"]
    )]
    site: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
The page needs no internet connection. Each open page has its own engine. In total, the server uses at most --boards \
times --threads threads and --boards times --memory MiB; it prints these totals when it starts. To use the page from \
another machine, use an ssh tunnel (`ssh -L 8000:localhost:8000 HOST`); to offer it to others, use a proxy with TLS, such as \
nginx or Caddy (see docs/hosting.md). Ctrl-C stops the server.";

impl Options {
    fn server_options(&self, book: Option<Book>, puzzles: Option<String>) -> ServerOptions {
        let boards = usize::from(self.boards);
        // More boards share the resources of the default number.
        let share = |each: usize| each.min(each * usize::from(BOARDS) / boards).max(1);
        ServerOptions {
            names: self.allow_host.clone(),
            boards,
            threads: self.threads.map_or_else(|| share(threads(None)), usize::from),
            mebibytes: self.memory.map_or_else(|| share(MEBIBYTES), |mebibytes| mebibytes as usize),
            tables: self.tables.clone().or_else(default_root),
            book: book.map(Arc::new),
            puzzles,
            game: self.rules.as_ref().map(|file| file.rules),
        }
    }
}

/// Describes the limits per board and in total.
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

/// Waits for connections at `listen`, or at the usual address. Browsers keep games by address, so the address should
/// stay the same.
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

/// Reads a file of puzzles, and checks it, so that the page need not.
fn puzzles(file: &Path) -> Result<String, Failure> {
    let puzzles = read_puzzles(file)?;
    if puzzles.is_empty() {
        return Err(
            format!("--puzzles {}: no puzzle in it, expected one at least", escaped_path(file)).into()
        );
    }
    Ok(puzzles_text(&puzzles))
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let puzzles = options.puzzles.as_deref().map(puzzles).transpose()?;
    if let Some(folder) = &options.site {
        let problem = |error| format!("--site {}: {error}; expected a folder to write to", folder.display());
        return Ok(write_site(folder, puzzles.as_deref()).map_err(problem)?);
    }
    let book = options.book.as_deref().map(Book::open).transpose()?;
    let server = bind(options.listen.as_deref())?;
    if !server.address().ip().is_loopback() {
        complain(&format!(
            "warning: {} is reachable from other machines. The page has neither passwords nor encryption: anyone \
             there can use this machine for searches, and can read and change the traffic. Listen on 127.0.0.1 and \
             use an ssh tunnel or a proxy with TLS, or let a firewall control who may connect.",
            server.address()
        ));
    }
    let url = format!("http://{}/", server.address());
    let server_options = options.server_options(book, puzzles);
    say(&format!("the board is at {url}\n{}", in_words(&server_options)))?;
    if !server_options.names.is_empty() {
        let names: Vec<String> = server_options.names.iter().map(ToString::to_string).collect();
        say(&format!("also allowed as host: {}", names.join(", ")))?;
    }
    if options.open {
        // Without a browser on this machine, the user can open the address elsewhere.
        open::that_detached(&url).unwrap_or_else(|error| complain(&format!("--open: {error}")));
    }
    match server.run(server_options)? {}
}
