//! Filter: the choice of positions for a report.

use clap::ValueEnum;

use super::super::values::side_name;
use crate::rules::{AnyPosition, Bitboard, Color, ExtraState, Rules};
use crate::tables::Value;

/// A result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Ending {
    Won,
    Drawn,
    Lost,
}

impl Ending {
    const fn of(value: Value) -> Self {
        match value {
            Value::Win(_) => Self::Won,
            Value::Draw => Self::Drawn,
            Value::Loss(_) => Self::Lost,
        }
    }
}

/// The choice of positions for a report.
#[derive(Debug)]
pub(super) struct Filter {
    /// The sides to move.
    pub(super) sides: Vec<Color>,
    /// Only positions in which neither side could capture.
    pub(super) quiet: bool,
    /// Only positions with all black pieces on these cells.
    pub(super) black_on: Option<Bitboard>,
    /// Only positions without a vanguard.
    pub(super) without_vanguard: bool,
    /// Wins and losses that take the winner more moves than this are also counted separately.
    pub(super) moves: Option<u16>,
    /// Positions with this result are listed.
    pub(super) list: Option<Ending>,
    /// The maximum number of listed positions for each class and side to move.
    pub(super) most: usize,
}

impl Filter {
    pub(super) fn admits(&self, position: &dyn AnyPosition, is_quiet: bool) -> bool {
        let is_on = |cells: Bitboard| (position.board().pieces(Color::Black) & !cells).is_empty();
        (is_quiet || !self.quiet)
            && self.black_on.is_none_or(is_on)
            && !(self.without_vanguard && position.extra_state() != ExtraState::None)
    }

    /// Whether the winner needs more than [`Self::moves`] moves.
    pub(super) fn is_long(&self, value: Value) -> bool {
        match (value, self.moves) {
            (Value::Win(plies) | Value::Loss(plies), Some(moves)) => plies > 2 * moves,
            _ => false,
        }
    }

    pub(super) fn is_listed(&self, value: Value) -> bool {
        self.list == Some(Ending::of(value))
    }

    /// The filter in words.
    pub(super) fn text(&self) -> String {
        let mut text = Vec::new();
        if let [only] = self.sides.as_slice() {
            text.push(format!("with {} to move", side_name(*only)));
        }
        if self.quiet {
            text.push("in which neither side could capture".to_owned());
        }
        if self.black_on.is_some() {
            text.push("with Black on the given cells".to_owned());
        }
        if self.without_vanguard {
            text.push("without a vanguard".to_owned());
        }
        if text.is_empty() { String::new() } else { format!("Only positions {}.", text.join(", ")) }
    }
}

/// The cells with these names, separated by commas.
pub(super) fn cells(rules: &Rules, names: &str) -> Result<Bitboard, String> {
    let (board, squares) = (rules.geometry, rules.geometry.squares());
    let cell = |name: &str| {
        let square = squares.iter().find(|&&square| board.name(square) == name);
        let example = squares.first().map(|&square| board.name(square)).unwrap_or_default();
        square.map(|square| square.bitboard()).ok_or_else(|| {
            format!("--black-on: '{name}' is not a cell of {}, expected cells such as {example}", rules.title)
        })
    };
    names.split(',').try_fold(Bitboard::EMPTY, |all, name| Ok(all | cell(name)?))
}
