//! `coupturc board`: prints pictures of boards.

use clap::Args;

use super::{Failure, GameOptions, PositionOptions, say};
use crate::notation::{NotationError, cell_diagram, cell_svg, diagram, starts_svg, svg};
use crate::rules::Game;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    position: PositionOptions,
    /// Print an SVG file instead of text
    #[arg(long)]
    svg: bool,
    /// Show the names of the cells instead of pieces
    #[arg(long, conflicts_with_all = ["pos", "fen"])]
    cells: bool,
    /// Show the start positions of all games side by side
    #[arg(long, requires = "svg", conflicts_with_all = ["variant", "pos", "fen", "cells"])]
    all: bool,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let picture = if options.all {
        starts_svg()
    } else {
        with_game!(options.game.variant(), G => picture::<G>(options)?)
    };
    say(&picture)
}

fn picture<G: Game>(options: &Options) -> Result<String, NotationError> {
    let position = options.position.read::<G>(&options.game.rules())?;
    Ok(match (options.cells, options.svg) {
        (false, false) => diagram(&position),
        (false, true) => svg(&position),
        (true, false) => cell_diagram::<G>(),
        (true, true) => cell_svg::<G>(),
    })
}
