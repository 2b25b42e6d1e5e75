//! The end of the search: captures are compulsory, so they are followed until there is none.

use super::order::OrderedMoves;
use super::score::{MAX_PLY, Score};
use super::window::Window;
use super::{Run, Stopped};
use crate::rules::{Game, Position};

impl<G: Game> Run<'_, G> {
    /// The score of `position` once nothing can be captured any more.
    ///
    /// There is no choice between capturing and standing still, as there is in chess: the rules
    /// force the capture, so only positions without one are evaluated.
    pub(super) fn quiescence(
        &mut self,
        position: &Position<G>,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.memory.plies[ply].line.clear();
        if let Some(score) = self.limit_reached(position, ply) {
            return Ok(score);
        }
        if let Some(score) = self.table_score(position, ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.leaf(position, ply));
        }
        let mut moves = std::mem::take(&mut self.memory.plies[ply].moves[1]);
        moves.generate_captures(position);
        let result = if moves.took_long()
            && let Some(score) = self.laborious_leaf(position, &mut moves, ply)
        {
            Ok(score)
        } else if moves.len() > 0 {
            moves.rank(position, None, &self.memory.history, None);
            self.best_of(position, &mut moves, window, ply, Score::INFINITE_LOSS)
        } else if position.has_quiet_move() {
            self.quiet_leaf(position, &mut moves, window, ply)
        } else {
            self.leaves.add(ply);
            Ok(Score::loss_in(ply))
        };
        self.memory.plies[ply].moves[1] = moves;
        result
    }

    /// The best of `moves`, or what the side to move has without them.
    fn best_of(
        &mut self,
        position: &Position<G>,
        moves: &mut OrderedMoves,
        window: Window,
        ply: usize,
        without: Score,
    ) -> Result<Score, Stopped> {
        let mut best = without;
        let mut rest = Window { alpha: window.alpha.max(without), beta: window.beta };
        while let Some(mv) = moves.next() {
            self.count_move()?;
            let score = -self.quiescence(&position.play_legal(mv), rest.reversed(), ply + 1)?;
            if score <= best {
                continue;
            }
            best = score;
            if score > rest.alpha {
                rest.alpha = score;
                self.memory.prepend_to_line(mv, ply);
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Where nothing must be captured, a player may leave it at that, or promote a man.
    fn quiet_leaf(
        &mut self,
        position: &Position<G>,
        moves: &mut OrderedMoves,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let standing = self.leaf(position, ply);
        if standing >= window.beta {
            return Ok(standing);
        }
        moves.generate_promotions(position);
        if moves.len() == 0 {
            return Ok(standing);
        }
        moves.rank(position, None, &self.memory.history, None);
        self.best_of(position, moves, window, ply, standing)
    }
}
