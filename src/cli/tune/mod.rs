//! `coupturc tune`: tunes the parameters of the search by self-play.

mod compare;
mod course;
mod play;
mod spsa;

use clap::{Args, Subcommand};

use super::Failure;
use crate::tunables::{Setting, Tunable, tunables};

#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play matches of settings against a base setting
    Compare(compare::Options),
    /// Tune several parameters at once (SPSA)
    Spsa(spsa::Options),
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Command::Compare(options) => compare::run(options),
        Command::Spsa(options) => spsa::run(options),
    }
}

/// The parameter of this name, written with `-` or `_`.
fn tunable(text: &str) -> Result<&'static Tunable, String> {
    let name = text.replace('-', "_");
    tunables()
        .iter()
        .find(|tunable| tunable.name == name)
        .ok_or_else(|| format!("'{text}' is not a parameter of the search"))
}

/// Parses a setting: `name=value`, separated by commas.
fn setting(text: &str) -> Result<Setting, String> {
    let mut setting = Setting::default();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').ok_or_else(|| format!("'{part}', expected NAME=VALUE"))?;
        let value = value.parse().map_err(|_| format!("{name}: '{value}', expected a whole number"))?;
        if !setting.set(&name.replace('-', "_"), value) {
            return Err(format!("'{name}' is not a parameter of the search"));
        }
    }
    Ok(setting)
}
