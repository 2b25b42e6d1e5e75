//! `coupturc hub`: the engine for other programs.

use clap::Args;

use super::Failure;
use crate::protocol::{Parameters, serve_stdio};

#[derive(Args, Default)]
pub(super) struct Options {}

pub(super) fn run(_: &Options) -> Result<(), Failure> {
    Ok(serve_stdio(Parameters::default())?)
}
