//! `coupturc hub`: speaks the Hub protocol with other programs.

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

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let log = match &options.log {
        None => Log::default(),
        Some(path) => {
            Log::append_to(path).map_err(|error| format!("--log {}: {error}", escaped_path(path)))?
        }
    };
    let result = serve_stdio(Parameters::default(), log.clone());
    let missing = log.missing_lines();
    if missing > 0 {
        complain(&format!("--log: {missing} lines are missing, which its file did not take"));
    }
    Ok(result?)
}
