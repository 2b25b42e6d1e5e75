//! `coupturc hub`: speaks the Hub protocol with other programs.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;

use super::{Failure, complain};
use crate::escape::escaped_path;
use crate::protocol::{Log, Parameters, serve_stdio};

#[derive(Args, Default)]
pub(super) struct Options {
    /// Add every line of both sides to this file, with its time (UTC), for a report of a bug
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

impl Options {
    /// Whether nothing was asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.log.is_none()
    }
}

/// What to type first.
pub(super) const FIRST_WORDS: &str = "type `hub` for the parameters, `level move-time=1` and `go think` for a move, which \
                                      `play move=...` then makes, `quit` to leave";

/// Says to a person who has just started the program what it waits for. Clients are no terminals, and hear nothing.
fn greet() {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        let version = env!("CARGO_PKG_VERSION");
        complain(&format!(
            "version {version} speaks the Hub protocol here: {FIRST_WORDS}. To play, type `coupturc serve --open` or \
             `coupturc play`; `coupturc --help` tells what else there is."
        ));
    }
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let log = match &options.log {
        None => Log::default(),
        Some(path) => {
            Log::append_to(path).map_err(|error| format!("--log {}: {error}", escaped_path(path)))?
        }
    };
    greet();
    let result = serve_stdio(Parameters::default(), log.clone());
    let missing = log.missing_lines();
    if missing > 0 {
        complain(&format!("--log: {missing} lines are missing, which its file did not take"));
    }
    Ok(result?)
}
