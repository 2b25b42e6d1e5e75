//! The limits of Frisian Draughts: 7 and 2 moves.

use super::{DrawLimits, Ending, Lasting, against_lone_king};
use crate::rules::board::Board;
use crate::rules::options::DrawRule;
use crate::rules::outcome::DrawReason;
use crate::rules::piece::Kind;
use crate::rules::word::Word;

/// 7 moves by each side: two kings against one.
const SEVEN_PLIES: u8 = 14;
/// 2 moves by each side: one king against one. The rules say that this ending is drawn immediately unless one side can
/// force a capture with its next move; two moves leave time for that.
const TWO_PLIES: u8 = 4;

/// The endings that have a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Kings {
    /// Any other ending.
    #[default]
    Unlimited,
    /// Two kings against one.
    Two,
    /// One king against one.
    One,
}

impl Ending for Kings {
    fn of<W: Word>(board: &Board<W>) -> Self {
        match against_lone_king(board) {
            Some((0, 2)) => Self::Two,
            Some((0, 1)) => Self::One,
            _ => Self::Unlimited,
        }
    }
}

/// The number of plies for which two kings, or one king, have stood against one king in Frisian Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KingsCount(Lasting<Kings>);

impl KingsCount {
    /// The limit of the ending on the board, in plies, if it has one.
    #[inline]
    fn limit(self) -> Option<(u8, DrawReason)> {
        match self.0.ending {
            Kings::Unlimited => None,
            Kings::Two => Some((SEVEN_PLIES, DrawReason::SevenMoves)),
            Kings::One => Some((TWO_PLIES, DrawReason::TwoMoves)),
        }
    }
}

impl DrawLimits for KingsCount {
    fn starting<W: Word>(board: &Board<W>, quiet_plies: u16) -> Self {
        Self(Lasting::starting(board, quiet_plies))
    }

    #[inline]
    fn next<W: Word>(self, after: &Board<W>, _kind: Kind, progress: bool) -> Self {
        Self(self.0.next(after, progress))
    }

    #[inline]
    fn reached(self, rule: DrawRule, _quiet_plies: u16) -> Option<DrawReason> {
        let (plies, reason) = self.limit().filter(|_| rule == DrawRule::Fmjd)?;
        (self.0.plies >= plies).then_some(reason)
    }

    /// The next move may lead to two kings against one, which do not always win in time. One king against one wins
    /// immediately or not at all.
    #[inline]
    fn plies_left(self, rule: DrawRule, _quiet_plies: u16) -> u16 {
        if rule == DrawRule::Repetition {
            return u16::MAX;
        }
        let left = self.limit().map(|(plies, _)| plies.saturating_sub(self.0.plies));
        u16::from(left.unwrap_or(SEVEN_PLIES + 1))
    }

    #[inline]
    fn key(self, rule: DrawRule, _quiet_plies: u16) -> u64 {
        if rule == DrawRule::Fmjd { self.0.key() } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;
    use crate::rules::RuleOptions;
    use crate::rules::games::Frisian;

    const FMJD: DrawRule = DrawRule::Fmjd;

    fn board(fen: &str) -> Board<u64> {
        *parse_fen::<Frisian>(fen, &RuleOptions::default()).expect("a position").position.board()
    }

    #[test]
    fn kings_against_a_king_have_their_limits() {
        for (fen, plies, reason) in [
            ("W:WK46,K47:BK5", 14, DrawReason::SevenMoves),
            ("W:WK5:BK46,K47", 14, DrawReason::SevenMoves),
            ("W:WK46:BK5", 4, DrawReason::TwoMoves),
        ] {
            let board = board(fen);
            let last = (1..plies)
                .fold(KingsCount::starting(&board, 0), |count, _| count.next(&board, Kind::King, false));
            assert_eq!((last.reached(FMJD, 0), last.plies_left(FMJD, 0)), (None, 1), "{fen}");
            let count = last.next(&board, Kind::King, false);
            assert_eq!((count.reached(FMJD, 0), count.plies_left(FMJD, 0)), (Some(reason), 0), "{fen}");
            assert_eq!(count.reached(DrawRule::Repetition, 0), None, "{fen}");
            assert_ne!(last.key(FMJD, 0), count.key(FMJD, 0), "{fen}");
            assert_eq!(KingsCount::starting(&board, plies as u16), count, "{fen}");
        }
    }

    #[test]
    fn other_material_has_no_limit() {
        for fen in ["W:W31-50:B1-20", "W:WK46,40:BK5", "W:WK46,K47,K48:BK5", "W:WK46,K47:BK4,K5"] {
            let board = board(fen);
            let count = (0..300)
                .fold(KingsCount::starting(&board, 0), |count, _| count.next(&board, Kind::King, false));
            assert_eq!((count.reached(FMJD, 300), count.plies_left(FMJD, 300)), (None, 15), "{fen}");
            assert_eq!(count.plies_left(DrawRule::Repetition, 300), u16::MAX);
            assert_eq!(count.key(FMJD, 300), 0);
        }
    }

    #[test]
    fn one_king_against_one_restarts_the_count() {
        let two = board("W:WK46,K47:BK5");
        let count =
            (0..13).fold(KingsCount::starting(&two, 0), |count, _| count.next(&two, Kind::King, false));
        let one = count.next(&board("W:WK46:BK5"), Kind::King, true);
        assert_eq!((one.reached(FMJD, 0), one.plies_left(FMJD, 0)), (None, 4));
    }
}
