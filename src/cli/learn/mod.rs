//! `coupturc learn`: training of an evaluation from self-play games.

mod fit;
mod games;

use std::fmt::Display;
use std::path::Path;

use clap::{Args, Subcommand};

use super::Failure;
use super::options::RulesFile;
use crate::escape::in_file;
use crate::eval::Evaluation;
use crate::notation::VariantName;
use crate::rules::Rules;
use crate::rules::games::Variant;

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

/// The game to learn.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct LearnedGame {
    /// The game
    #[arg(long, value_name = "GAME")]
    variant: Option<VariantName>,
    /// The game whose rules are in this file (docs/game-file.md)
    #[arg(long = "rules", value_name = "FILE")]
    file: Option<RulesFile>,
}

impl LearnedGame {
    fn rules(&self) -> &'static Rules {
        let named = self.variant.map_or(Variant::default().rules(), |name| name.rules);
        self.file.as_ref().map_or(named, |file| file.rules)
    }
}

/// Reads the evaluation of a game from the value of an option.
pub(super) fn evaluation(rules: &'static Rules, text: &str) -> Result<Evaluation, Failure> {
    let in_file = |problem: &dyn Display| in_file(Path::new(text), problem);
    let evaluation = Evaluation::read(text).map_err(|error| in_file(&error))?;
    match &evaluation {
        Evaluation::Net(net) if !net.is_of(rules) => {
            let game = net.rules().map_or("another game", |rules| rules.name);
            Err(in_file(&format!("this is a net for {game}")).into())
        }
        _ => Ok(evaluation),
    }
}
