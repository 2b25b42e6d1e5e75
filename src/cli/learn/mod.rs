//! `coupturc learn`: an evaluation from games of the engine against itself.

mod fit;
mod games;

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand};

use super::Failure;
use crate::escape::escaped_path;
use crate::eval::Evaluation;
use crate::eval::net::Net;
use crate::rules::Game;

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

/// What judges positions, as an option says.
#[derive(Clone, Debug)]
pub(super) enum EvaluationChoice {
    /// What the game has.
    OfGame,
    HandMade,
    File(PathBuf),
}

impl From<&str> for EvaluationChoice {
    fn from(text: &str) -> Self {
        match text {
            "auto" => Self::OfGame,
            "hand-made" => Self::HandMade,
            file => Self::File(file.into()),
        }
    }
}

impl EvaluationChoice {
    /// The evaluation, and a name for it without spaces.
    pub(super) fn load<G: Game>(&self) -> Result<(Evaluation, String), Failure> {
        Ok(match self {
            Self::OfGame => (Evaluation::OfGame, "auto".to_owned()),
            Self::HandMade => (Evaluation::HandMade, "hand-made".to_owned()),
            Self::File(path) => {
                let in_file = |problem: &dyn Display| format!("{}: {problem}", escaped_path(path));
                let net = Net::read(path).map_err(|error| in_file(&error))?;
                if net.game() != G::VARIANT {
                    return Err(in_file(&format!("it is a net of {}", net.game())).into());
                }
                let name = std::fs::read(path).map(|bytes| format!("{:08x}", crc32fast::hash(&bytes)));
                (Evaluation::Net(Arc::new(net)), name.map_err(|error| in_file(&error))?)
            }
        })
    }
}
