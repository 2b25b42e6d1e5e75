//! `coupturc completions`: prints what a shell needs to complete commands and options.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use super::Failure;

#[derive(Args)]
#[command(
    after_long_help = "For bash, put this line into ~/.bashrc: `source <(coupturc completions bash)`. docs/install.md \
                             says what other shells want."
)]
pub(super) struct Options {
    /// The shell that is to read it
    shell: Shell,
}

pub(super) fn run(options: &Options, command_line: &mut Command) -> Result<(), Failure> {
    // What cannot be written at once is an error here, but a panic there.
    let mut script = Vec::new();
    generate(options.shell, command_line, env!("CARGO_PKG_NAME"), &mut script);
    Ok(io::stdout().write_all(&script)?)
}
