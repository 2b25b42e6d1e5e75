//! Slides and captures of kings, found for all of them at once.

use crate::rules::bitboard::{Bitboard, Direction, for_each_direction};
use crate::rules::color::Color;
use crate::rules::game::Game;
use crate::rules::placement::Placement;
use crate::rules::word::Word;

/// The cells of `empty` that `kings` can slide to in one direction. Only one king can reach each cell: kings cannot
/// pass each other.
#[inline(always)]
pub(in crate::rules) fn slides<W: Word>(
    kings: Bitboard<W>,
    direction: Direction,
    empty: Bitboard<W>,
) -> Bitboard<W> {
    let mut reached = Bitboard::EMPTY;
    let mut front = kings.step_onto(direction, empty);
    while front.any() {
        reached |= front;
        front = front.step_onto(direction, empty);
    }
    reached
}

/// The cells of `empty` that `kings` can move to in one direction.
#[inline(always)]
pub(super) fn steps<G: Game>(
    options: &G::Options,
    kings: Bitboard<G::Word>,
    direction: Direction,
    empty: Bitboard<G::Word>,
) -> Bitboard<G::Word> {
    if G::kings_fly(options) { slides(kings, direction, empty) } else { kings.step_onto(direction, empty) }
}

/// The cells from which `kings` on `cells` can jump over the next piece in one direction: their own, and those that
/// they can fly to.
#[inline(always)]
pub(super) fn take_offs<G: Game>(
    options: &G::Options,
    cells: Bitboard<G::Word>,
    direction: Direction,
    empty: Bitboard<G::Word>,
) -> Bitboard<G::Word> {
    if G::kings_fly(options) { cells | slides(cells, direction, empty) } else { cells }
}

/// The cells on which a king may stop that has jumped to the cell `landing`.
#[inline(always)]
pub(super) fn stops<G: Game>(
    options: &G::Options,
    landing: Bitboard<G::Word>,
    direction: Direction,
    empty: Bitboard<G::Word>,
) -> Bitboard<G::Word> {
    if G::kings_land_anywhere(options) { landing | slides(landing, direction, empty) } else { landing }
}

/// Whether one of the `kings` of `us` can capture.
#[inline]
pub(super) fn can_capture<G: Game>(
    placement: &Placement<G>,
    us: Color,
    kings: Bitboard<G::Word>,
    enemy: Bitboard<G::Word>,
    empty: Bitboard<G::Word>,
) -> bool {
    let Placement { board, options, .. } = placement;
    let mut landing = Bitboard::EMPTY;
    for_each_direction!(i, direction in G::CAPTURES, G::captures(options) => {
        let prey = G::prey_of_kings(enemy, us, board, options, i);
        let over = take_offs::<G>(options, kings, direction, empty).step_onto(direction, prey);
        landing |= over.step_onto(direction, empty);
    });
    landing.any()
}
