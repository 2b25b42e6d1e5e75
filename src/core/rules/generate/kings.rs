//! Slides and captures of kings, found for all of them at once.

use crate::rules::bitboard::{Bitboard, Direction, for_each_direction};
use crate::rules::game::Game;

/// The cells of `empty` that `kings` can slide to in one direction. Only one king can reach each cell: kings cannot
/// pass each other.
#[inline(always)]
pub(super) fn slides(kings: Bitboard, direction: Direction, empty: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    let mut front = kings.step_onto(direction, empty);
    while front.any() {
        reached |= front;
        front = front.step_onto(direction, empty);
    }
    reached
}

/// Whether one of `kings` can capture.
#[inline]
pub(super) fn can_capture<G: Game>(kings: Bitboard, enemy: Bitboard, empty: Bitboard) -> bool {
    let mut landing = Bitboard::EMPTY;
    for_each_direction!(_, direction in G::CAPTURES => {
        let over = (kings | slides(kings, direction, empty)).step_onto(direction, enemy);
        landing |= over.step_onto(direction, empty);
    });
    landing.any()
}
