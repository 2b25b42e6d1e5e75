//! Quiet moves: those that capture nothing.

use super::kings;
use crate::rules::bitboard::{Bitboard, Direction, Square, for_each_direction};
use crate::rules::color::Color;
use crate::rules::extra::Extra;
use crate::rules::game::Game;
use crate::rules::moves::{Move, MoveList};
use crate::rules::placement::Placement;
use crate::rules::word::Word;

/// Adds the quiet moves of `us` to `list`.
#[inline(always)]
pub(super) fn generate<G: Game>(placement: &Placement<G>, us: Color, list: &mut MoveList<G::Word>) {
    let empty = placement.empty();
    push_moves_of_men(placement, us, empty, list);
    push_king_moves(placement, us, us, placement.extra.resting(us), list);
}

/// Adds the moves of the kings of `us` in the directions in which those of `like` move.
#[inline(always)]
fn push_king_moves<G: Game>(
    placement: &Placement<G>,
    us: Color,
    like: Color,
    resting: Bitboard<G::Word>,
    list: &mut MoveList<G::Word>,
) {
    let empty = placement.empty();
    for from in placement.board.kings(us) & !resting {
        for &direction in G::king_steps(&placement.options, like) {
            for to in kings::steps::<G>(&placement.options, from.bitboard(), direction, empty) {
                list.push(Move::quiet(from, to));
            }
        }
    }
}

/// Adds the quiet moves of `us` that promote a man to `list`.
#[inline(always)]
pub(super) fn promotions<G: Game>(placement: &Placement<G>, us: Color, list: &mut MoveList<G::Word>) {
    push_moves_of_men(placement, us, placement.empty() & G::promotion(&placement.options, us), list);
}

/// Adds the quiet moves of men of `us` onto the empty cells `targets`.
#[inline(always)]
fn push_moves_of_men<G: Game>(
    placement: &Placement<G>,
    us: Color,
    targets: Bitboard<G::Word>,
    list: &mut MoveList<G::Word>,
) {
    let (men, options) = (placement.board.men(us), &placement.options);
    match us {
        Color::White => push_man_moves::<G, true>(options, men, targets, list),
        Color::Black => push_man_moves::<G, false>(options, men, targets, list),
    }
}

/// Adds to `list` the quiet moves, except promotions, that `us` may have played last: each from the present cell of the
/// piece to its previous one.
///
/// On every board the steps of one side's pieces reverse those of the other's.
#[inline(always)]
pub(super) fn taken_back<G: Game>(placement: &Placement<G>, us: Color, list: &mut MoveList<G::Word>) {
    let (empty, options) = (placement.empty(), &placement.options);
    let (men, origins) = (placement.board.men(us), empty & !G::promotion(options, us));
    match us {
        Color::White => push_man_moves::<G, false>(options, men, origins, list),
        Color::Black => push_man_moves::<G, true>(options, men, origins, list),
    }
    push_king_moves(placement, us, !us, Bitboard::EMPTY, list);
}

/// Whether there is a quiet move, legal or not.
///
/// Linear moves need no test: the front man of the line can step to the cell that the others jump to.
#[inline(always)]
pub(super) fn exists<G: Game>(placement: &Placement<G>, us: Color) -> bool {
    let (empty, options) = (placement.empty(), &placement.options);
    let (men, kings) = (placement.board.men(us), placement.board.kings(us) & !placement.extra.resting(us));
    G::man_steps(options)[us].iter().any(|&direction| men.step_onto(direction, empty).any())
        || G::king_steps(options, us).iter().any(|&direction| kings.step_onto(direction, empty).any())
}

/// The number of quiet moves.
#[inline(always)]
pub(super) fn count<G: Game>(placement: &Placement<G>, us: Color) -> u64 {
    let (empty, options) = (placement.empty(), &placement.options);
    let (men, kings) = (placement.board.men(us), placement.board.kings(us) & !placement.extra.resting(us));
    let men_moves = match us {
        Color::White => count_man_moves::<G, true>(options, men, empty),
        Color::Black => count_man_moves::<G, false>(options, men, empty),
    };
    let king_moves = if kings.any() { count_king_moves::<G>(options, us, kings, empty) } else { 0 };
    u64::from(men_moves + king_moves)
}

#[inline(always)]
fn push_man_moves<G: Game, const WHITE: bool>(
    options: &G::Options,
    men: Bitboard<G::Word>,
    targets: Bitboard<G::Word>,
    list: &mut MoveList<G::Word>,
) {
    for_each_direction!(_, direction in G::MAN_STEPS.of::<WHITE>(), G::man_steps(options).of::<WHITE>() => {
        for to in men.step_onto(direction, targets) {
            let mut from = direction.source(to);
            list.push(Move::quiet(from, to));
            if G::has_linear_moves(options) {
                // Every man further back in the unbroken line may jump to the same cell.
                while let Some(behind) = man_behind(men, direction, from) {
                    from = behind;
                    list.push(Move::quiet(from, to));
                }
            }
        }
    });
}

#[inline(always)]
fn count_man_moves<G: Game, const WHITE: bool>(
    options: &G::Options,
    men: Bitboard<G::Word>,
    empty: Bitboard<G::Word>,
) -> u32 {
    let mut count = 0;
    for_each_direction!(_, direction in G::MAN_STEPS.of::<WHITE>(), G::man_steps(options).of::<WHITE>() => {
        count += if G::has_linear_moves(options) {
            count_linear_moves(men, direction, empty)
        } else {
            men.step_onto(direction, empty).count()
        };
    });
    count
}

fn count_king_moves<G: Game>(
    options: &G::Options,
    us: Color,
    kings: Bitboard<G::Word>,
    empty: Bitboard<G::Word>,
) -> u32 {
    let mut count = 0;
    for_each_direction!(_, direction in G::KING_STEPS, G::king_steps(options, us) => {
        count += kings::steps::<G>(options, kings, direction, empty).count();
    });
    count
}

/// Counts the men that step, then those that jump over one man, over two, ...
#[inline(always)]
fn count_linear_moves<W: Word>(men: Bitboard<W>, direction: Direction, empty: Bitboard<W>) -> u32 {
    let mut count = 0;
    let mut movers = men;
    while movers.any() {
        let ahead = movers.step(direction);
        count += (ahead & empty).count();
        movers = ahead & men;
    }
    count
}

/// The man directly behind `square`, looking in `direction`.
#[inline]
fn man_behind<W: Word>(men: Bitboard<W>, direction: Direction, square: Square) -> Option<Square> {
    let behind = direction.source(square);
    let adjoins = behind.bitboard::<W>().step(direction) == square.bitboard();
    (adjoins && men.contains(behind)).then_some(behind)
}
