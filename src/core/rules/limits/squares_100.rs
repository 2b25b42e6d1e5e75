//! The limits of the world federation (FMJD) on 100 squares: 25, 16 and 5 moves.

use super::{DrawLimits, Lasting, against_lone_king};
use crate::rules::board::Board;
use crate::rules::options::DrawRule;
use crate::rules::outcome::DrawReason;
use crate::rules::piece::Kind;
use crate::rules::word::Word;
use crate::rules::zobrist;

/// 25 moves by each side, made by kings only, without a capture.
const QUIET_PLIES: u16 = 50;
/// The number of quiet plies from which the count is part of the search key.
const QUIET_PLIES_THAT_MATTER: u16 = 30;
/// 16 moves by each side: three pieces, one of them a king, against a lone king.
const SIXTEEN_PLIES: u8 = 32;
/// 5 moves by each side: two kings, king and man, or one king against a lone king.
const FIVE_PLIES: u8 = 10;

/// The endings in the FMJD's rules that have a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Ending {
    /// Any other ending.
    #[default]
    Unlimited,
    /// Three kings, two kings and a man, or a king and two men against a king.
    Sixteen,
    /// Two kings, a king and a man, or a king against a king.
    Five,
}

/// The number of plies that a limited ending has been on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EndingCount(Lasting<Ending>);

impl super::Ending for Ending {
    fn of<W: Word>(board: &Board<W>) -> Self {
        match against_lone_king(board) {
            Some((men, kings @ 1..)) if men + kings <= 2 => Self::Five,
            Some((men, kings @ 1..)) if men + kings == 3 => Self::Sixteen,
            _ => Self::Unlimited,
        }
    }
}

impl DrawLimits for EndingCount {
    fn starting<W: Word>(board: &Board<W>, quiet_plies: u16) -> Self {
        Self(Lasting::starting(board, quiet_plies))
    }

    #[inline]
    fn next<W: Word>(self, after: &Board<W>, _kind: Kind, progress: bool) -> Self {
        Self(self.0.next(after, progress))
    }

    #[inline]
    fn reached(self, rule: DrawRule, quiet_plies: u16) -> Option<DrawReason> {
        match self.0.ending {
            _ if rule == DrawRule::Repetition => None,
            Ending::Five if self.0.plies >= FIVE_PLIES => Some(DrawReason::FiveMoves),
            Ending::Sixteen if self.0.plies >= SIXTEEN_PLIES => Some(DrawReason::SixteenMoves),
            _ if quiet_plies >= QUIET_PLIES => Some(DrawReason::TwentyFiveMoves),
            _ => None,
        }
    }

    /// A capture, a promotion or a move of a man can only raise the result, except where three pieces against a king
    /// become two.
    #[inline]
    fn plies_left(self, rule: DrawRule, quiet_plies: u16) -> u16 {
        if rule == DrawRule::Repetition {
            return u16::MAX;
        }
        let of_ending = match self.0.ending {
            Ending::Unlimited => QUIET_PLIES,
            Ending::Five => u16::from(FIVE_PLIES.saturating_sub(self.0.plies)),
            Ending::Sixteen => u16::from(SIXTEEN_PLIES.saturating_sub(self.0.plies)),
        };
        of_ending.min(QUIET_PLIES.saturating_sub(quiet_plies))
    }

    /// The key of both counts; zero while no limit is near.
    #[inline]
    fn key(self, rule: DrawRule, quiet_plies: u16) -> u64 {
        if rule == DrawRule::Repetition {
            return 0;
        }
        let ending = self.0.key();
        if quiet_plies < QUIET_PLIES_THAT_MATTER {
            return ending;
        }
        ending ^ zobrist::count(1, u64::from(quiet_plies))
    }
}
