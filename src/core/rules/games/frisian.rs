//! Frisian Draughts: the board and the moves of International Draughts, but captures go in eight directions, the most
//! valuable ones are compulsory, and a king must rest after three moves.

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
use crate::rules::word::Word;
use crate::rules::zobrist;

/// Frisian Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Frisian;

impl Game for Frisian {
    type Word = u64;
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
    /// `n` kings are worth less than `2n` men but more than `2n - 1`. Among equally valuable captures, those by kings
    /// take precedence.
    const CAPTURE_ORDER: CaptureOrder = CaptureOrder::MostValuable { man: 100, king: 199, king_first: true };

    only_option_is_draw_rule!();
    type Extra = KingMoves;
    type Limits = KingsCount;
}

/// The number of quiet moves in a row after which a king must rest.
const MOST_MOVES: u8 = 3;

/// The last quiet moves of one side, if one king made them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct KingStreak {
    /// The bit of its cell, or [`ONLY_KING`](Self::ONLY_KING).
    cell: u8,
    /// The number of its moves; 0 if there is no streak.
    moves: u8,
}

impl KingStreak {
    /// Stands for the cell of the king if a string omits the cell.
    const ONLY_KING: u8 = u8::MAX;

    #[inline]
    const fn is_none(self) -> bool {
        self.moves == 0
    }

    #[inline]
    fn square(self) -> Square {
        Square::new(self.cell)
    }

    /// The cell of the king, if there is a streak.
    #[inline]
    fn king<W: Word>(self) -> Bitboard<W> {
        if self.is_none() { Bitboard::EMPTY } else { self.square().bitboard() }
    }

    /// The streak of a side after a quiet move of one of its kings.
    #[inline]
    fn continued<W: Word>(self, mv: Move<W>) -> Self {
        let moves = if self.king::<W>().contains(mv.from()) { self.moves + 1 } else { 1 };
        // A king that must rest has no quiet move, so the number stays below 4.
        Self { cell: mv.to().index() as u8, moves: moves & 3 }
    }

    /// The text of the streak, such as `46+2`: the king on 46 has made two moves.
    fn text(self, geometry: &Geometry) -> String {
        format!("{}+{}", geometry.name(self.square()), self.moves)
    }
}

/// For each side that has men: the king that made its last quiet moves, and their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KingMoves(ByColor<KingStreak>);

impl KingMoves {
    /// The number of quiet moves in a row after which a king must rest.
    pub const MOST: u8 = MOST_MOVES;

    #[inline]
    fn is_none(self) -> bool {
        Color::ALL.into_iter().all(|color| self.0[color].is_none())
    }

    /// The king that made the last quiet moves of `color`, and their number, from 1 to [`MOST`](Self::MOST).
    #[must_use]
    pub fn of(self, color: Color) -> Option<(Square, u8)> {
        let streak = self.0[color];
        (!streak.is_none()).then(|| (streak.square(), streak.moves))
    }

    /// Returns the state with a streak of 1 to [`MOST`](Self::MOST) moves by the king of `color` on the given cell, or
    /// by its only king.
    #[must_use]
    pub fn with(mut self, color: Color, king: Option<Square>, moves: u8) -> Self {
        let cell = king.map_or(KingStreak::ONLY_KING, |king| king.index() as u8);
        self.0[color] = KingStreak { cell, moves: moves.clamp(1, MOST_MOVES) };
        self
    }

    /// The state after a move, if there was a streak or a king has moved.
    #[inline]
    fn after<W: Word>(mut self, us: Color, mv: Move<W>, kind: Kind, after: &Board<W>) -> Self {
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

impl<W: Word> Extra<W> for KingMoves {
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
    fn next(self, us: Color, mv: Move<W>, kind: Kind, after: &Board<W>) -> Self {
        if kind == Kind::Man && self.is_none() { self } else { self.after(us, mv, kind, after) }
    }

    #[inline(always)]
    fn resting(self, us: Color) -> Bitboard<W> {
        let streak = self.0[us];
        if streak.moves == MOST_MOVES { streak.king() } else { Bitboard::EMPTY }
    }

    /// Fills in the cell of a side's only king where the text omits it.
    fn completed(mut self, board: &Board<W>) -> Self {
        for color in Color::ALL {
            let (streak, kings) = (self.0[color], board.kings(color));
            if streak.cell == KingStreak::ONLY_KING && kings.is_single() {
                let cell = kings.first().map_or(streak.cell, |king| king.index() as u8);
                self.0[color] = KingStreak { cell, ..streak };
            }
        }
        self
    }

    fn check(self, board: &Board<W>, _side: Color, geometry: &Geometry) -> Result<(), String> {
        for (color, side) in [(Color::White, "white"), (Color::Black, "black")] {
            let streak = self.0[color];
            if streak.is_none() {
                continue;
            }
            if streak.cell == KingStreak::ONLY_KING {
                let kings = board.kings(color).count();
                return Err(format!(
                    "king moves are given without a cell, expected exactly one {side} king, found {kings}"
                ));
            }
            if !board.kings(color).contains(streak.square()) {
                let cell = geometry.name(streak.square());
                return Err(format!(
                    "moves are given for a {side} king on {cell}, expected a {side} king there"
                ));
            }
            if board.men(color).is_empty() {
                let text = streak.text(geometry);
                return Err(format!("king moves are not counted for a side without men, found {text}"));
            }
        }
        Ok(())
    }

    #[inline]
    fn key(self) -> u64 {
        let streaks = Color::ALL.into_iter().filter(|&color| !self.0[color].is_none());
        streaks
            .fold(0, |key, color| key ^ zobrist::king_moves(color, self.0[color].cell, self.0[color].moves))
    }
}
