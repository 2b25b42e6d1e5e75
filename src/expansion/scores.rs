//! Scores of moves and of the positions after them.

use crate::rules::{AnyPosition, Outcome};
use crate::search::{Score, ScoreKind};

/// The score of a game that is over, for the side to move.
pub(super) fn final_score(position: &dyn AnyPosition) -> Option<Score> {
    Some(match position.outcome()? {
        Outcome::Win { winner, .. } if winner == position.side() => Score::win_in(0),
        Outcome::Win { .. } => Score::loss_in(0),
        Outcome::Draw(_) => Score::DRAW,
    })
}

/// The next score below an evaluation. Wins and losses stay as they are.
pub(super) fn a_little_less(score: Score) -> Score {
    match score.kind() {
        ScoreKind::Evaluation(hundredths) => Score::evaluation(hundredths - 1),
        _ => score,
    }
}

/// The score in hundredths of a man, as protocols write it.
pub(super) fn hundredths(score: Score) -> i32 {
    (100.0 * score.men()).round() as i32
}

/// The inverse of [`Score::one_ply_earlier`]: given the score of a move, the score of the position after it.
pub(super) fn one_ply_later(score: Score) -> Score {
    let less = |plies: u32| plies.saturating_sub(1) as usize;
    match score.kind() {
        ScoreKind::Evaluation(_) => -score,
        ScoreKind::WinIn(plies) => Score::loss_in(less(plies)),
        ScoreKind::LossIn(plies) => Score::win_in(less(plies)),
        ScoreKind::TableWinIn(plies) => -Score::table_win_in(less(plies)),
        ScoreKind::TableLossIn(plies) => Score::table_win_in(less(plies)),
    }
}
