//! The engine as a program: see `coupturc --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    coupturc::cli::run()
}
