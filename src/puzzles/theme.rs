//! Positions and solutions that are the same after an exchange of colours or in a mirror.

use crate::rules::{AnyPosition, Bitboard, Color, Geometry, Move, Square};
use crate::tables::mirrors;

/// What two puzzles must not share: the pieces, or the moves of the solver. Both as White's, in the mirror image that
/// comes first in the order of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Theme {
    /// The men and kings of the solver and of the opponent.
    pub(super) pieces: [Bitboard; 4],
    /// The moves of the solver.
    pub(super) moves: Vec<Move>,
}

impl Theme {
    /// The theme of a position and the moves of its solver.
    pub(super) fn of(position: &dyn AnyPosition, moves: &[Move]) -> Self {
        let rules = position.rules();
        let side = position.side();
        let as_white = |square| if side == Color::White { square } else { turned(rules.geometry, square) };
        let board = position.board();
        let sets = [board.men(side), board.kings(side), board.men(!side), board.kings(!side)];
        let mirrored = mirrors(rules);
        let maps: Vec<Box<dyn Fn(Square) -> Square + '_>> = std::iter::once(Box::new(as_white) as Box<_>)
            .chain(mirrored.iter().map(|mirror| Box::new(move |square| mirror(as_white(square))) as Box<_>))
            .collect();
        let pieces = maps.iter().map(|map| sets.map(|set| image(set, map))).min();
        let solutions = maps.iter().map(|map| {
            let image_of = |mv: &Move| Move::capture(map(mv.from()), map(mv.to()), image(mv.captured(), map));
            moves.iter().map(image_of).collect::<Vec<_>>()
        });
        Self { pieces: pieces.unwrap_or(sets), moves: solutions.min().unwrap_or_default() }
    }
}

fn image(set: Bitboard, map: &dyn Fn(Square) -> Square) -> Bitboard {
    set.into_iter().map(map).collect()
}

/// The same cell from the other player's view. All boards look the same after half a turn.
fn turned(board: &Geometry, square: Square) -> Square {
    board.square(board.len() - 1 - board.order(square)).unwrap_or(square)
}
