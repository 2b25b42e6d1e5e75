//! Moves that capture nothing.

use std::collections::BTreeSet;

use super::board::{Kind, Piece};
use super::game::Game;
use super::geometry::{Cell, Step, king_steps, man_steps, ray};
use super::moves::Move;
use super::position::NaivePosition;

/// All moves of the side to move that capture nothing, whether captures are possible or not.
pub fn quiet_moves(position: &NaivePosition) -> BTreeSet<Move> {
    let mut found = BTreeSet::new();
    for (from, piece) in position.board.pieces_of(position.to_move) {
        if position.king_moves.must_rest(position.to_move, from) {
            continue;
        }
        let targets = match piece.kind {
            Kind::Man => man_targets(position, from, piece),
            Kind::King => king_targets(position, from),
        };
        found.extend(targets.into_iter().map(|to| Move::quiet(from, to)));
    }
    found
}

fn man_targets(position: &NaivePosition, from: Cell, man: Piece) -> Vec<Cell> {
    let steps = man_steps(position.game, man.color);
    let target = |step: Step| match position.game {
        Game::Dameo => linear_target(position, from, man, step),
        _ => short_target(position, from, step),
    };
    steps.into_iter().filter_map(target).collect()
}

/// One cell forward, if it is empty.
fn short_target(position: &NaivePosition, from: Cell, step: Step) -> Option<Cell> {
    let next = ray(position.game, from, step).next()?;
    position.board.at(next).is_none().then_some(next)
}

/// Linear movement: over an unbroken line of men of the same side, which may be empty, to the empty square just in
/// front of it.
fn linear_target(position: &NaivePosition, from: Cell, man: Piece, step: Step) -> Option<Cell> {
    for cell in ray(position.game, from, step) {
        match position.board.at(cell) {
            None => return Some(cell),
            Some(piece) if piece == man => {}
            // A king in the line blocks it, and so does an enemy.
            Some(_) => return None,
        }
    }
    // The line reaches the edge of the board.
    None
}

/// Any number of empty cells along the king's lines.
fn king_targets(position: &NaivePosition, from: Cell) -> Vec<Cell> {
    let mut targets = Vec::new();
    for &step in king_steps(position.game) {
        let line = ray(position.game, from, step);
        targets.extend(line.take_while(|&cell| position.board.at(cell).is_none()));
    }
    targets
}
