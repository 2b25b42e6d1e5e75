//! What need not be searched, or not so deep.
//!
//! There is no null move: in draughts a player who could pass would often be glad to.

use super::node::{Task, Visit};
use super::score::Score;
use super::window::Window;
use super::{Run, Stopped};
use crate::rules::{Game, Position};
use crate::tunables;

impl<G: Game> Run<'_, G> {
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
        let margin = depth * tunables::probcut_slope(game);
        let raised = Window::below(window.beta.plus(margin));
        let depth = (depth * tunables::probcut_share(game) / 100).max(1);
        self.is_probing = true;
        let score = self.visit(position, Task { window: raised, depth, visit: Visit::Shallow, ..task });
        self.is_probing = false;
        let score = score?;
        Ok((score >= raised.beta).then(|| if score.is_decisive() { score } else { score.plus(-margin) }))
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
