//! Counting captures, without listing them where that is simple.

use super::captures::{are_by_number, search};
use super::jumps::Jumps;
use crate::rules::bitboard::{Bitboard, for_each_direction};
use crate::rules::capturing::{CaptureOrder, InPassing, Removal};
use crate::rules::color::{Color, for_side};
use crate::rules::game::Game;
use crate::rules::moves::MoveList;
use crate::rules::placement::Placement;

/// The number of legal captures. `scratch` is overwritten.
#[inline(always)]
pub(super) fn captures<G: Game>(placement: &Placement<G>, us: Color, scratch: &mut MoveList<G::Word>) -> u64 {
    if placement.board.kings(us).any() {
        return by_search(placement, scratch);
    }
    let empty = placement.empty();
    let first = Jumps::of(placement, us, empty, true);
    let men = placement.board.men(us) & first.anywhere();
    if men.is_empty() {
        return 0;
    }
    let (by_number, options) = (are_by_number(placement), &placement.options);
    if !by_number && !counts_any_jump::<G>(options) {
        return by_search(placement, scratch);
    }
    let further = Jumps::of(placement, us, empty, false);
    // If no man can jump on, every jump is one capture.
    let mut onward = Bitboard::EMPTY;
    let mut count = 0;
    for_each_direction!(i, direction in G::CAPTURES, G::captures(options) => {
        let jumping = men & first.along(i);
        count += jumping.count();
        onward |= further.landings::<G>(options, jumping, i, direction);
        if G::in_passing(options) == InPassing::GoesOn {
            // As a king it may be able to jump on.
            onward |= jumping.jump(direction) & G::promotion(options, us);
        }
    });
    match (onward.any(), by_number) {
        (false, _) => u64::from(count),
        (true, true) => longer(placement, scratch),
        (true, false) => by_search(placement, scratch),
    }
}

/// Whether every complete capture is legal, including each single jump that cannot continue.
#[inline(always)]
fn counts_any_jump<G: Game>(options: &G::Options) -> bool {
    matches!((G::removal(options), G::capture_order(options)), (Removal::AtTheEnd, CaptureOrder::Any))
}

/// The number of captures if a man can jump twice or more.
#[inline(never)]
fn longer<G: Game>(placement: &Placement<G>, scratch: &mut MoveList<G::Word>) -> u64 {
    let doubles = for_side!(placement.side, us => doubles(placement, us));
    doubles.map_or_else(|| by_search(placement, scratch), u64::from)
}

/// The number of captures of two pieces, or `None` if a man may be able to jump more than twice.
#[inline(always)]
fn doubles<G: Game>(placement: &Placement<G>, us: Color) -> Option<u32> {
    let (men, empty, options) = (placement.board.men(us), placement.empty(), &placement.options);
    let first = Jumps::of(placement, us, empty, true);
    let further = Jumps::of(placement, us, empty, false);
    let mut count = 0;
    for_each_direction!(i, direction in G::CAPTURES, G::captures(options) => {
        for to in further.landings::<G>(options, men & first.along(i), i, direction) {
            let from = direction.source(direction.source(to)).bitboard();
            count += second_jumps(placement, us, to.bitboard(), i, empty | from)?;
        }
    });
    Some(count)
}

/// The number of second jumps from `at` for a man that came in the direction of index `came`, or `None` if a third may
/// follow.
#[inline(always)]
fn second_jumps<G: Game>(
    placement: &Placement<G>,
    us: Color,
    at: Bitboard<G::Word>,
    came: usize,
    empty: Bitboard<G::Word>,
) -> Option<u32> {
    let (jumps, options) = (Jumps::of(placement, us, empty, false), &placement.options);
    let mut count = 0;
    let mut onward = Bitboard::EMPTY;
    for_each_direction!(i, direction in G::CAPTURES, G::captures(options) => {
        if i != came ^ 1 {
            let landing = (at & jumps.along(i)).jump(direction);
            onward |= landing & jumps.onward::<G>(options, i);
            count += u32::from(landing.any());
        }
    });
    onward.is_empty().then_some(count)
}

/// The number of captures, by listing them.
#[inline(never)]
fn by_search<G: Game>(placement: &Placement<G>, scratch: &mut MoveList<G::Word>) -> u64 {
    scratch.clear();
    search(placement, scratch);
    scratch.len() as u64
}
