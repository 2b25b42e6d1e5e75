//! International Draughts: 10x10, 50 dark squares, 20 men each.

use crate::rules::bitboard::{Bitboard, Direction};
use crate::rules::board::Board;
use crate::rules::color::ByColor;
use crate::rules::game::Game;
use crate::rules::games::Variant;
use crate::rules::geometry::{Cell, Geometry, Shape};
use crate::rules::limits::EndingCount;
use crate::rules::options::{CaptureTrail, DrawRule, Halt, RuleOptions};
use crate::rules::outcome::DrawReason;
use crate::rules::position::Position;

/// International Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct International;

/// The options of International Draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct InternationalOptions {
    /// When a capturing king must stop behind the last captured piece.
    pub halt: Halt,
    /// Whether the limits of the federation end games.
    pub draw_rule: DrawRule,
}

/// Square 1 is bit 0. After every second row one bit stays unused, so that a step down is always
/// 5 or 6 bits, and a step off the left or right edge lands on an unused bit:
///
/// ```text
///      0   1   2   3   4        squares  1 to  5
///    5   6   7   8   9                   6 to 10   (10 is unused)
///     11  12  13  14  15                11 to 15
///   16  17  18  19  20                  16 to 20   (21 is unused)
///     ..
/// ```
static GEOMETRY: Geometry = Geometry::new(Shape::DarkSquares, 64, &CELLS);

const CELLS: [Cell; 50] = {
    let mut cells = [Cell { x: 0, y: 0, bit: 0 }; 50];
    let mut i = 0;
    while i < 50 {
        let (row, place) = (i / 5, i % 5);
        // Even rows begin with a light square.
        let x = 2 * place + 1 - row % 2;
        cells[i] = Cell { x: x as i8, y: row as i8, bit: (5 * row + row / 2 + place) as u8 };
        i += 1;
    }
    cells
};

const UP_LEFT: Direction = GEOMETRY.direction(-1, -1);
const UP_RIGHT: Direction = GEOMETRY.direction(1, -1);
const DOWN_LEFT: Direction = GEOMETRY.direction(-1, 1);
const DOWN_RIGHT: Direction = GEOMETRY.direction(1, 1);

const DIAGONALS: &[Direction] = &[UP_LEFT, DOWN_RIGHT, UP_RIGHT, DOWN_LEFT];

/// The squares numbered `from` to `to`.
const fn squares(from: usize, to: usize) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut number = from;
    while number <= to {
        set = set.union(GEOMETRY.squares()[number - 1].bitboard());
        number += 1;
    }
    set
}

impl Game for International {
    const VARIANT: Variant = Variant::International;
    const TITLE: &'static str = "International Draughts";
    const GEOMETRY: &'static Geometry = &GEOMETRY;
    /// All pieces capture along the diagonals, forwards and backwards.
    const CAPTURES: &'static [Direction] = DIAGONALS;
    const KING_STEPS: &'static [Direction] = DIAGONALS;
    /// Men move to the two squares diagonally in front.
    const MAN_STEPS: ByColor<&'static [Direction]> =
        ByColor::new(&[UP_LEFT, UP_RIGHT], &[DOWN_LEFT, DOWN_RIGHT]);
    const START: ByColor<Bitboard> = ByColor::new(squares(31, 50), squares(1, 20));
    const PROMOTION: ByColor<Bitboard> = ByColor::new(squares(1, 5), squares(46, 50));

    type Options = InternationalOptions;
    type Guard = ();
    type State = EndingCount;

    fn options(all: &RuleOptions) -> InternationalOptions {
        InternationalOptions { halt: all.halt, draw_rule: all.draw_rule }
    }

    fn without_draw_limits(options: Self::Options) -> Self::Options {
        InternationalOptions { draw_rule: DrawRule::Repetition, ..options }
    }

    fn options_name(options: &Self::Options) -> String {
        options.halt.name().to_owned()
    }

    fn initial_state(board: &Board, quiet_plies: u16) -> EndingCount {
        EndingCount::starting(board, quiet_plies)
    }

    #[inline]
    fn next_state(before: EndingCount, after: &Board, progress: bool) -> EndingCount {
        before.next(after, progress)
    }

    #[inline]
    fn must_halt(options: &InternationalOptions, trail: CaptureTrail) -> bool {
        options.halt.binds(trail)
    }

    #[inline]
    fn draw_limit(position: &Position<Self>) -> Option<DrawReason> {
        position.state().limit(position.options().draw_rule, position.quiet_plies())
    }

    #[inline]
    fn plies_to_draw_limit(position: &Position<Self>) -> u16 {
        position.state().plies_to_limit(position.options().draw_rule, position.quiet_plies())
    }

    #[inline]
    fn limit_key(position: &Position<Self>) -> u64 {
        position.state().key(position.options().draw_rule, position.quiet_plies())
    }
}
