//! Move numbers, and the side that makes each move.

use std::fmt;

use super::game::PdnMove;
use crate::rules::Color;

/// The number written before a move: `12.` for White, `12...` for Black.
#[derive(Clone, Copy)]
pub(super) struct MoveNumber {
    number: u32,
    pub(super) side: Color,
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.side == Color::White { "." } else { "..." })
    }
}

impl MoveNumber {
    /// The number of the next move.
    fn next(self) -> Self {
        Self { number: self.number + u32::from(self.side == Color::Black), side: !self.side }
    }
}

/// The numbers of all moves of a game in which `first` moves first. A setup has the number of the move that follows it.
pub(super) fn numbers(first: Color, moves: &[PdnMove]) -> Vec<MoveNumber> {
    let mut numbers: Vec<MoveNumber> = Vec::with_capacity(moves.len());
    for mv in moves {
        let parent =
            mv.parent.checked_sub(1).and_then(|index| Some((moves.get(index)?, *numbers.get(index)?)));
        let number = match parent {
            None => MoveNumber { number: 1, side: first },
            Some((parent, number)) if parent.is_setup => number,
            Some((_, number)) => number.next(),
        };
        let set_up = if mv.is_setup { fen_side(&mv.text) } else { None };
        numbers.push(match set_up {
            Some(side) if side != number.side => MoveNumber { side, ..number.next() },
            _ => number,
        });
    }
    numbers
}

/// The side to move, if the FEN gives one.
pub(super) fn fen_side(fen: &str) -> Option<Color> {
    match fen.trim_start().chars().next()? {
        'W' | 'w' => Some(Color::White),
        'B' | 'b' => Some(Color::Black),
        _ => None,
    }
}
