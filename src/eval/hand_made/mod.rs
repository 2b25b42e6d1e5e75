//! The hand-made evaluation, of knowledge that every game shares.
//!
//! All terms come from the constants of the game: where its men go, how far they have to go, who
//! stands behind whom. A new game is therefore evaluated without a line of code here.

mod halves;
mod piece_square;
mod tapered;

use super::{Evaluator, Playable};
use crate::rules::{Bitboard, Board, Color, Game, Move, Position, for_each_direction};
use halves::Halves;
use tapered::{TaperedScore, weight};

/// The hand-made evaluation. It sees everything anew at every position, and keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade;

impl<G: Playable> Evaluator<G> for HandMade {
    type State = ();

    fn start(&self, _: &Position<G>) {}

    #[inline(always)]
    fn make_move(&self, (): &(), _: &Position<G>, _: Move, _: &Position<G>, (): &mut ()) {}

    fn evaluate(&self, position: &Position<G>, (): &mut ()) -> i32 {
        let board = position.board();
        let occupied = board.occupied();
        let empty = G::GEOMETRY.board() & !occupied;
        let white = side_score::<G, true>(board, empty);
        let black = side_score::<G, false>(board, empty);
        let difference = match position.side() {
            Color::White => white - black,
            Color::Black => black - white,
        };
        let score = difference + move_score(position);
        score.at_phase(occupied.count() as i32, const { pieces_at_the_start::<G>() })
    }
}

const fn pieces_at_the_start<G: Game>() -> i32 {
    (G::START.white().count() + G::START.black().count()) as i32
}

/// Tempo: what it is worth to have the move.
#[inline]
fn move_score<G: Playable>(position: &Position<G>) -> TaperedScore {
    let tempo = weight!(G, tempo_opening, tempo_ending);
    let threat = weight!(G, threat_opening, threat_ending);
    if threat != TaperedScore::default() && position.could_capture(!position.side()) {
        tempo + threat
    } else {
        tempo
    }
}

#[inline]
fn side_score<G: Playable, const WHITE: bool>(board: &Board, empty: Bitboard) -> TaperedScore {
    let color = if WHITE { Color::White } else { Color::Black };
    let (men, kings) = (board.men(color), board.kings(color));
    let mut score = piece_square::men::<G, WHITE>(men) + mobility_and_support::<G, WHITE>(men, empty);
    score += weight!(G, man_balance_opening, man_balance_ending) * Halves::of::<G>().imbalance(men);
    if kings.any() {
        score += kings_score::<G>(kings, empty);
    }
    score
}

/// Mobility of the men, and how well they stand behind and beside each other.
#[inline]
fn mobility_and_support<G: Playable, const WHITE: bool>(men: Bitboard, empty: Bitboard) -> TaperedScore {
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
    weight!(G, man_mobility_opening, man_mobility_ending) * free
        + weight!(G, man_support_opening, man_support_ending) * supported
        + weight!(G, man_line_opening, man_line_ending) * in_line
}

/// What kings are worth by where they stand, and their mobility.
#[inline]
fn kings_score<G: Playable>(kings: Bitboard, empty: Bitboard) -> TaperedScore {
    let (mut free, mut at_edge) = (0, 0);
    for_each_direction!(_, direction in G::KING_STEPS => {
        free += kings.step_onto(direction, empty).count() as i32;
    });
    for_each_direction!(_, direction in G::CAPTURES => {
        at_edge += kings.count() as i32 - kings.step(direction).count() as i32;
    });
    weight!(G, king_value_opening, king_value_ending) * kings.count() as i32
        + weight!(G, king_mobility_opening, king_mobility_ending) * free
        + weight!(G, king_edge_opening, king_edge_ending) * at_edge
}
