//! Draw limits: the counts that positions keep for them, and the limits of the world federation, the FMJD (one file for
//! each size of board), and of Frisian Draughts.

mod frisian;
mod squares_100;
mod squares_64;

use std::fmt::Debug;
use std::hash::Hash;

use super::board::Board;
use super::color::Color;
use super::options::DrawRule;
use super::outcome::DrawReason;
use super::piece::Kind;
use super::word::Word;
use super::zobrist;

pub use frisian::KingsCount;
pub use squares_64::SmallBoardCount;
pub use squares_100::EndingCount;

/// The counts of a position for the draw limits of its game. Games with the same limits share the type.
///
/// `rule` decides whether the limits are in force; `quiet_plies` is the number of plies since an irreversible move. The
/// defaults are those of a game without limits, and cost nothing.
pub trait DrawLimits: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The count of a position set up by hand.
    #[must_use]
    fn starting<W: Word>(_board: &Board<W>, _quiet_plies: u16) -> Self {
        Self::default()
    }

    /// The count after a move of a piece of kind `_kind` (before any promotion) that led to the board `_after`;
    /// `_progress` marks a capture or a promotion.
    #[inline]
    #[must_use]
    fn next<W: Word>(self, _after: &Board<W>, _kind: Kind, _progress: bool) -> Self {
        Self::default()
    }

    /// The limit that is reached, if any.
    #[inline]
    #[must_use]
    fn reached(self, _rule: DrawRule, _quiet_plies: u16) -> Option<DrawReason> {
        None
    }

    /// The number of plies before a limit ends the game, if only kings move and nothing is captured.
    #[inline]
    #[must_use]
    fn plies_left(self, _rule: DrawRule, _quiet_plies: u16) -> u16 {
        u16::MAX
    }

    /// A key that distinguishes positions by their counts once a limit is near; part of the search key, not of the
    /// position's key.
    #[inline]
    #[must_use]
    fn key(self, _rule: DrawRule, _quiet_plies: u16) -> u64 {
        0
    }
}

impl DrawLimits for () {}

/// The numbers of men and kings of one player, if the other has a lone king.
fn against_lone_king<W: Word>(board: &Board<W>) -> Option<(u32, u32)> {
    Color::ALL.into_iter().find_map(|strong| {
        let is_lone = board.men(!strong).is_empty() && board.kings(!strong).is_single();
        is_lone.then(|| (board.men(strong).count(), board.kings(strong).count()))
    })
}

/// A kind of ending with a limit of its own.
trait Ending: Copy + Default + PartialEq {
    /// The kind of ending that these pieces make; the default if it has no such limit.
    fn of<W: Word>(board: &Board<W>) -> Self;
}

/// The number of plies that an ending has been on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Lasting<E> {
    ending: E,
    plies: u8,
}

impl<E: Ending> Lasting<E> {
    fn starting<W: Word>(board: &Board<W>, quiet_plies: u16) -> Self {
        let ending = E::of(board);
        let plies = if ending == E::default() { 0 } else { quiet_plies.min(u16::from(u8::MAX)) as u8 };
        Self { ending, plies }
    }

    /// Only a capture or a promotion changes the material, so it is recomputed only then.
    #[inline]
    fn next<W: Word>(self, after: &Board<W>, progress: bool) -> Self {
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

    /// The key of the count; zero without a limited ending.
    #[inline]
    fn key(self) -> u64 {
        if self.ending == E::default() { 0 } else { zobrist::count(0, u64::from(self.plies)) }
    }
}
