//! Hub replies: lines from the engine.

use std::time::Duration;

use crate::book::Choice;
use crate::engine::{Done, Info};
use crate::eval::StaticEvaluation;
use crate::rules::games::Variant;
use crate::rules::{AnyPosition, Move, Outcome, RuleOptions};
use crate::search::{Line, Score};

/// Writes a move in the client's notation.
type MoveText<'a> = &'a dyn Fn(Move) -> String;

/// `error message="..."`: clients split lines at `=` and values at quotes, so the message must not contain them, nor a
/// line end.
pub(super) fn error(text: &str) -> String {
    format!("error {}", message(text))
}

/// `message="..."`, as in an error.
pub(super) fn message(text: &str) -> String {
    let safe: String = text.chars().map(harmless).collect();
    format!("message=\"{safe}\"")
}

fn harmless(c: char) -> char {
    match c {
        '"' => '\'',
        '=' => ':',
        c if c.is_control() => '?',
        c => c,
    }
}

/// `info ...`, a line for each of the best lines, with the fields in the order in which clients look for them.
/// Extensions come last: the rank if several lines are requested, and whether the line comes from a book.
pub(super) fn infos(info: &Info, several_lines: bool, move_text: MoveText<'_>) -> Vec<String> {
    let seconds = info.time.as_secs_f64();
    let millions_a_second = if seconds > 0.0 { info.nodes as f64 / seconds / 1e6 } else { 0.0 };
    let text = |(index, line): (usize, &Line)| {
        let rank = if several_lines { format!(" multipv={}", index + 1) } else { String::new() };
        let book = if info.from_book { " book=true" } else { "" };
        format!(
            "info depth={} mean-depth={:.1} score={} nodes={} time={seconds:.3} nps={millions_a_second:.2} \
             pv=\"{}\" hashfull={} tbhits={}{rank}{book}",
            line.depth,
            info.mean_depth,
            score(line.score),
            info.nodes,
            moves(&line.moves, move_text),
            info.hash_permille,
            info.table_hits,
        )
    };
    info.lines.iter().enumerate().map(text).collect()
}

/// A score in men.
fn score(score: Score) -> String {
    format!("{:.2}", score.men())
}

/// `done [move=<move> [ponder=<move>]]`
pub(super) fn done(done: &Done, move_text: MoveText<'_>) -> String {
    let mut text = "done".to_owned();
    if let Some(best) = done.best {
        text.push_str(&format!(" move={}", move_text(best)));
        if let Some(ponder) = done.ponder {
            text.push_str(&format!(" ponder={}", move_text(ponder)));
        }
    }
    text
}

/// `legal-moves count=<n> moves="..."`, sorted as text.
pub(super) fn legal_moves(legal: &[Move], move_text: MoveText<'_>) -> String {
    let mut texts: Vec<String> = legal.iter().map(|&mv| move_text(mv)).collect();
    texts.sort_unstable();
    format!("legal-moves count={} moves=\"{}\"", texts.len(), texts.join(" "))
}

/// `books games="..."`, the games for which there is a book under their usual rules.
pub(super) fn books(choice: &Choice) -> String {
    let usual = RuleOptions::default();
    let have_one =
        Variant::ALL.iter().filter(|variant| choice.book_for(&*variant.rules().start(&usual)).is_some());
    format!("books games=\"{}\"", have_one.map(|variant| variant.name()).collect::<Vec<_>>().join(" "))
}

/// `paths count=<n> paths="..."`
pub(super) fn paths(paths: &[String]) -> String {
    format!("paths count={} paths=\"{}\"", paths.len(), paths.join(" "))
}

/// `perft depth=<n> nodes=<count> time=<seconds>`
pub(super) fn perft(depth: u32, leaves: u64, time: Duration) -> String {
    format!("perft depth={depth} nodes={leaves} time={:.3}", time.as_secs_f64())
}

/// `status result=<result> reason=<reason>`
pub(super) fn status(outcome: Option<Outcome>) -> String {
    let (result, reason) = outcome.map_or(("none", "none"), |outcome| (outcome.result(), outcome.reason()));
    format!("status result={result} reason={reason}")
}

/// `eval score=<men for the side to move> by=<net or hand-made> quiet=<whether that side has no capture>`
pub(super) fn eval(evaluation: StaticEvaluation, position: &dyn AnyPosition) -> String {
    let by = if evaluation.by_net { "net" } else { "hand-made" };
    let quiet = !position.could_capture(position.side());
    format!("eval score={:.3} by={by} quiet={quiet}", evaluation.men)
}

fn moves(moves: &[Move], move_text: MoveText<'_>) -> String {
    moves.iter().map(|&mv| move_text(mv)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_in_men_and_wins_in_plies() {
        assert_eq!(score(Score::evaluation(-7)), "-0.07");
        assert_eq!(score(Score::DRAW), "0.00");
        assert_eq!(score(Score::win_in(5)), "99.95");
        assert_eq!(score(Score::loss_in(12)), "-99.88");
        assert_eq!(score(Score::table_win_in(7)), "94.93");
        assert_eq!(score(-Score::table_win_in(7)), "-94.93");
    }

    #[test]
    fn messages_cannot_break_their_line() {
        assert_eq!(error("a=\"b\"\nc"), "error message=\"a:'b'?c\"");
    }
}
