//! The analysis of a game in its PDN: marks, scores and better lines.

use super::{GameAnalysis, MoveAnalysis, pdn_line};
use crate::notation::{PdnGame, PdnMove, PdnReplay, PdnStep};
use crate::rules::AnyPosition;

/// The glyphs of the marks of a move, `!` to `?!`.
const MOVE_MARKS: std::ops::RangeInclusive<u32> = 1..=6;
/// The part of a comment that has the score in men for White, as on lidraughts.org and lichess.org.
const EVAL: &str = "[%eval ";

/// Adds an analysis to the game that it is about, of which `replay` is the replay:
///
/// - the mark of a move as a NAG, unless the move has one;
/// - its score as a comment `[%eval 0.25]`, in men for White, or `[%eval #-3]` if Black wins in three moves, unless
///   there is one;
/// - the better line as a variation, unless one begins with the same move.
///
/// Everything that the game had is kept as it was.
pub fn annotate(game: &mut PdnGame, replay: &PdnReplay, analysis: &GameAnalysis) {
    let numbers = game.numbered_main_line().map(|(number, _)| number);
    let nodes = replay.main_line().zip(numbers).filter(|(node, _)| matches!(node.step, PdnStep::Move(_)));
    let places: Vec<(&dyn AnyPosition, usize)> =
        nodes.map(|(node, number)| (replay.before(node), number)).collect();
    for ((before, number), analysed) in places.into_iter().zip(&analysis.moves) {
        let Some(mv) = game.moves.get_mut(number - 1) else { continue };
        let parent = mv.parent;
        add_mark(mv, analysed);
        add_score(mv, analysed.score);
        add_variation(&mut game.moves, parent, before, analysed);
    }
}

fn add_mark(mv: &mut PdnMove, analysed: &MoveAnalysis) {
    if let Some(mark) = analysed.mark.filter(|_| !mv.nags.iter().any(|nag| MOVE_MARKS.contains(nag))) {
        mv.nags.insert(0, mark.nag());
    }
}

fn add_score(mv: &mut PdnMove, score: f64) {
    match &mut mv.comment {
        Some(comment) if comment.contains(EVAL) => {}
        Some(comment) => *comment = format!("{comment} {}", score_comment(score)),
        None => mv.comment = Some(score_comment(score)),
    }
}

/// A score in men, or the number of moves to a win.
fn score_comment(score: f64) -> String {
    let plies = (10_000.0 - 100.0 * score.abs()).round();
    if (0.0..=256.0).contains(&plies) {
        let sign = if score < 0.0 { "-" } else { "" };
        return format!("{EVAL}#{sign}{}]", (plies / 2.0).ceil());
    }
    format!("{EVAL}{score:.2}]")
}

/// Adds the better line, unless there is a variation with its first move.
fn add_variation(moves: &mut Vec<PdnMove>, parent: usize, before: &dyn AnyPosition, analysed: &MoveAnalysis) {
    let line = pdn_line(before, &analysed.line);
    let Some(first) = line.first() else { return };
    if moves.iter().any(|mv| mv.parent == parent && mv.text == *first) {
        return;
    }
    let mut last = parent;
    for (index, text) in line.into_iter().enumerate() {
        let comment = (index == 0).then(|| score_comment(analysed.best_score));
        moves.push(PdnMove { comment, ..PdnMove::new(last, text) });
        last = moves.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_men_or_moves_to_a_win() {
        let texts = [0.0, -0.96, 99.95, -99.94, 100.0, 94.9].map(score_comment);
        let expected = ["0.00", "-0.96", "#3", "#-3", "#0", "94.90"].map(|text| format!("[%eval {text}]"));
        assert_eq!(texts, expected);
    }
}
