//! How a shallow search scores a position: to choose openings.

use std::ops::RangeInclusive;

use crate::eval::Playable;
use crate::rules::Record;
use crate::search::{Goal, ScoreKind, Searcher, TranspositionTable};

/// Deep enough to see what hangs.
const DEPTH: u32 = 6;

/// Whether the distance of the score from zero lies within a window, in hundredths of a man.
pub(super) fn is_within<G: Playable>(game: &Record<G>, window: RangeInclusive<i32>) -> bool {
    let Ok(table) = TranspositionTable::with_mebibytes(1) else { return false };
    let goal = Goal { to_depth: DEPTH, ..Goal::default() };
    let lines = Searcher::new().search(game, &table, goal, &mut ());
    match lines.first().map(|line| line.score.kind()) {
        Some(ScoreKind::Evaluation(score)) => window.contains(&score.abs()),
        _ => false,
    }
}
