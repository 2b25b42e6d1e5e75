//! Frisian Draughts: the board and the moves of International Draughts, but captures go in eight directions, the most valuable ones
//! are compulsory, and a king must rest after three moves.

use crate::rules::bitboard::{Bitboard, Direction, Square};
use crate::rules::board::Board;
use crate::rules::boards::dark_10x10::{DOWN_LEFT, DOWN_RIGHT, GEOMETRY, UP_LEFT, UP_RIGHT};
use crate::rules::capturing::CaptureOrder;
use crate::rules::color::{ByColor, Color};
use crate::rules::extra::{Extra, ExtraKind, ExtraState};
use crate::rules::game::{Game, only_option_is_draw_rule};
use crate::rules::games::International;
use crate::rules::geometry::Geometry;
use crate::rules::limits::KingsCount;
use crate::rules::moves::Move;
use crate::rules::options::{DrawRule, RuleOptions};
use crate::rules::piece::Kind;
use crate::rules::variant::Variant;
use crate::rules::zobrist;

/// Frisian Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Frisian;

impl Game for Frisian {
    const VARIANT: Variant = Variant::Frisian;
    const TITLE: &'static str = "Frisian Draughts";
    const GEOMETRY: &'static Geometry = International::GEOMETRY;
    /// All pieces capture along the diagonals, and along files and ranks, where the next cell is two steps away.
    const CAPTURES: &'static [Direction] = &[
        UP_LEFT,
        DOWN_RIGHT,
        UP_RIGHT,
        DOWN_LEFT,
        GEOMETRY.direction(0, 2),
        GEOMETRY.direction(0, -2),
        GEOMETRY.direction(2, 0),
        GEOMETRY.direction(-2, 0),
    ];
    /// Kings and men move as in International Draughts, along the diagonals.
    const KING_STEPS: &'static [Direction] = International::KING_STEPS;
    const MAN_STEPS: ByColor<&'static [Direction]> = International::MAN_STEPS;
    const START: ByColor<Bitboard> = International::START;
    const PROMOTION: ByColor<Bitboard> = International::PROMOTION;
    /// So many kings are worth less than twice as many men, and more than one man less than that. Of equally valuable captures
    /// only those of kings are legal.
    const CAPTURE_ORDER: CaptureOrder = CaptureOrder::MostValuable { man: 100, king: 199, king_first: true };

    only_option_is_draw_rule!();
    type Extra = KingMoves;
    type Limits = KingsCount;
}

/// After so many quiet moves in a row a king must rest.
const MOST_MOVES: u8 = 3;

/// The last quiet moves of one side, if they were made by one king: its cell in the lower six bits, and above how many they were.
/// Zero if there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct KingStreak(u8);

impl KingStreak {
    /// Stands for the cell in texts that leave it out.
    const ONLY_KING: u8 = 63;

    #[inline]
    const fn new(cell: u8, moves: u8) -> Self {
        Self(moves << 6 | cell)
    }

    #[inline]
    const fn cell(self) -> u8 {
        self.0 & 63
    }

    #[inline]
    const fn moves(self) -> u8 {
        self.0 >> 6
    }

    #[inline]
    const fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn square(self) -> Square {
        Square::new(self.cell())
    }

    /// The cell of the king, if there is a row.
    #[inline]
    fn king(self) -> Bitboard {
        if self.is_none() { Bitboard::EMPTY } else { self.square().bitboard() }
    }

    /// The row of a side after a quiet move of one of its kings.
    #[inline]
    fn continued(self, mv: Move) -> Self {
        let moves = if self.king().contains(mv.from()) { self.moves() + 1 } else { 1 };
        // A king that must rest has no such move.
        Self::new(mv.to().index() as u8, moves & 3)
    }

    /// `46+2`
    fn text(self, geometry: &Geometry) -> String {
        format!("{}+{}", geometry.name(self.square()), self.moves())
    }
}

/// For each side that has men: the king that made its last quiet moves, and how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KingMoves(ByColor<KingStreak>);

impl KingMoves {
    /// After so many quiet moves in a row a king must rest.
    pub const MOST: u8 = MOST_MOVES;

    #[inline]
    fn is_none(self) -> bool {
        Color::ALL.into_iter().all(|color| self.0[color].is_none())
    }

    /// The king of a side that made its last quiet moves, and how many, from 1 to [`MOST`](Self::MOST).
    #[must_use]
    pub fn of(self, color: Color) -> Option<(Square, u8)> {
        let row = self.0[color];
        (!row.is_none()).then(|| (row.square(), row.moves()))
    }

    /// The same where a king of `color` has made so many moves, from 1 to [`MOST`](Self::MOST): that on the given cell, or the
    /// only one that there is.
    #[must_use]
    pub fn with(mut self, color: Color, king: Option<Square>, moves: u8) -> Self {
        let cell = king.map_or(KingStreak::ONLY_KING, |king| king.index() as u8);
        self.0[color] = KingStreak::new(cell, moves.clamp(1, MOST_MOVES));
        self
    }

    /// The state after a move, where there was something to remember before or a king has moved.
    #[inline]
    fn after(mut self, us: Color, mv: Move, kind: Kind, after: &Board) -> Self {
        let is_quiet_king = kind == Kind::King && !mv.is_capture();
        self.0[us] = if is_quiet_king { self.0[us].continued(mv) } else { KingStreak::default() };
        if (self.0[!us].king() & mv.captured()).any() {
            self.0[!us] = KingStreak::default();
        }
        for color in Color::ALL {
            if after.men(color).is_empty() {
                self.0[color] = KingStreak::default();
            }
        }
        self
    }
}

impl Extra for KingMoves {
    const KIND: ExtraKind = ExtraKind::KingMoves;

    #[inline(always)]
    fn state(self) -> ExtraState {
        if self.is_none() { ExtraState::None } else { ExtraState::KingMoves(self) }
    }

    fn of_state(state: ExtraState) -> Option<Self> {
        match state {
            ExtraState::None => Some(Self::default()),
            ExtraState::KingMoves(moves) => Some(moves),
            ExtraState::Vanguard(_) => None,
        }
    }

    #[inline(always)]
    fn next(self, us: Color, mv: Move, kind: Kind, after: &Board) -> Self {
        if kind == Kind::Man && self.is_none() { self } else { self.after(us, mv, kind, after) }
    }

    #[inline(always)]
    fn resting(self, us: Color) -> Bitboard {
        let row = self.0[us];
        if row.moves() == MOST_MOVES { row.king() } else { Bitboard::EMPTY }
    }

    /// A king whose cell was left out is the only one.
    fn completed(mut self, board: &Board) -> Self {
        for color in Color::ALL {
            let (row, kings) = (self.0[color], board.kings(color));
            if row.cell() == KingStreak::ONLY_KING && kings.is_single() {
                self.0[color] =
                    kings.first().map_or(row, |king| KingStreak::new(king.index() as u8, row.moves()));
            }
        }
        self
    }

    fn check(self, board: &Board, _side: Color, geometry: &Geometry) -> Result<(), String> {
        for (color, side) in [(Color::White, "white"), (Color::Black, "black")] {
            let row = self.0[color];
            if row.is_none() {
                continue;
            }
            if row.cell() == KingStreak::ONLY_KING {
                let kings = board.kings(color).count();
                return Err(format!(
                    "the moves of a {side} king are given without its cell, and there are {kings} such kings"
                ));
            }
            if !board.kings(color).contains(row.square()) {
                let cell = geometry.name(row.square());
                return Err(format!("moves are given of a {side} king on {cell}, where there is none"));
            }
            if board.men(color).is_empty() {
                let text = row.text(geometry);
                return Err(format!("a side without men has no king moves to count, found {text}"));
            }
        }
        Ok(())
    }

    #[inline]
    fn key(self) -> u64 {
        let rows = Color::ALL.into_iter().filter(|&color| !self.0[color].is_none());
        rows.fold(0, |key, color| key ^ zobrist::king_moves(color, self.0[color].0))
    }
}
