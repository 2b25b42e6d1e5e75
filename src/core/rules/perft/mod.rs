//! Perft: counts of the leaves of the game tree, the classic test of a move generator.

mod count;
mod error;
mod parallel;
mod table;

use std::sync::atomic::AtomicBool;

use super::game::Game;
use super::moves::Move;
use super::position::Position;
use count::Count;
pub use error::PerftError;
pub use parallel::PerftPlan;
pub use table::PerftTable;

/// Counts the sequences of `depth` plies from `position`; games that end earlier are not counted. Draws are ignored.
/// The last ply is counted without making its moves.
///
/// ```
/// use coupturc_core::rules::{Position, games::Hexdame, perft};
///
/// assert_eq!(perft(&Position::<Hexdame>::start(), 4), Ok(51_589));
/// ```
///
/// # Errors
///
/// If a position on the way has more captures than can be generated, or there are too many leaves.
pub fn perft<G: Game>(position: &Position<G>, depth: u32) -> Result<u64, PerftError> {
    perft_until(position, depth, &AtomicBool::new(false))
}

/// Like [`perft`], but stops when `stop` is set.
///
/// # Errors
///
/// If it is stopped, a position on the way has more captures than can be generated, or there are too many leaves.
pub fn perft_until<G: Game>(
    position: &Position<G>,
    depth: u32,
    stop: &AtomicBool,
) -> Result<u64, PerftError> {
    Count::new(depth, None, stop).below(position)
}

/// The count after each legal move, in the order of generation; empty at depth 0.
///
/// ```
/// use coupturc_core::rules::{Position, games::Dameo, perft, perft_divide};
///
/// let start = Position::<Dameo>::start();
/// let divided = perft_divide(&start, 3)?;
/// assert_eq!(divided.iter().map(|(_, count)| count).sum::<u64>(), perft(&start, 3)?);
/// # Ok::<(), coupturc_core::rules::PerftError>(())
/// ```
///
/// # Errors
///
/// As for [`perft`].
pub fn perft_divide<G: Game>(position: &Position<G>, depth: u32) -> Result<Vec<(Move, u64)>, PerftError> {
    PerftPlan::default().divide(position, depth)
}
