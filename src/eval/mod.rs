//! What a quiet position is worth, judged by hand-made knowledge that every game shares.
//!
//! All terms come from the constants of the game: where its men go, how far they have to go, who
//! stands behind whom. A new game is therefore evaluated without a line of code here.

mod halves;
mod places;
mod sums;
mod worth;

use crate::rules::{Bitboard, Board, Color, Game, Position, for_each_direction};
use crate::tunables;
use halves::Halves;
use worth::{Worth, weight};

/// What one man is worth at the start of a game; the unit of all values here is a hundredth of that.
pub const MAN: i32 = 100;

/// The value of a position for the side to move, in hundredths of what a man is worth at the start of a game.
///
/// Meant for positions in which that side has no capture.
///
/// ```
/// use coupturc::eval::evaluate;
/// use coupturc::rules::{Position, games::Hexdame};
///
/// let start = Position::<Hexdame>::start();
/// assert!(evaluate(&start).abs() < 20, "both sides have the same men in the same places");
/// ```
#[must_use]
pub fn evaluate<G: Game>(position: &Position<G>) -> i32 {
    let board = position.board();
    let occupied = board.occupied();
    let empty = G::GEOMETRY.board() & !occupied;
    let white = side_worth::<G, true>(board, empty);
    let black = side_worth::<G, false>(board, empty);
    let difference = match position.side() {
        Color::White => white - black,
        Color::Black => black - white,
    };
    let worth = difference + move_worth(position);
    let value = worth.with_pieces(occupied.count() as i32, const { pieces_at_the_start::<G>() });
    if is_hard_to_win(position, value) { value / HARD_TO_WIN } else { value }
}

/// What values are divided by where they will hardly win.
const HARD_TO_WIN: i32 = 8;

/// Whether the side that is better has too few pieces to win against a king.
#[inline]
fn is_hard_to_win<G: Game>(position: &Position<G>, value: i32) -> bool {
    let better = if value >= 0 { position.side() } else { !position.side() };
    let board = position.board();
    board.kings(!better).any() && board.pieces(better).count() < G::kings_to_win(position.options())
}

const fn pieces_at_the_start<G: Game>() -> i32 {
    (G::START.white().count() + G::START.black().count()) as i32
}

/// What it is worth to have the move.
#[inline]
fn move_worth<G: Game>(position: &Position<G>) -> Worth {
    let tempo = weight!(tempo_opening, tempo_ending, G::VARIANT);
    let threat = weight!(threat_opening, threat_ending, G::VARIANT);
    if threat != Worth::default() && position.could_capture(!position.side()) {
        tempo + threat
    } else {
        tempo
    }
}

#[inline]
fn side_worth<G: Game, const WHITE: bool>(board: &Board, empty: Bitboard) -> Worth {
    let color = if WHITE { Color::White } else { Color::Black };
    let (men, kings) = (board.men(color), board.kings(color));
    let mut worth = places::men::<G, WHITE>(men) + company_worth::<G, WHITE>(men, empty);
    worth += weight!(man_balance_opening, man_balance_ending, G::VARIANT) * Halves::of::<G>().imbalance(men);
    if kings.any() {
        worth += kings_worth::<G>(kings, empty);
    }
    worth
}

/// How free the men are to go, and how well they stand behind and beside each other.
#[inline]
fn company_worth<G: Game, const WHITE: bool>(men: Bitboard, empty: Bitboard) -> Worth {
    let (mut free, mut supported, mut in_line) = (0, 0, 0);
    for_each_direction!(_, direction in G::MAN_STEPS.of::<WHITE>() => {
        free += men.step_onto(direction, empty).count() as i32;
        supported += men.step_onto(direction, men).count() as i32;
    });
    // Of each line of captures one direction: pairs are the same in the other.
    for_each_direction!(place, direction in G::CAPTURES => {
        if place % 2 == 0 {
            in_line += men.step_onto(direction, men).count() as i32;
        }
    });
    weight!(man_mobility_opening, man_mobility_ending, G::VARIANT) * free
        + weight!(man_support_opening, man_support_ending, G::VARIANT) * supported
        + weight!(man_line_opening, man_line_ending, G::VARIANT) * in_line
}

/// What kings are worth by where they stand and where they can go.
#[inline]
fn kings_worth<G: Game>(kings: Bitboard, empty: Bitboard) -> Worth {
    let (mut free, mut at_edge) = (0, 0);
    for_each_direction!(_, direction in G::KING_STEPS => {
        free += kings.step_onto(direction, empty).count() as i32;
    });
    for_each_direction!(_, direction in G::CAPTURES => {
        at_edge += kings.count() as i32 - kings.step(direction).count() as i32;
    });
    weight!(king_value_opening, king_value_ending, G::VARIANT) * kings.count() as i32
        + weight!(king_mobility_opening, king_mobility_ending, G::VARIANT) * free
        + weight!(king_edge_opening, king_edge_ending, G::VARIANT) * at_edge
}
