//! How a shallow search scores a position: to choose openings.

use std::ops::RangeInclusive;

use crate::rules::{Game, Record};
use crate::search::{Goal, Handler, Line, Progress, ScoreKind, Searcher, Stopped, TranspositionTable};

/// Deep enough to see what hangs.
const DEPTH: u32 = 6;

/// Whether the distance of the score from zero lies within a window, in hundredths of a man.
pub(super) fn is_within<G: Game>(game: &Record<G>, window: RangeInclusive<i32>) -> bool {
    let Ok(table) = TranspositionTable::with_mebibytes(1) else { return false };
    let goal = Goal { to_depth: DEPTH, ..Goal::default() };
    let lines = Searcher::new().search(game, &table, goal, &mut Unhurried);
    match lines.first().map(|line| line.score.kind()) {
        Some(ScoreKind::Evaluation(score)) => window.contains(&score.abs()),
        _ => false,
    }
}

struct Unhurried;

impl Handler for Unhurried {
    fn poll(&mut self, _: u64) -> Result<u64, Stopped> {
        Ok(u64::MAX)
    }

    fn lines(&mut self, _: &[Line], _: Progress) {}

    fn next_depth(&mut self, _: u64) -> bool {
        true
    }
}
