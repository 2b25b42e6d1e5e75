//! Quiescence search: plays out captures, which are compulsory, until there are none.
//!
//! CITE: Claude E. Shannon, "Programming a computer for playing chess", Philosophical Magazine 41, 1950: an evaluation
//! is valid only in quiescent positions.

use super::node::NodeKind::Main;
use super::score::{MAX_PLY, Score, Window};
use super::{Run, Stopped};
use crate::eval::{Evaluator, Playable};
use crate::rules::Position;

/// The maximum number of moves that quiescence search may make per move of the main search. In real games it makes
/// about one. On a board full of kings, set up by hand, there can be millions of capture sequences; quiescence then
/// gives up partway through them.
const MOST_SHARE: u64 = 100;
/// An additional allowance for searches that have just started.
const MOST_AT_FIRST: u64 = 20_000;
/// The number of moves that a node counts for if its captures took a long time to find.
const SLOW_NODE: u64 = 500;

impl<G: Playable, E: Evaluator<G>> Run<'_, G, E> {
    /// The score of `position` after all captures.
    ///
    /// Unlike in chess, a side that can capture may not stand pat: the rules force it to capture, so only positions
    /// without captures are evaluated.
    pub(super) fn quiescence(
        &mut self,
        position: &Position<G>,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.stack.plies[ply].line.clear();
        if let Some(score) = self.game_over(position, ply) {
            return Ok(score);
        }
        if let Some(score) = self.endgame_score(position, ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.leaf(position, ply));
        }
        let moves = self.stack.moves(ply, Main);
        moves.generate_captures(position);
        let can_capture = moves.len() > 0;
        if moves.took_long() {
            self.slow_nodes += 1;
            if let Some(score) = self.too_many_captures_leaf(position, ply, Main) {
                return Ok(score);
            }
        }
        if can_capture {
            if self.has_quiescence_too_much() {
                return Ok(self.leaf(position, ply));
            }
            self.best_of(position, window, ply, Score::INFINITE_LOSS)
        } else if position.has_quiet_move() {
            self.stand_pat(position, window, ply)
        } else {
            Ok(self.leaf_without_move(position, ply))
        }
    }

    /// Whether quiescence has exceeded its share of the search.
    #[inline]
    fn has_quiescence_too_much(&self) -> bool {
        let others = self.nodes - self.quiescence_nodes;
        self.quiescence_nodes + SLOW_NODE * self.slow_nodes > MOST_AT_FIRST + MOST_SHARE * others
    }

    /// The score of a position without captures: the side to move may stand pat or promote a man.
    fn stand_pat(&mut self, position: &Position<G>, window: Window, ply: usize) -> Result<Score, Stopped> {
        let stand_pat = self.leaf(position, ply);
        if stand_pat >= window.beta {
            return Ok(stand_pat);
        }
        let moves = self.stack.moves(ply, Main);
        moves.generate_promotions(position);
        if moves.len() == 0 {
            return Ok(stand_pat);
        }
        self.best_of(position, window, ply, stand_pat)
    }

    /// The best score of the generated moves, or `stand_pat` if that is better.
    fn best_of(
        &mut self,
        position: &Position<G>,
        window: Window,
        ply: usize,
        stand_pat: Score,
    ) -> Result<Score, Stopped> {
        self.stack.moves(ply, Main).rank(position, None, self.history, None);
        let mut best = stand_pat;
        let mut alpha = window.alpha.max(stand_pat);
        while let Some(mv) = self.stack.moves(ply, Main).next() {
            self.count_node()?;
            self.quiescence_nodes += 1;
            let next = self.make_move(position, mv, 0, ply);
            let rest = Window { alpha, ..window };
            let score = -self.quiescence(&next, rest.reversed(), ply + 1)?;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.stack.extend_line(mv, ply);
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}
