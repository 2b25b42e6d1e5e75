//! Errors of perft, and the steps that can fail.

use std::fmt;

use crate::memory::OutOfMemory;
use crate::rules::game::Game;
use crate::rules::moves::{MoveList, TooManyCaptures};
use crate::rules::position::Position;
use crate::rules::word::Word;

/// The reason why a count has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftError {
    /// The count was stopped before it was complete.
    Stopped,
    /// A position on the way has legal moves that cannot all be found.
    TooManyCaptures(TooManyCaptures),
    /// There are more leaves than fit into 64 bits.
    TooManyLeaves,
    /// There is not enough memory for the table.
    OutOfMemory(OutOfMemory),
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped before the count was complete"),
            Self::TooManyCaptures(beyond) => beyond.fmt(f),
            Self::TooManyLeaves => f.write_str("there are more leaves than fit into 64 bits"),
            Self::OutOfMemory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PerftError {}

/// The legal moves of a position.
pub(super) fn all_moves<G: Game>(position: &Position<G>) -> Result<MoveList<G::Word>, PerftError> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    check(&moves)?;
    Ok(moves)
}

/// Returns an error if moves are missing in `list`.
#[inline]
pub(super) fn check<W: Word>(list: &MoveList<W>) -> Result<(), PerftError> {
    list.expect_complete().map_err(PerftError::TooManyCaptures)
}

#[inline]
pub(super) fn checked_sum(counts: impl IntoIterator<Item = u64>) -> Result<u64, PerftError> {
    let checked = counts.into_iter().try_fold(0, u64::checked_add);
    checked.ok_or(PerftError::TooManyLeaves)
}
