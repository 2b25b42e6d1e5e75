//! `coupturc learn`: an evaluation from games of the engine against itself.

mod fit;
mod games;

use std::fmt::Display;
use std::path::Path;

use clap::{Args, Subcommand};

use super::Failure;
use crate::escape::escaped_path;
use crate::eval::Evaluation;
use crate::rules::games::Variant;

#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games to learn from
    Games(games::Options),
    /// Find the weights of a net that foretells how games end
    Fit(fit::Options),
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Command::Games(options) => games::run(options),
        Command::Fit(options) => fit::run(options),
    }
}

/// What judges positions of a game, as an option says.
pub(super) fn evaluation(game: Variant, text: &str) -> Result<Evaluation, Failure> {
    let in_file = |problem: &dyn Display| format!("{}: {problem}", escaped_path(Path::new(text)));
    let evaluation = Evaluation::read(text).map_err(|error| in_file(&error))?;
    match &evaluation {
        Evaluation::Net(net) if net.game() != game => {
            Err(in_file(&format!("it is a net of {}", net.game())).into())
        }
        _ => Ok(evaluation),
    }
}
