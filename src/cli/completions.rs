//! `coupturc completions`: prints a shell completion script.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use super::Failure;

#[derive(Args)]
#[command(
    after_long_help = "For bash, add this line to ~/.bashrc: `source <(coupturc completions bash)`. For other \
                             shells, see docs/install.md."
)]
pub(super) struct Options {
    /// The shell to print the script for
    shell: Shell,
}

pub(super) fn run(options: &Options, command_line: &mut Command) -> Result<(), Failure> {
    // `generate` panics on write errors, so it writes to memory.
    let mut script = Vec::new();
    generate(options.shell, command_line, env!("CARGO_PKG_NAME"), &mut script);
    Ok(io::stdout().write_all(&script)?)
}
