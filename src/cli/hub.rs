//! `coupturc hub`: speaks the Hub protocol with other programs.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;

use super::{Failure, complain};
use crate::escape::escaped_path;
use crate::protocol::{Log, Parameters, serve_stdio};

#[derive(Args, Default)]
pub(super) struct Options {
    /// Append every line sent or received to this file, with a UTC timestamp, for bug reports
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Play by the rules in this file at first, as after set-param name=rules-file value=FILE
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

impl Options {
    /// Whether no option was given.
    pub(super) fn is_empty(&self) -> bool {
        self.log.is_none() && self.rules.is_none()
    }
}

/// A hint for a first session.
pub(super) const FIRST_COMMANDS: &str = "type `hub` to list the parameters, `level move-time=1` and `go think` to get \
                                         a move, `play move=...` to make it, and `quit` to leave";

/// Prints a hint if a person runs the program in a terminal. Clients get nothing.
fn greet() {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        let version = env!("CARGO_PKG_VERSION");
        complain(&format!(
            "version {version} speaks the Hub protocol here: {FIRST_COMMANDS}. To play, type `coupturc serve \
             --open` or `coupturc play`; `coupturc --help` lists all commands."
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
    let parameters = match &options.rules {
        None => Parameters::default(),
        Some(path) => Parameters::of_rules_file(path)?,
    };
    greet();
    let result = serve_stdio(parameters, log.clone());
    let missing = log.missing_lines();
    if missing > 0 {
        complain(&format!("--log: {missing} lines could not be written to the file"));
    }
    Ok(result?)
}
