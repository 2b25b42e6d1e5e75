//! Draw limits: what positions count for them, and those of the world federation, one file for the boards of each size, and
//! of Frisian Draughts.

mod frisian;
mod squares_100;
mod squares_64;

use std::fmt::Debug;
use std::hash::Hash;

use super::board::Board;
use super::color::Color;
use super::options::DrawRule;
use super::outcome::DrawReason;
use super::zobrist;

pub use frisian::KingsCount;
pub use squares_64::SmallBoardCount;
pub use squares_100::EndingCount;

/// What positions of a game count for its draw limits. Games that have the same limits share it.
///
/// `rule` says whether the limits are in force, and `quiet_plies` for how many plies nothing has happened that cannot
/// be undone. The defaults are those of a game without limits, and cost nothing.
pub trait DrawLimits: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The count in a position set up by hand.
    #[must_use]
    fn starting(_board: &Board, _quiet_plies: u16) -> Self {
        Self::default()
    }

    /// The count after a move that led to the board `after`; `progress` marks a capture or a promotion.
    #[inline]
    #[must_use]
    fn next(self, _after: &Board, _progress: bool) -> Self {
        Self::default()
    }

    /// The limit that is reached, if any.
    #[inline]
    #[must_use]
    fn reached(self, _rule: DrawRule, _quiet_plies: u16) -> Option<DrawReason> {
        None
    }

    /// How many plies can be played before a limit ends the game, if only kings move and nothing is captured.
    #[inline]
    #[must_use]
    fn plies_left(self, _rule: DrawRule, _quiet_plies: u16) -> u16 {
        u16::MAX
    }

    /// A key that distinguishes positions by how near a limit is, once that matters; part of the search's key,
    /// not of the position's.
    #[inline]
    #[must_use]
    fn key(self, _rule: DrawRule, _quiet_plies: u16) -> u64 {
        0
    }
}

impl DrawLimits for () {}

/// The men and kings of one player, if the other one has nothing but a king.
fn against_lone_king(board: &Board) -> Option<(u32, u32)> {
    Color::ALL.into_iter().find_map(|strong| {
        let is_lone = board.men(!strong).is_empty() && board.kings(!strong).is_single();
        is_lone.then(|| (board.men(strong).count(), board.kings(strong).count()))
    })
}

/// A row of a list of endings, with the number of plies for which each may last.
trait Ending: Copy + Default + PartialEq {
    /// The row of these pieces; the default where they are none of the list.
    fn of(board: &Board) -> Self;
}

/// How long an ending of a list has been on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Lasting<E> {
    ending: E,
    plies: u8,
}

impl<E: Ending> Lasting<E> {
    fn starting(board: &Board, quiet_plies: u16) -> Self {
        let ending = E::of(board);
        let plies = if ending == E::default() { 0 } else { quiet_plies.min(u16::from(u8::MAX)) as u8 };
        Self { ending, plies }
    }

    /// Only a capture or a promotion changes the material, so only then is it looked at.
    #[inline]
    fn next(self, after: &Board, progress: bool) -> Self {
        if progress {
            let ending = E::of(after);
            if ending != self.ending {
                return Self { ending, plies: 0 };
            }
        }
        if self.ending == E::default() {
            return self;
        }
        Self { plies: self.plies.saturating_add(1), ..self }
    }

    /// The key of the count, zero where there is none.
    #[inline]
    fn key(self) -> u64 {
        if self.ending == E::default() { 0 } else { zobrist::count(0, u64::from(self.plies)) }
    }
}
