//! Quiescence search: captures are compulsory, so they are searched until there is none.
//!
//! CITE: Claude E. Shannon, "Programming a computer for playing chess", Philosophical Magazine 41, 1950: an evaluation
//! holds in quiescent positions only.

use super::node::NodeKind::Main;
use super::score::{MAX_PLY, Score, Window};
use super::{Run, Stopped};
use crate::eval::{Evaluator, Playable};
use crate::rules::Position;

impl<G: Playable, E: Evaluator<G>> Run<'_, G, E> {
    /// The score of `position` once nothing can be captured any more.
    ///
    /// Unlike in chess, a side that can capture may not stand pat: the rules force it to, so only positions without captures
    /// are evaluated.
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
        if moves.took_long()
            && let Some(score) = self.too_many_captures_leaf(position, ply, Main)
        {
            return Ok(score);
        }
        if can_capture {
            self.best_of(position, window, ply, Score::INFINITE_LOSS)
        } else if position.has_quiet_move() {
            self.stand_pat(position, window, ply)
        } else {
            Ok(self.leaf_without_move(ply))
        }
    }

    /// A side that need not capture may stand pat, or promote a man.
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
