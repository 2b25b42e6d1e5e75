//! How much less deep late moves are searched at first: they seldom are the best.

use std::array;

use once_cell::sync::Lazy;

use super::node::Task;
use super::{Handler, Run};
use crate::rules::{Game, Move, Position};
use crate::tunables;

impl<G: Game, H: Handler> Run<'_, G, H> {
    /// By how many plies the search of `mv`, at this place in the order, is reduced.
    ///
    /// CITE: the late move reductions of Fruit and Stockfish, logarithmic in depth and place.
    #[inline]
    pub(super) fn reduction(
        &self,
        position: &Position<G>,
        next: &Position<G>,
        mv: Move,
        place: usize,
        task: Task,
    ) -> i32 {
        let game = G::VARIANT;
        let is_open = task.window.is_open();
        let first =
            if is_open { tunables::reduction_first_open(game) } else { tunables::reduction_first(game) };
        if (place as i32) < first || task.depth < tunables::reduction_depth(game) || mv.is_capture() {
            return 0;
        }
        // A move that forces the opponent to capture may be the beginning of a combination.
        if tunables::reduction_forcing(game) == 0 && next.could_capture(next.side()) {
            return 0;
        }
        let mut centiplies = tunables::reduction_base(game)
            + logarithms(task.depth, place) / tunables::reduction_divisor(game);
        if is_open {
            centiplies -= tunables::reduction_open(game);
        }
        let history_unit = tunables::reduction_history(game);
        if history_unit < 32_000 {
            let before = self.memory.plies[task.ply].before;
            let history = self.memory.history.of(game, position.side(), before, mv);
            centiplies -= history * 100 / history_unit;
        }
        let improving = tunables::reduction_improving(game);
        if improving != 0 && self.is_improving(task.ply) {
            centiplies -= improving;
        }
        (centiplies / 100).max(0)
    }

    /// Whether the side to move stands better than two plies ago.
    fn is_improving(&self, ply: usize) -> bool {
        let evaluation = |ply: usize| self.memory.plies[ply].evaluation;
        ply >= 2 && matches!((evaluation(ply), evaluation(ply - 2)), (Some(now), Some(then)) if now > then)
    }
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
