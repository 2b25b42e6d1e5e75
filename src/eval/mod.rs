//! What a quiet position is worth, judged by hand-made knowledge that every game shares.
//!
//! All terms come from the constants of the game: where its men go, how far they have to go, who
//! stands behind whom. A new game is therefore evaluated without a line of code here.

mod tables;

use crate::rules::{Bitboard, Board, Color, Game, Position, for_each_direction};
use crate::tunables;
use tables::men_where_they_stand;

/// What one man is worth; the unit of all values here is a hundredth of a man.
pub const MAN: i32 = 100;

/// The value of a position for the side to move, in hundredths of a man.
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
    let empty = G::GEOMETRY.board() & !position.board().occupied();
    let white = side_value::<G, true>(position.board(), empty);
    let black = side_value::<G, false>(position.board(), empty);
    tunables::tempo(G::VARIANT)
        + match position.side() {
            Color::White => white - black,
            Color::Black => black - white,
        }
}

#[inline]
fn side_value<G: Game, const WHITE: bool>(board: &Board, empty: Bitboard) -> i32 {
    let color = if WHITE { Color::White } else { Color::Black };
    let men = board.men(color);
    let kings = board.kings(color).count() as i32;
    let king_value = tunables::king_value(G::VARIANT);
    men_where_they_stand::<G, WHITE>(men) + kings * king_value + men_in_company::<G, WHITE>(men, empty)
}

/// How free the men are to go, and how well they stand behind each other.
#[inline]
fn men_in_company<G: Game, const WHITE: bool>(men: Bitboard, empty: Bitboard) -> i32 {
    let (mut free, mut supported) = (0, 0);
    for_each_direction!(_, direction in G::MAN_STEPS.of::<WHITE>() => {
        free += men.step_onto(direction, empty).count() as i32;
        supported += men.step_onto(direction, men).count() as i32;
    });
    free * tunables::man_mobility(G::VARIANT) + supported * tunables::man_support(G::VARIANT)
}
