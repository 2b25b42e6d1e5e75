//! Adjudication: ends games whose result is no longer in doubt, to save time.

use super::record::{GameResult, MoveRecord};
use crate::rules::Color;

/// When a game ends before the rules end it. Nothing does by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adjudication {
    /// Both engines agree that one of them is lost.
    pub resign: Option<Agreement>,
    /// Both engines agree that nobody is better.
    pub draw: Option<Agreement>,
    /// After this many moves of both sides, the game is a draw.
    pub move_limit: Option<usize>,
}

/// A score on which both engines agree for some time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The score in men: at least this for a resignation, at most this for a draw.
    pub score: f64,
    /// For how many moves of each side in a row.
    pub moves: usize,
    /// Not before this many moves of each side were played.
    pub from_move: usize,
}

/// An end that was not brought about by the rules.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Verdict {
    pub(super) result: GameResult,
    pub(super) termination: &'static str,
    pub(super) detail: String,
}

impl Adjudication {
    /// Judges a game by its moves; the player `last` has made the last one.
    pub(super) fn judge(&self, moves: &[MoveRecord], last: Color) -> Option<Verdict> {
        self.judge_lost(moves, last).or_else(|| self.judge_draw(moves)).or_else(|| self.judge_length(moves))
    }

    fn judge_lost(&self, moves: &[MoveRecord], last: Color) -> Option<Verdict> {
        let agreement = self.resign?;
        let scores = agreement.scores(moves)?;
        let sign = if *scores.last()? > 0.0 { 1.0 } else { -1.0 };
        // The sides take turns, and what is good for one is bad for the other.
        let signs =
            scores.iter().rev().scan(sign, |sign, score| Some((std::mem::replace(sign, -*sign), score)));
        if !signs.into_iter().all(|(sign, score)| score * sign >= agreement.score) {
            return None;
        }
        let winner = if sign > 0.0 { last } else { !last };
        let result = match winner {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        };
        let detail = format!("both engines saw {winner:?} ahead by {} men", agreement.score);
        Some(Verdict { result, termination: "resign", detail })
    }

    fn judge_draw(&self, moves: &[MoveRecord]) -> Option<Verdict> {
        let agreement = self.draw?;
        let is_level = agreement.scores(moves)?.iter().all(|score| score.abs() <= agreement.score);
        let detail = format!("both engines saw nobody ahead by more than {} men", agreement.score);
        is_level.then_some(Verdict { result: GameResult::Draw, termination: "draw-agreed", detail })
    }

    /// The draw that a player without scores has claimed, if its opponent agrees: it alone must see for so long what both
    /// must see otherwise. The player `last` has made the last move.
    pub(super) fn grants_draw(&self, moves: &[MoveRecord], opponent: Color, last: Color) -> Option<Verdict> {
        let agreement = self.draw?;
        let wanted = agreement.moves.max(1);
        let before = usize::from(opponent != last);
        let seen: Vec<f64> =
            moves.iter().rev().skip(before).step_by(2).take(wanted).map_while(|mv| mv.score).collect();
        let is_late = moves.len() >= 2 * agreement.from_move;
        let is_level = seen.len() == wanted && seen.iter().all(|score| score.abs() <= agreement.score);
        let detail = format!(
            "{:?} said 'draw', and {opponent:?} saw nobody ahead by more than {} men",
            !opponent, agreement.score
        );
        let verdict = Verdict { result: GameResult::Draw, termination: "draw-agreed", detail };
        (is_late && is_level).then_some(verdict)
    }

    fn judge_length(&self, moves: &[MoveRecord]) -> Option<Verdict> {
        let limit = self.move_limit?;
        let detail = format!("{limit} moves by each side");
        (moves.len() >= 2 * limit).then_some(Verdict {
            result: GameResult::Draw,
            termination: "move-limit",
            detail,
        })
    }
}

impl Agreement {
    /// The scores of the last moves on which both must agree, if there are enough.
    fn scores(&self, moves: &[MoveRecord]) -> Option<Vec<f64>> {
        let wanted = 2 * self.moves.max(1);
        if moves.len() < wanted.max(2 * self.from_move) {
            return None;
        }
        moves.iter().rev().take(wanted).rev().map(|mv| mv.score).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(scores: &[f64]) -> Vec<MoveRecord> {
        scores.iter().map(|&score| MoveRecord { score: Some(score), ..MoveRecord::default() }).collect()
    }

    fn agreement(score: f64, moves: usize, from_move: usize) -> Option<Agreement> {
        Some(Agreement { score, moves, from_move })
    }

    #[test]
    fn both_must_see_the_loss() {
        let rule = Adjudication { resign: agreement(3.0, 2, 0), ..Adjudication::default() };
        let judge = |scores: &[f64]| rule.judge(&moves(scores), Color::Black).map(|verdict| verdict.result);
        assert_eq!(judge(&[3.5, -4.0, 3.0, -5.0]), Some(GameResult::WhiteWins));
        assert_eq!(judge(&[-3.5, 4.0, -3.0, 5.0]), Some(GameResult::BlackWins));
        assert_eq!(judge(&[3.5, -4.0, 2.9, -5.0]), None, "one of them still hopes");
        assert_eq!(judge(&[3.5, 4.0, 3.0, 5.0]), None, "both believe they win");
        assert_eq!(judge(&[-4.0, 3.0, -5.0]), None, "not long enough");
    }

    #[test]
    fn level_games_and_long_ones_are_draws() {
        let rule =
            Adjudication { draw: agreement(0.1, 1, 3), move_limit: Some(4), ..Adjudication::default() };
        let judge =
            |scores: &[f64]| rule.judge(&moves(scores), Color::White).map(|verdict| verdict.termination);
        assert_eq!(judge(&[0.0; 4]), None, "too early");
        assert_eq!(judge(&[0.0; 6]), Some("draw-agreed"));
        assert_eq!(judge(&[0.0, 0.0, 0.0, 0.0, 0.3, 0.0]), None);
        assert_eq!(judge(&[1.0; 8]), Some("move-limit"));
        assert_eq!(Adjudication::default().judge(&moves(&[9.0; 800]), Color::White), None);
    }

    #[test]
    fn moves_without_scores_decide_nothing() {
        let rule =
            Adjudication { resign: agreement(1.0, 1, 0), draw: agreement(1.0, 1, 0), move_limit: None };
        let unknown = vec![MoveRecord::default(); 6];
        assert_eq!(rule.judge(&unknown, Color::White), None);
    }
}
