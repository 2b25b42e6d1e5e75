//! `coupturc learn`: training of an evaluation from self-play games.

mod fit;
mod games;

use std::fmt::Display;
use std::path::Path;

use clap::{Args, Subcommand};

use super::Failure;
use crate::escape::escaped_path;
use crate::eval::Evaluation;
use crate::rules::Rules;

#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play training games
    Games(games::Options),
    /// Train a network to predict game results
    Fit(fit::Options),
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Command::Games(options) => games::run(options),
        Command::Fit(options) => fit::run(options),
    }
}

/// Reads the evaluation of a game from the value of an option.
pub(super) fn evaluation(rules: &'static Rules, text: &str) -> Result<Evaluation, Failure> {
    let in_file = |problem: &dyn Display| format!("{}: {problem}", escaped_path(Path::new(text)));
    let evaluation = Evaluation::read(text).map_err(|error| in_file(&error))?;
    match &evaluation {
        Evaluation::Net(net) if Some(net.game()) != rules.variant => {
            Err(in_file(&format!("this is a net for {}", net.game())).into())
        }
        _ => Ok(evaluation),
    }
}
