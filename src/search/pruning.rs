//! What need not be searched, or not so deep, and what is searched deeper.
//!
//! There is no null move: in draughts a player who could pass would often be glad to.

use super::node::{Task, Visit};
use super::score::Score;
use super::table::{Bound, Knowledge, MoveTag};
use super::window::Window;
use super::{Handler, Run, Stopped};
use crate::rules::{Game, Position};
use crate::tunables;

impl<G: Game, H: Handler> Run<'_, G, H> {
    /// The score of a node of which a look at the position, or a shallow search, tells enough.
    pub(super) fn plain_score(
        &mut self,
        position: &Position<G>,
        evaluation: Option<Score>,
        task: Task,
    ) -> Result<Option<Score>, Stopped> {
        if let Some(score) = evaluation.and_then(|evaluation| static_score(position, evaluation, task)) {
            return Ok(Some(score));
        }
        self.shallow_score(position, task)
    }

    /// Searches the node with a raised window, much shallower: who is that good is good enough.
    ///
    /// CITE: Michael Buro, "ProbCut: An effective selective extension of the alpha-beta algorithm", ICCA Journal 18(2),
    /// 1995; Scan by Fabien Letouzey has shown that it does for draughts what the null move does for chess.
    fn shallow_score(&mut self, position: &Position<G>, task: Task) -> Result<Option<Score>, Stopped> {
        let Task { window, depth, .. } = task;
        let game = G::VARIANT;
        if self.is_probing || depth < tunables::probcut_depth(game) || window.beta.is_decisive() {
            return Ok(None);
        }
        let margin = tunables::probcut_base(game) + depth * tunables::probcut_slope(game);
        let raised = Window::below(window.beta.plus(margin));
        let depth = (depth * tunables::probcut_share(game) / 100).max(1);
        self.is_probing = true;
        let score = self.visit(position, Task { window: raised, depth, visit: Visit::Shallow, ..task });
        self.is_probing = false;
        let score = score?;
        Ok((score >= raised.beta).then(|| if score.is_decisive() { score } else { score.plus(-margin) }))
    }

    /// The table's move, if all other moves are much worse by a shallower search: it is searched a ply deeper.
    ///
    /// CITE: Thomas Anantharaman, Murray Campbell and Feng-hsiung Hsu, "Singular extensions: adding selectivity to
    /// brute-force searching", Artificial Intelligence 43(1), 1990, with the table's move as in Stockfish.
    pub(super) fn singular_extension(
        &mut self,
        position: &Position<G>,
        known: Option<Knowledge>,
        moves: usize,
        task: Task,
    ) -> Result<Option<MoveTag>, Stopped> {
        let game = G::VARIANT;
        let Some(Knowledge { best: Some(best), score, bound, depth }) = known else { return Ok(None) };
        if task.visit != Visit::First
            || moves == 1
            || task.depth < tunables::singular_depth(game)
            || i32::from(depth) < task.depth - 3
            || bound == Bound::Upper
            || score.is_decisive()
        {
            return Ok(None);
        }
        let window = Window::below(score.plus(-task.depth * tunables::singular_slope(game)));
        let others = Task { window, depth: (task.depth - 1) / 2, visit: Visit::Without(best), ..task };
        let score = self.visit(position, others)?;
        self.memory.plies[task.ply].line.clear();
        Ok((score < window.beta).then_some(best))
    }
}

/// Where the evaluation is far above the window and nothing is threatened, the opponent will not make up for it.
#[inline]
fn static_score<G: Game>(position: &Position<G>, evaluation: Score, task: Task) -> Option<Score> {
    let Task { window, depth, .. } = task;
    let margin = depth * tunables::static_slope(G::VARIANT);
    let is_plain = depth <= tunables::static_depth(G::VARIANT)
        && !window.beta.is_decisive()
        && evaluation.plus(-margin) >= window.beta
        && !position.could_capture(!position.side());
    is_plain.then(|| evaluation.plus(-margin))
}
