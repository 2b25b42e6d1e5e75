//! Counting the leaves of the game tree: the classic check of a move generator.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use super::color::for_side;
use super::game::Game;
use super::moves::{Move, MoveList};
use super::placement::Placement;
use super::position::Position;

/// Why a count has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftError {
    /// It was stopped before it was complete.
    Stopped,
    /// There is a position on the way in which a piece can capture in more ways than can be
    /// followed.
    TooManyCaptures,
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stopped => "stopped before the count was complete",
            Self::TooManyCaptures => "a piece can capture in more ways than can be followed",
        })
    }
}

impl std::error::Error for PerftError {}

/// Counts the sequences of `depth` plies from `position`; a game that ends earlier counts nothing.
/// Draws are ignored. The last ply is counted without making its moves.
///
/// ```
/// use coupturc::rules::{Position, games::Hexdame, perft};
///
/// assert_eq!(perft(&Position::<Hexdame>::start(), 4), Ok(51_589));
/// ```
///
/// # Errors
///
/// If a position on the way has more captures than can be followed.
pub fn perft<G: Game>(position: &Position<G>, depth: u32) -> Result<u64, PerftError> {
    perft_until(position, depth, &AtomicBool::new(false))
}

/// As [`perft`], until `stop` is set.
///
/// # Errors
///
/// If it was stopped, or a position on the way has more captures than can be followed.
pub fn perft_until<G: Game>(
    position: &Position<G>,
    depth: u32,
    stop: &AtomicBool,
) -> Result<u64, PerftError> {
    let mut lists: Vec<MoveList> = Vec::new();
    lists.resize_with(depth as usize, MoveList::new);
    let leaves = count(position.placement(), &mut lists, stop)?;
    if lists.iter().all(MoveList::is_complete) { Ok(leaves) } else { Err(PerftError::TooManyCaptures) }
}

/// The counts behind each legal move, in the order of generation.
///
/// ```
/// use coupturc::rules::{Position, games::Dameo, perft, perft_divide};
///
/// let start = Position::<Dameo>::start();
/// let divided = perft_divide(&start, 3)?;
/// assert_eq!(divided.iter().map(|(_, count)| count).sum::<u64>(), perft(&start, 3)?);
/// # Ok::<(), coupturc::rules::PerftError>(())
/// ```
///
/// # Errors
///
/// If a position on the way has more captures than can be followed.
pub fn perft_divide<G: Game>(position: &Position<G>, depth: u32) -> Result<Vec<(Move, u64)>, PerftError> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if !moves.is_complete() {
        return Err(PerftError::TooManyCaptures);
    }
    moves.iter().map(|&mv| Ok((mv, perft(&position.play_legal(mv), rest)?))).collect()
}

/// Counts with one list of moves for each ply that is left.
fn count<G: Game>(
    placement: &Placement<G>,
    lists: &mut [MoveList],
    stop: &AtomicBool,
) -> Result<u64, PerftError> {
    let Some((moves, rest)) = lists.split_first_mut() else { return Ok(1) };
    if rest.is_empty() {
        return Ok(placement.count_legal_moves(moves));
    }
    if stop.load(Ordering::Relaxed) {
        return Err(PerftError::Stopped);
    }
    placement.legal_moves(moves);
    let mut total = 0;
    if let [last] = rest {
        for_side!(placement.side, us => for &mv in moves.iter() {
            total += placement.after_as(us, mv).count_legal_moves_as(!us, last);
        });
    } else {
        for &mv in moves.iter() {
            total += count(&placement.after(mv), rest, stop)?;
        }
    }
    Ok(total)
}
