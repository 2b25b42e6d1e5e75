//! Perft on one thread.

use std::sync::atomic::{AtomicBool, Ordering};

use super::error::{PerftError, check, checked_sum};
use super::table::PerftTable;
use crate::rules::color::for_side;
use crate::rules::game::Game;
use crate::rules::moves::{Move, MoveList};
use crate::rules::placement::Placement;
use crate::rules::position::Position;
use crate::rules::word::Word;

/// The depth below which counting is faster than a lookup.
const LEAST_DEPTH_IN_TABLE: usize = 3;

/// A count to one depth, with a list of moves for each remaining ply.
pub(super) struct Count<'a, G: Game> {
    lists: Vec<MoveList<G::Word>>,
    table: Option<&'a PerftTable<G>>,
    stop: &'a AtomicBool,
}

impl<'a, G: Game> Count<'a, G> {
    pub(super) fn new(depth: u32, table: Option<&'a PerftTable<G>>, stop: &'a AtomicBool) -> Self {
        let lists = (0..depth).map(|_| MoveList::new()).collect();
        Self { lists, table, stop }
    }

    /// The number of leaves below `position`.
    pub(super) fn below(&mut self, position: &Position<G>) -> Result<u64, PerftError> {
        match self.table {
            None => below(position.placement(), &mut self.lists, self.stop),
            Some(table) => below_known(position, &mut self.lists, table, self.stop),
        }
    }
}

/// Counts with a table, down to the depth at which counting is faster.
fn below_known<G: Game>(
    position: &Position<G>,
    lists: &mut [MoveList<G::Word>],
    table: &PerftTable<G>,
    stop: &AtomicBool,
) -> Result<u64, PerftError> {
    let depth = lists.len();
    let (moves, rest) = match lists {
        [moves, rest @ ..] if depth >= LEAST_DEPTH_IN_TABLE => (moves, rest),
        _ => return below(position.placement(), lists, stop),
    };
    if let Some(leaves) = table.get(position, depth) {
        return Ok(leaves);
    }
    position.legal_moves(moves);
    let total = sum(moves, stop, |mv| below_known(&position.play_legal(mv), rest, table, stop))?;
    table.put(position, depth, total);
    Ok(total)
}

/// Compiled once, although two functions call it besides itself.
#[inline(never)]
fn below<G: Game>(
    placement: &Placement<G>,
    lists: &mut [MoveList<G::Word>],
    stop: &AtomicBool,
) -> Result<u64, PerftError> {
    match lists {
        [] => Ok(1),
        [last] => {
            let leaves = placement.count_legal_moves(last);
            check(last)?;
            Ok(leaves)
        }
        [moves, last] => last_two_plies(placement, moves, last, stop),
        [moves, rest @ ..] => {
            placement.legal_moves(moves);
            sum(moves, stop, |mv| below(&placement.after(placement.side, mv), rest, stop))
        }
    }
}

/// The hot loop, compiled once for each side.
fn last_two_plies<G: Game>(
    placement: &Placement<G>,
    moves: &mut MoveList<G::Word>,
    last: &mut MoveList<G::Word>,
    stop: &AtomicBool,
) -> Result<u64, PerftError> {
    placement.legal_moves(moves);
    check(moves)?;
    let mut total = 0;
    for_side!(placement.side, us => for &mv in moves.iter() {
        total += placement.after(us, mv).count_legal_moves_as(!us, last);
        if last.took_long() {
            return last_two_plies_with_pauses(placement, moves, last, stop);
        }
    });
    Ok(total)
}

/// The same count, used when single positions take a long time: checks `stop` after each.
#[cold]
#[inline(never)]
fn last_two_plies_with_pauses<G: Game>(
    placement: &Placement<G>,
    moves: &MoveList<G::Word>,
    last: &mut MoveList<G::Word>,
    stop: &AtomicBool,
) -> Result<u64, PerftError> {
    sum(moves, stop, |mv| {
        let leaves = placement.after(placement.side, mv).count_legal_moves(last);
        check(last)?;
        last.take_steps();
        expect_no(stop)?;
        Ok(leaves)
    })
}

/// The sum of the counts after each of `moves`, unless `stop` is set.
#[inline]
fn sum<W: Word>(
    moves: &MoveList<W>,
    stop: &AtomicBool,
    mut behind: impl FnMut(Move<W>) -> Result<u64, PerftError>,
) -> Result<u64, PerftError> {
    check(moves)?;
    expect_no(stop)?;
    let mut total = 0;
    for &mv in moves.iter() {
        total = checked_sum([total, behind(mv)?])?;
    }
    Ok(total)
}

/// An error if `stop` is set.
#[inline]
fn expect_no(stop: &AtomicBool) -> Result<(), PerftError> {
    if stop.load(Ordering::Relaxed) { Err(PerftError::Stopped) } else { Ok(()) }
}
