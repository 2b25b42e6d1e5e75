//! `coupturc board`: prints pictures of boards.

use clap::Args;

use super::{Failure, PositionOptions, say};
use crate::notation::{cell_diagram, cell_svg, diagram, starts_svg, svg};

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    position: PositionOptions,
    /// Print SVG instead of text
    #[arg(long)]
    svg: bool,
    /// Show cell names instead of pieces
    #[arg(long, conflicts_with_all = ["pos", "fen"])]
    cells: bool,
    /// Show the start positions of all games side by side
    #[arg(long, requires = "svg", conflicts_with_all = ["variant", "pos", "fen", "cells"])]
    all: bool,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    if options.all {
        return say(&starts_svg());
    }
    let position = options.position.read()?;
    say(&match (options.cells, options.svg) {
        (false, false) => diagram(&*position),
        (false, true) => svg(&*position),
        (true, false) => cell_diagram(position.rules()),
        (true, true) => cell_svg(position.rules()),
    })
}
