//! Names of cells.

use super::text::{Parsed, fault};
use crate::rules::{Game, Square};

/// The name of a cell of `G`: a number, or a letter and a digit.
pub(super) fn cell<G: Game>(input: &str) -> Parsed<'_, Square> {
    match G::GEOMETRY.read_name(input) {
        Some((square, rest)) => Ok((rest, square)),
        None => fault(input, G::GEOMETRY.describe_names()),
    }
}
