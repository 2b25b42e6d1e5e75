//! The end of the search: captures are compulsory, so they are followed until there is none.

use super::node::Window;
use super::order::OrderedMoves;
use super::score::{MAX_PLY, Score};
use super::{Handler, Run, Stopped};
use crate::rules::{Game, Position};

impl<G: Game, H: Handler> Run<'_, G, H> {
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
        self.memory.lines[ply].clear();
        if let Some(score) = self.limit_reached(position, ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.leaf(position, ply));
        }
        let mut moves = std::mem::take(&mut self.memory.moves[ply]);
        moves.generate_captures(position);
        let result = if moves.len() > 0 {
            moves.rank(position, None, &self.memory.history);
            self.captures(position, &mut moves, window, ply)
        } else if position.has_quiet_move() {
            Ok(self.leaf(position, ply))
        } else {
            self.leaves.add(ply);
            Ok(Score::loss_in(ply))
        };
        self.memory.moves[ply] = moves;
        result
    }

    fn captures(
        &mut self,
        position: &Position<G>,
        moves: &mut OrderedMoves,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let mut rest = window;
        let mut best = Score::INFINITE_LOSS;
        while let Some(mv) = moves.next() {
            self.count_move()?;
            let score = -self.quiescence(&position.play_legal(mv), rest.reversed(), ply + 1)?;
            if score <= best {
                continue;
            }
            best = score;
            if score > rest.alpha {
                rest.alpha = score;
                self.prepend_to_line(mv, ply);
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}
