//! Puzzles as problems for the tactical suite in `tests/data/tactics`.

use super::Aim;
use super::finder::Found;
use crate::notation::move_text;
use crate::search::ScoreKind;

/// A puzzle as a line of the suite: position, best move, line, what it is worth, and source, with tabs between them.
/// `None` if its best move does not win.
#[must_use]
pub fn tactic(found: &Found) -> Option<String> {
    let Found { puzzle, nodes, check, lead, .. } = found;
    let [best, second] = check.lines.get(..2)? else { return None };
    let first = puzzle.line.first()?;
    let worth = match best.score.kind() {
        _ if puzzle.aim == Aim::Save => return None,
        ScoreKind::WinIn(plies) => format!("win in {plies} plies"),
        _ => format!("gain of {:.1} men", best.score.men() - f64::from(*lead)),
    };
    let other = move_text(puzzle.rules, *second.moves.first()?);
    let source = format!(
        "search: first in {nodes}, confirmed by {} to depth {}; second best {other} {:+.2}",
        check.nodes,
        best.depth,
        second.score.men()
    );
    Some([&*puzzle.fen, first, &puzzle.line.join(" "), &worth, &source].join("\t"))
}
