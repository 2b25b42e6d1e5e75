//! Moves that capture nothing.

use super::position::{Move, Position};
use crate::board::{Piece, Step};

/// All moves of the side to move that capture nothing, sorted.
pub(super) fn quiet_moves(position: &Position<'_>) -> Vec<Move> {
    let mut found = Vec::new();
    for (from, piece) in position.pieces_of(position.side) {
        let mut targets = match piece.is_king {
            true if position.must_rest(from) => continue,
            true => king_targets(position, from, piece),
            false => man_targets(position, from, piece),
        };
        targets.sort_unstable();
        targets.dedup();
        let to = |to| Move { from, to, captured: Vec::new(), is_crowned: false };
        found.extend(targets.into_iter().map(to));
    }
    found
}

fn man_targets(position: &Position<'_>, from: usize, man: Piece) -> Vec<usize> {
    let men = &position.rules.men;
    let target =
        |step| if men.linear { beyond_line(position, from, man, step) } else { next(position, from, step) };
    men.moves.steps(man.color).filter_map(target).collect()
}

/// The next cell, if it is empty.
fn next(position: &Position<'_>, from: usize, step: Step) -> Option<usize> {
    let to = position.rules.board.neighbour(from, step)?;
    position.pieces[to].is_none().then_some(to)
}

/// The empty cell in front of an unbroken line of men like this one.
fn beyond_line(position: &Position<'_>, from: usize, man: Piece, step: Step) -> Option<usize> {
    let mut ray = position.rules.board.ray(from, step);
    let end = ray.find(|&cell| position.pieces[cell] != Some(man))?;
    position.pieces[end].is_none().then_some(end)
}

fn king_targets(position: &Position<'_>, from: usize, king: Piece) -> Vec<usize> {
    let (board, kings) = (&position.rules.board, &position.rules.kings);
    let reach = if kings.flying { usize::MAX } else { 1 };
    let line = |step| board.ray(from, step).take(reach).take_while(|&cell| position.pieces[cell].is_none());
    kings.moves.steps(king.color).flat_map(line).collect()
}
