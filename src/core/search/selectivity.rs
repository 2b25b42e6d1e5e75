//! Selectivity: pruning, reductions and extensions, in the order in which a node uses them.
//!
//! There is no null move pruning, because zugzwang is common in draughts.

use std::array;

use once_cell::sync::Lazy;

use super::node::{Node, NodeKind};
use super::score::{Score, Window};
use super::{Run, Stopped};
use crate::eval::{Evaluator, Playable};
use crate::rules::{Move, Position};

impl<G: Playable, E: Evaluator<G>> Run<'_, G, E> {
    /// Prefetches the entries of the positions after all moves, for the
    /// [enhanced transposition cutoff](Self::enhanced_transposition_cutoff). The fetches overlap.
    #[inline]
    pub(super) fn prefetch_children(&mut self, position: &Position<G>, node: Node) {
        self.keys.clear();
        let moves = self.stack.moves(node.ply, node.kind).all();
        if node.depth >= G::TUNABLES.transposition_cutoff_depth() && moves.len() > 1 {
            self.keys.extend(moves.iter().map(|&mv| self.table.prefetch_after(position, mv)));
        }
    }

    /// Enhanced transposition cutoff: the score of the first move whose child position has a table entry that fails
    /// high. Only prefetched positions are looked up.
    ///
    /// CITE: Aske Plaat, Jonathan Schaeffer, Wim Pijls and Arie de Bruin, "Exploiting graph properties of game trees",
    /// AAAI 1996.
    pub(super) fn enhanced_transposition_cutoff(
        &mut self,
        position: &Position<G>,
        node: Node,
    ) -> Option<Score> {
        let Node { window, depth, ply, kind } = node;
        let moves = self.stack.moves(ply, kind).all();
        self.keys.iter().zip(moves).find_map(|(&key, &mv)| {
            let score = -self.table.probe(key, ply + 1)?.cutoff(window.reversed(), depth - 1)?;
            (score >= window.beta && !self.path.would_repeat(position, mv)).then_some(score)
        })
    }

    /// ProbCut: a much shallower search with a raised window. If this search fails high, the full search is expected to
    /// do so too. ProbCut is not tried if the static evaluation is below beta.
    ///
    /// CITE: Michael Buro, "ProbCut: An effective selective extension of the alpha-beta algorithm", ICCA Journal 18(2),
    /// 1995; Fabien Letouzey's Scan showed that ProbCut does for draughts what null move pruning does for chess.
    pub(super) fn probcut(
        &mut self,
        position: &Position<G>,
        evaluation: Option<Score>,
        node: Node,
    ) -> Result<Option<Score>, Stopped> {
        let Node { window, depth, ply, .. } = node;
        let is_below = evaluation.is_some_and(|score| score < window.beta);
        if is_below || depth < G::TUNABLES.probcut_depth() || window.beta.is_decisive() {
            return Ok(None);
        }
        // No static evaluation means that the side to move has to capture.
        let capture_margin = if evaluation.is_none() { G::TUNABLES.probcut_capture_margin() } else { 0 };
        let margin = depth * G::TUNABLES.probcut_margin() + capture_margin;
        let raised = Window::null_below(window.beta.plus(margin));
        let depth = (depth * G::TUNABLES.probcut_share() / 100).max(1);
        let score = self.search_node(position, raised, depth, ply, NodeKind::ProbCut)?;
        Ok((score >= raised.beta).then(|| if score.is_decisive() { score } else { score.plus(-margin) }))
    }
}

/// Reverse futility pruning: cuts a node whose static evaluation is far above beta if the opponent threatens no
/// capture.
///
/// CITE: also known as static null move pruning; the reverse of the futility pruning in Ernst A. Heinz, "Extended
/// futility pruning", ICCA Journal 21(2), 1998.
#[inline]
pub(super) fn reverse_futility_pruning<G: Playable>(
    position: &Position<G>,
    evaluation: Option<Score>,
    node: Node,
) -> Option<Score> {
    let Node { window, depth, .. } = node;
    let margin = depth * G::TUNABLES.reverse_futility_margin();
    let reduced = evaluation?.plus(-margin);
    let is_pruned = depth <= G::TUNABLES.reverse_futility_depth()
        && !window.beta.is_decisive()
        && reduced >= window.beta
        && !position.could_capture(!position.side());
    is_pruned.then_some(reduced)
}

/// Single-reply extension: the depth of the children of a node with `moves` moves. A single legal move costs no depth,
/// so forced lines are searched to the end.
#[inline]
pub(super) fn single_reply_extension(moves: usize, depth: i32) -> i32 {
    if moves == 1 { depth } else { depth - 1 }
}

/// Late move reduction: the number of plies by which the first search of `mv`, leading to `next`, is reduced. Moves
/// late in the order are rarely the best.
///
/// CITE: the late move reductions of Fruit and Stockfish, logarithmic in depth and place.
#[inline]
pub(super) fn late_move_reduction<G: Playable>(
    next: &Position<G>,
    mv: Move<G::Word>,
    place: usize,
    depth: i32,
    window: Window,
) -> i32 {
    let first =
        if window.is_open() { G::TUNABLES.reduction_first_open() } else { G::TUNABLES.reduction_first() };
    if (place as i32) < first || mv.is_capture() {
        return 0;
    }
    // A move that forces the opponent to capture may start a combination.
    if G::TUNABLES.reduction_of_forcing() == 0 && next.could_capture(next.side()) {
        return 0;
    }
    let growth = log_product(depth, place) / G::TUNABLES.reduction_divisor();
    ((G::TUNABLES.reduction_base() + growth) / 100).max(0)
}

/// Ten thousand times the product of the logarithms of depth and place.
#[inline]
fn log_product(depth: i32, place: usize) -> i32 {
    static PRODUCTS: Lazy<[[i32; 64]; 64]> = Lazy::new(|| {
        let logarithm = |n: usize| (n.max(1) as f64).ln();
        array::from_fn(|depth| {
            array::from_fn(|place| (10_000.0 * logarithm(depth) * logarithm(place)) as i32)
        })
    });
    PRODUCTS[depth.clamp(0, 63) as usize][place.min(63)]
}
