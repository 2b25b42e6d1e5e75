//! Quiescence search: captures are compulsory, so they are followed until there is none.
//!
//! CITE: Claude E. Shannon, "Programming a computer for playing chess", Philosophical Magazine 41, 1950: an evaluation
//! holds in quiescent positions only.

use super::node::Visit;
use super::ordering::OrderedMoves;
use super::score::{MAX_PLY, Score, Window};
use super::{Run, Stopped};
use crate::eval::{Evaluator, Playable};
use crate::rules::Position;

impl<G: Playable, E: Evaluator<G>> Run<'_, G, E> {
    /// The score of `position` once nothing can be captured any more.
    ///
    /// Where there is a capture nobody may stand pat, as in chess: the rules force it, so only positions without one
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
        // No such visit is under way at this ply, so its list is there.
        let mut moves = self.stack.lend(ply, Visit::ProbCut);
        moves.generate_captures(position);
        let result = if moves.took_long()
            && let Some(score) = self.laborious_leaf(position, &mut moves, ply)
        {
            Ok(score)
        } else if moves.len() > 0 {
            moves.rank(position, None, self.history, None);
            self.best_of(position, &mut moves, window, ply, Score::INFINITE_LOSS)
        } else if position.has_quiet_move() {
            self.stand_pat(position, &mut moves, window, ply)
        } else {
            Ok(self.leaf_without_move(ply))
        };
        self.stack.give_back(ply, Visit::ProbCut, moves);
        result
    }

    /// The best of `moves`, or `stand_pat`, what the side to move has without them.
    fn best_of(
        &mut self,
        position: &Position<G>,
        moves: &mut OrderedMoves,
        window: Window,
        ply: usize,
        stand_pat: Score,
    ) -> Result<Score, Stopped> {
        let mut best = stand_pat;
        let mut rest = Window { alpha: window.alpha.max(stand_pat), beta: window.beta };
        while let Some(mv) = moves.next() {
            self.count_move()?;
            let next = self.make_move(position, mv, 0, ply);
            let score = -self.quiescence(&next, rest.reversed(), ply + 1)?;
            if score <= best {
                continue;
            }
            best = score;
            if score > rest.alpha {
                rest.alpha = score;
                self.stack.extend_line(mv, ply);
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Where nothing must be captured, a player may stand pat, or promote a man.
    fn stand_pat(
        &mut self,
        position: &Position<G>,
        moves: &mut OrderedMoves,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let stand_pat = self.leaf(position, ply);
        if stand_pat >= window.beta {
            return Ok(stand_pat);
        }
        moves.generate_promotions(position);
        if moves.len() == 0 {
            return Ok(stand_pat);
        }
        moves.rank(position, None, self.history, None);
        self.best_of(position, moves, window, ply, stand_pat)
    }
}
