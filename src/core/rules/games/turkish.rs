//! Turkish Draughts: 8x8, all squares, 16 men each, which move forward and sideways; captured pieces leave the board
//! immediately.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::board::Board;
use crate::rules::boards::square_8x8::{
    DOWN, GEOMETRY, LEFT, ORTHOGONALS, RANK_1, RANK_8, RIGHT, UP, are_on_one_rank, ranks,
};
use crate::rules::capturing::Removal;
use crate::rules::color::{ByColor, Color};
use crate::rules::game::Game;
use crate::rules::geometry::Geometry;
use crate::rules::moves::Move;
use crate::rules::options::{KingAgainstMan, RuleOptions};
use crate::rules::outcome::{DrawReason, Outcome, WinReason};
use crate::rules::piece::Kind;
use crate::rules::placement::Placement;
use crate::rules::variant::Variant;
use crate::rules::word::Word;

/// Turkish Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turkish;

impl Game for Turkish {
    type Word = u64;
    const VARIANT: Variant = Variant::Turkish;
    const TITLE: &'static str = "Turkish Draughts";
    const GEOMETRY: &'static Geometry = &GEOMETRY;
    /// A king captures along ranks and files; so does a man, but never backward.
    const CAPTURES: &'static [Direction] = ORTHOGONALS;
    /// A king moves like a rook.
    const KING_STEPS: &'static [Direction] = ORTHOGONALS;
    /// A man moves one square straight forward or sideways.
    const MAN_STEPS: ByColor<&'static [Direction]> = ByColor::new(&[UP, LEFT, RIGHT], &[DOWN, LEFT, RIGHT]);
    /// White's men fill ranks 2 and 3, Black's 6 and 7.
    const START: ByColor<Bitboard> =
        ByColor::new(ranks([0, 0, 0, 0, 0, 0xff, 0xff, 0]), ranks([0, 0xff, 0xff, 0, 0, 0, 0, 0]));
    /// White promotes on rank 8, Black on rank 1, once the move is over.
    const PROMOTION: ByColor<Bitboard> = ByColor::new(RANK_8, RANK_1);
    /// Captured pieces leave the board one by one, and a piece may not turn back between two jumps.
    const REMOVAL: Removal = Removal::AtOnce;

    /// The result of one king against one man.
    type Options = KingAgainstMan;
    type Extra = ();
    type Limits = ();

    fn options(all: &RuleOptions) -> KingAgainstMan {
        all.king_against_man
    }

    fn options_name(options: &KingAgainstMan) -> String {
        options.name().to_owned()
    }

    /// A man captures forward and sideways.
    #[inline(always)]
    fn jumpable(
        enemy: Bitboard<Self::Word>,
        us: Color,
        _board: &Board<Self::Word>,
        (): (),
        _options: &KingAgainstMan,
        direction: usize,
        _first: bool,
    ) -> Bitboard<Self::Word> {
        let backward = if us == Color::White { DOWN } else { UP };
        if ORTHOGONALS[direction] == backward { Bitboard::EMPTY } else { enemy }
    }

    /// A man that moved sideways can move back.
    #[inline(always)]
    fn is_reversible(kind: Kind, mv: Move<Self::Word>, _options: &KingAgainstMan) -> bool {
        !mv.is_capture() && (kind == Kind::King || are_on_one_rank(mv.from(), mv.to()))
    }

    /// Unless the side to move can capture, one king each is a draw, and one king against one man ends as the option
    /// says. With one man each, the game goes on.
    #[inline(always)]
    fn ending(board: &Board<Self::Word>, side: Color, options: &KingAgainstMan) -> Option<Outcome> {
        let is_one_each = Color::ALL.into_iter().all(|color| board.pieces(color).is_single());
        if !is_one_each
            || (Placement::<Self> { board: *board, side, extra: (), options: *options }).could_capture(side)
        {
            return None;
        }
        ending_of_two(board, *options, true)
    }
}

/// How the game ends with one piece each, if the side to move cannot capture.
pub(in crate::rules) fn ending_of_two<W: Word>(
    board: &Board<W>,
    king_against_man: KingAgainstMan,
    kings_draw: bool,
) -> Option<Outcome> {
    let winner = match Color::ALL.map(|color| board.kings(color).any()) {
        [false, false] => return None,
        [true, true] => return kings_draw.then_some(Outcome::Draw(DrawReason::KingAgainstKing)),
        [true, false] => Color::White,
        [false, true] => Color::Black,
    };
    match king_against_man {
        KingAgainstMan::Win => Some(Outcome::Win { winner, reason: WinReason::KingAgainstMan }),
        KingAgainstMan::Draw => Some(Outcome::Draw(DrawReason::KingAgainstMan)),
        KingAgainstMan::Play => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{MoveList, Position, Setup};

    #[test]
    fn sideways_moves_of_men_are_reversible() {
        let start = Position::<Turkish>::start();
        let mut moves = MoveList::new();
        start.legal_moves(&mut moves);
        assert!(moves.iter().all(|&mv| start.play_legal(mv).quiet_plies() == 0), "only forward moves");
        let mut setup = Setup::empty(Color::White);
        setup.put(Color::White, Kind::Man, GEOMETRY.squares()[27]);
        setup.put(Color::Black, Kind::Man, GEOMETRY.squares()[8]);
        let position = Position::<Turkish>::from_setup(&setup, &RuleOptions::default()).expect("a position");
        position.legal_moves(&mut moves);
        let quiet: Vec<u16> = moves.iter().map(|&mv| position.play_legal(mv).quiet_plies()).collect();
        assert_eq!(quiet.iter().filter(|&&plies| plies == 1).count(), 2, "left and right");
        assert_eq!(quiet.len(), 3);
    }
}
