//! Selectivity: nodes that need not be searched, or not so deep.
//!
//! There is no null move: in draughts a player who could pass would often be glad to.

use std::array;

use once_cell::sync::Lazy;

use super::node::{Task, Visit};
use super::score::{Score, Window};
use super::{Run, Stopped};
use crate::eval::{Evaluator, Playable};
use crate::rules::{Move, Position};

impl<G: Playable, E: Evaluator<G>> Run<'_, G, E> {
    /// Has the memory fetch what the transposition table knows of the positions behind all moves, for
    /// [`enhanced_transposition_cutoff`](Self::enhanced_transposition_cutoff): it brings many at a time, and there is something
    /// else to do meanwhile.
    #[inline]
    pub(super) fn fetch_what_moves_lead_to(&mut self, position: &Position<G>, moves: &[Move], depth: i32) {
        self.keys.clear();
        if depth >= G::TUNABLES.transposition_cutoff_depth() && moves.len() > 1 {
            self.keys.extend(moves.iter().map(|&mv| self.table.prefetch_behind(position, mv)));
        }
    }

    /// Enhanced transposition cutoff: the score of a move that leads to a position of which the transposition table knows
    /// that it is bad enough for the opponent. Only positions are looked up that were fetched.
    ///
    /// CITE: Aske Plaat, Jonathan Schaeffer, Wim Pijls and Arie de Bruin, "Exploiting graph properties of game trees",
    /// AAAI 1996.
    pub(super) fn enhanced_transposition_cutoff(
        &mut self,
        position: &Position<G>,
        moves: &[Move],
        task: Task,
    ) -> Option<Score> {
        let Task { window, depth, ply, .. } = task;
        let keys = std::mem::take(&mut self.keys);
        let score = keys.iter().zip(moves).find_map(|(&key, &mv)| {
            let score = -self.table.probe(key, ply + 1)?.answer(window.reversed(), depth - 1)?;
            (score >= window.beta && !self.would_repeat(position, mv)).then_some(score)
        });
        self.keys = keys;
        score
    }

    /// Whether a move leads to a draw by repetition.
    fn would_repeat(&mut self, position: &Position<G>, mv: Move) -> bool {
        self.path.push(position.key());
        let repeats = self.path.repeats(&position.play_legal(mv));
        self.path.pop();
        repeats
    }

    /// Forward pruning: the score of a node of which a look at the position, or a shallow search, tells enough.
    pub(super) fn pruned_score(
        &mut self,
        position: &Position<G>,
        evaluation: Option<Score>,
        task: Task,
    ) -> Result<Option<Score>, Stopped> {
        if let Some(score) =
            evaluation.and_then(|evaluation| reverse_futility_pruning(position, evaluation, task))
        {
            return Ok(Some(score));
        }
        self.probcut(position, evaluation, task)
    }

    /// ProbCut: searches the node with a raised window, much shallower. A side that is that good is good enough;
    /// where the evaluation says that it is not, there is no need to look.
    ///
    /// CITE: Michael Buro, "ProbCut: An effective selective extension of the alpha-beta algorithm", ICCA Journal 18(2),
    /// 1995; Scan by Fabien Letouzey has shown that it does for draughts what the null move does for chess.
    fn probcut(
        &mut self,
        position: &Position<G>,
        evaluation: Option<Score>,
        task: Task,
    ) -> Result<Option<Score>, Stopped> {
        let Task { window, depth, .. } = task;
        let is_below = evaluation.is_some_and(|score| score < window.beta);
        if is_below || depth < G::TUNABLES.probcut_depth() || window.beta.is_decisive() {
            return Ok(None);
        }
        // Where there is no evaluation the side to move must capture.
        let more = if evaluation.is_none() { G::TUNABLES.probcut_capture_margin() } else { 0 };
        let margin = depth * G::TUNABLES.probcut_margin() + more;
        let raised = Window::null_below(window.beta.plus(margin));
        let depth = (depth * G::TUNABLES.probcut_share() / 100).max(1);
        let score = self.visit(position, Task { window: raised, depth, visit: Visit::ProbCut, ..task })?;
        Ok((score >= raised.beta).then(|| if score.is_decisive() { score } else { score.plus(-margin) }))
    }

    /// Late move reduction: by how many plies the search of `mv`, which leads to `next` and stands at this place in the order,
    /// is reduced at first. Late moves seldom are the best.
    ///
    /// CITE: the late move reductions of Fruit and Stockfish, logarithmic in depth and place.
    #[inline]
    pub(super) fn late_move_reduction(
        next: &Position<G>,
        mv: Move,
        place: usize,
        depth: i32,
        window: Window,
    ) -> i32 {
        let first =
            if window.is_open() { G::TUNABLES.reduction_first_open() } else { G::TUNABLES.reduction_first() };
        if (place as i32) < first || mv.is_capture() {
            return 0;
        }
        // A move that forces the opponent to capture may be the beginning of a combination.
        if G::TUNABLES.reduction_of_forcing() == 0 && next.could_capture(next.side()) {
            return 0;
        }
        let more = logarithms(depth, place) / G::TUNABLES.reduction_divisor();
        ((G::TUNABLES.reduction_base() + more) / 100).max(0)
    }
}

/// Reverse futility pruning: where the evaluation is far above the window and nothing is threatened, the opponent will
/// not make up for it.
///
/// CITE: also known as static null move pruning; the reverse of the futility pruning in Ernst A. Heinz, "Extended
/// futility pruning", ICCA Journal 21(2), 1998.
#[inline]
fn reverse_futility_pruning<G: Playable>(
    position: &Position<G>,
    evaluation: Score,
    task: Task,
) -> Option<Score> {
    let Task { window, depth, .. } = task;
    let margin = depth * G::TUNABLES.reverse_futility_margin();
    let is_plain = depth <= G::TUNABLES.reverse_futility_depth()
        && !window.beta.is_decisive()
        && evaluation.plus(-margin) >= window.beta
        && !position.could_capture(!position.side());
    is_plain.then(|| evaluation.plus(-margin))
}

/// Ten thousand times the product of the logarithms of depth and place.
#[inline]
fn logarithms(depth: i32, place: usize) -> i32 {
    static PRODUCTS: Lazy<[[i32; 64]; 64]> = Lazy::new(|| {
        let logarithm = |n: usize| (n.max(1) as f64).ln();
        array::from_fn(|depth| {
            array::from_fn(|place| (10_000.0 * logarithm(depth) * logarithm(place)) as i32)
        })
    });
    PRODUCTS[depth.clamp(0, 63) as usize][place.min(63)]
}
