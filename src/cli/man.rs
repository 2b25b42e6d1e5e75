//! `coupturc man`: writes the manual pages.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Command};

use super::Failure;

#[derive(Args)]
#[command(
    after_long_help = "`man FOLDER/coupturc.1` shows the first page. Copy the pages into a `man1` directory of your \
                             manpath, such as ~/.local/share/man/man1, to read them with `man coupturc` and `man coupturc-perft`."
)]
pub(super) struct Options {
    /// The folder for the pages; it is created if necessary
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(super) fn run(options: &Options, command_line: Command) -> Result<(), Failure> {
    let folder = &options.folder;
    let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command_line, folder));
    Ok(written.map_err(|error| format!("{}: {error}; expected a folder to write to", folder.display()))?)
}
