//! The limits of the FMJD's section for 64 squares: 5, 15, 30 and 60 moves.

use super::{DrawLimits, against_lone_king};
use crate::rules::board::Board;
use crate::rules::boards::dark_8x8::LONG_DIAGONAL;
use crate::rules::color::Color;
use crate::rules::options::DrawRule;
use crate::rules::outcome::DrawReason;
use crate::rules::piece::Kind;
use crate::rules::word::Word;
use crate::rules::zobrist;

/// 5 moves by each side: two pieces, one of them a king, or a king against a lone king; or three pieces, one of them a
/// king, against a king that stays on the long diagonal.
const FIVE_MOVES: u8 = 10;
/// 15 moves by each side: three or more kings against a lone king, or moves of kings only, without a capture.
const FIFTEEN_MOVES: u8 = 30;
/// 30 moves by each side: four or five pieces, kings on both sides, and neither a capture nor a promotion.
const THIRTY_MOVES: u8 = 60;
/// 60 moves by each side: the same with six or seven pieces.
const SIXTY_MOVES: u8 = 120;
/// The number of plies before a limit from which the count is part of the search key.
const PLIES_THAT_MATTER: u8 = 20;

/// The material, in so far as the limits depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Material {
    against_king: AgainstKing,
    /// Whether there are three pieces, one of them a king, against a lone king.
    is_three_to_one: bool,
    /// The number of plies without a capture or promotion that are allowed while both sides have kings; 0 if unlimited.
    unchanged_limit: u8,
}

/// The material against a lone king. A count runs as long as the kind stays the same, even if the pieces change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum AgainstKing {
    /// Anything else, or there is no lone king.
    #[default]
    Other,
    /// Three or more kings and no man.
    Kings,
    /// Two kings, a king and a man, or a king.
    Few,
}

impl Material {
    fn of<W: Word>(board: &Board<W>) -> Self {
        let (against_king, is_three_to_one) = match against_lone_king(board) {
            Some((0, 3)) => (AgainstKing::Kings, true),
            Some((0, 4..)) => (AgainstKing::Kings, false),
            Some((men, kings @ 1..)) if men + kings == 3 => (AgainstKing::Other, true),
            Some((men, kings @ 1..)) if men + kings < 3 => (AgainstKing::Few, false),
            _ => (AgainstKing::Other, false),
        };
        Self { against_king, is_three_to_one, unchanged_limit: unchanged_limit(board) }
    }

    /// Whether the lone king against three pieces stands on the long diagonal.
    #[inline]
    fn is_on_diagonal<W: Word>(self, board: &Board<W>) -> bool {
        self.is_three_to_one
            && Color::ALL.into_iter().any(|color| {
                let pieces = board.pieces(color);
                pieces.is_single() && (pieces & LONG_DIAGONAL.narrow()).any()
            })
    }
}

fn unchanged_limit<W: Word>(board: &Board<W>) -> u8 {
    if !Color::ALL.into_iter().all(|color| board.kings(color).any()) {
        return 0;
    }
    match board.occupied().count() {
        4 | 5 => THIRTY_MOVES,
        6 | 7 => SIXTY_MOVES,
        _ => 0,
    }
}

/// The counts of positions on 64 squares for their limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SmallBoardCount {
    material: Material,
    /// The number of plies with this kind of material against the lone king.
    against_king: u8,
    /// The number of positions in a row, up to this one, with the lone king on the long diagonal against three pieces.
    on_diagonal: u8,
    /// Plies without a capture or a promotion.
    unchanged: u8,
}

/// A limit, and how far a position has counted towards it.
#[derive(Clone, Copy)]
struct Limit {
    /// The plies counted so far.
    plies: u8,
    /// The plies at which the game is drawn.
    allowed: u8,
    reason: DrawReason,
}

impl Limit {
    /// A limit that is never reached unless it `applies`.
    const fn new(applies: bool, plies: u8, allowed: u8, reason: DrawReason) -> Self {
        if applies { Self { plies, allowed, reason } } else { Self { plies: 0, allowed: u8::MAX, reason } }
    }

    const fn left(self) -> u8 {
        self.allowed.saturating_sub(self.plies)
    }
}

impl SmallBoardCount {
    /// Whether the lone king may still reach the long diagonal and draw there. Three kings are excluded: according to
    /// endgame tables, when they win against a king on the diagonal, they need at most nine plies.
    #[inline]
    fn may_reach_diagonal(self) -> bool {
        let Material { is_three_to_one, against_king, .. } = self.material;
        is_three_to_one && against_king != AgainstKing::Kings && self.on_diagonal == 0
    }

    /// All limits, the shortest first.
    #[inline]
    fn limits(self, quiet_plies: u16) -> [Limit; 5] {
        let Material { against_king, unchanged_limit, .. } = self.material;
        let (few, kings) = (against_king == AgainstKing::Few, against_king == AgainstKing::Kings);
        let unchanged =
            if unchanged_limit == SIXTY_MOVES { DrawReason::SixtyMoves } else { DrawReason::ThirtyMoves };
        let (stays, plies) = (self.on_diagonal > 0, self.on_diagonal.saturating_sub(1));
        [
            Limit::new(few, self.against_king, FIVE_MOVES, DrawReason::FiveMoves),
            Limit::new(stays, plies, FIVE_MOVES, DrawReason::FiveMoves),
            Limit::new(kings, self.against_king, FIFTEEN_MOVES, DrawReason::FifteenMoves),
            Limit::new(true, short(quiet_plies), FIFTEEN_MOVES, DrawReason::FifteenMoves),
            Limit::new(unchanged_limit > 0, self.unchanged, unchanged_limit, unchanged),
        ]
    }
}

/// A count of plies, capped at 255.
#[inline]
fn short(plies: u16) -> u8 {
    plies.min(u16::from(u8::MAX)) as u8
}

impl DrawLimits for SmallBoardCount {
    /// Assumes that a lone king on the long diagonal has just arrived there.
    fn starting<W: Word>(board: &Board<W>, quiet_plies: u16) -> Self {
        let (material, plies) = (Material::of(board), short(quiet_plies));
        let on_diagonal = u8::from(material.is_on_diagonal(board));
        Self { material, against_king: plies, on_diagonal, unchanged: plies }
    }

    /// Only a capture or a promotion changes the material, so it is recomputed only then.
    #[inline]
    fn next<W: Word>(self, after: &Board<W>, _kind: Kind, progress: bool) -> Self {
        let material = if progress { Material::of(after) } else { self.material };
        let goes_on = material.against_king == self.material.against_king;
        let on_diagonal = if material.is_on_diagonal(after) { self.on_diagonal.saturating_add(1) } else { 0 };
        Self {
            material,
            against_king: if goes_on { self.against_king.saturating_add(1) } else { 0 },
            on_diagonal,
            unchanged: if progress { 0 } else { self.unchanged.saturating_add(1) },
        }
    }

    #[inline]
    fn reached(self, rule: DrawRule, quiet_plies: u16) -> Option<DrawReason> {
        if rule == DrawRule::Repetition {
            return None;
        }
        let limits = self.limits(quiet_plies).into_iter();
        limits.filter(|limit| limit.left() == 0).map(|limit| limit.reason).next()
    }

    /// A capture or a move of a man can only raise the result, except where the material against a lone king shrinks.
    #[inline]
    fn plies_left(self, rule: DrawRule, quiet_plies: u16) -> u16 {
        if rule == DrawRule::Repetition {
            return u16::MAX;
        }
        let left = self.limits(quiet_plies).map(Limit::left).into_iter().min().unwrap_or(u8::MAX);
        u16::from(if self.may_reach_diagonal() { left.min(FIVE_MOVES + 1) } else { left })
    }

    /// The key of all counts near their limits.
    #[inline]
    fn key(self, rule: DrawRule, quiet_plies: u16) -> u64 {
        if rule == DrawRule::Repetition {
            return 0;
        }
        let near = (0..).zip(self.limits(quiet_plies)).filter(|(_, limit)| limit.left() <= PLIES_THAT_MATTER);
        near.fold(0, |key, (index, limit)| key ^ zobrist::count(index, u64::from(limit.plies)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;
    use crate::rules::RuleOptions;
    use crate::rules::games::Brazilian;

    const FMJD: DrawRule = DrawRule::Fmjd;

    fn board(fen: &str) -> Board<u64> {
        *parse_fen::<Brazilian>(fen, &RuleOptions::default()).expect("a position").position.board()
    }

    /// The count after this many plies on this board. Men move, so that the count of quiet plies stays low.
    fn after(count: SmallBoardCount, board: &Board<u64>, plies: usize) -> SmallBoardCount {
        (0..plies).fold(count, |count, _| count.next(board, Kind::King, false))
    }

    /// Asserts that the game is drawn after `plies` plies, for this reason, and not before.
    fn check_limit(fen: &str, plies: usize, reason: DrawReason) {
        let board = board(fen);
        let last = after(SmallBoardCount::starting(&board, 0), &board, plies - 1);
        assert_eq!((last.reached(FMJD, 0), last.plies_left(FMJD, 0)), (None, 1), "{fen}");
        let count = last.next(&board, Kind::King, false);
        assert_eq!((count.reached(FMJD, 0), count.plies_left(FMJD, 0)), (Some(reason), 0), "{fen}");
        assert_eq!(count.reached(DrawRule::Repetition, u16::MAX), None, "{fen}");
    }

    #[test]
    fn every_material_has_its_limit() {
        check_limit("W:WK1:BK32", 10, DrawReason::FiveMoves);
        check_limit("W:WK1,29:BK32", 10, DrawReason::FiveMoves);
        check_limit("W:WK1,K2,30:BK29", 10, DrawReason::FiveMoves);
        check_limit("W:WK1,K2,K3:BK32", 30, DrawReason::FifteenMoves);
        check_limit("W:WK1,K2,K3,K5:BK29", 30, DrawReason::FifteenMoves);
        check_limit("W:WK1,29:BK32,4", 60, DrawReason::ThirtyMoves);
        check_limit("W:WK1,29,30:BK32,4", 60, DrawReason::ThirtyMoves);
        check_limit("W:WK1,29,30:BK32,4,3", 120, DrawReason::SixtyMoves);
        check_limit("W:WK1,29,30,31:BK32,4,3", 120, DrawReason::SixtyMoves);
    }

    #[test]
    fn other_material_has_only_the_limit_of_quiet_plies() {
        for fen in ["W:W21-32:B1-12", "W:WK1,29,30,31:BK32,4,3,2", "W:WK1,29,30:B4", "W:W29,30:BK32"] {
            let board = board(fen);
            let count = after(SmallBoardCount::starting(&board, 0), &board, 300);
            assert_eq!((count.reached(FMJD, 29), count.plies_left(FMJD, 28)), (None, 2), "{fen}");
            assert_eq!(count.reached(FMJD, 30), Some(DrawReason::FifteenMoves), "{fen}");
        }
    }

    #[test]
    fn the_diagonal_counts_while_the_king_stays() {
        let (on, off) = (board("W:WK1,K2,30:BK29"), board("W:WK1,K2,30:BK31"));
        let count = after(SmallBoardCount::starting(&on, 0), &on, 9).next(&off, Kind::King, false);
        assert_eq!(after(count, &off, 20).reached(FMJD, 0), None);
        assert_eq!(count.plies_left(FMJD, 0), 11, "the king may come back");
        let back = count.next(&on, Kind::King, false);
        assert_eq!(after(back, &on, 9).reached(FMJD, 0), None);
        assert_eq!(after(back, &on, 10).reached(FMJD, 0), Some(DrawReason::FiveMoves));
    }

    #[test]
    fn counts_continue_while_the_kind_of_material_stays() {
        let (five, four) = (board("W:WK1,K2,K3,K5:BK32"), board("W:WK1,K2,K3:BK32"));
        let three = board("W:WK1,K2:BK32");
        let count = after(SmallBoardCount::starting(&five, 0), &five, 29);
        assert_eq!(count.next(&four, Kind::King, true).reached(FMJD, 0), Some(DrawReason::FifteenMoves));
        assert_eq!(count.next(&three, Kind::King, true).plies_left(FMJD, 0), 10);
        let crowned = after(SmallBoardCount::starting(&three, 0), &three, 9).next(
            &board("W:WK1:BK32"),
            Kind::King,
            true,
        );
        assert_eq!(crowned.reached(FMJD, 0), Some(DrawReason::FiveMoves));
    }

    #[test]
    fn keys_distinguish_counts_near_a_limit() {
        let board = board("W:WK1,29:BK32,4");
        let start = SmallBoardCount::starting(&board, 0);
        assert_eq!(start.key(FMJD, 0), 0);
        let near = after(start, &board, 50);
        assert_ne!(near.key(FMJD, 0), near.next(&board, Kind::King, false).key(FMJD, 0));
        assert_ne!(start.key(FMJD, 20), start.key(FMJD, 21));
        assert_eq!(near.key(DrawRule::Repetition, 20), 0);
    }
}
