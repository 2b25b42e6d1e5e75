//! How much less deep late moves are searched at first: they seldom are the best.

use std::array;

use once_cell::sync::Lazy;

use super::Run;
use super::node::Task;
use crate::rules::{Game, Move, Position};
use crate::tunables;

impl<G: Game> Run<'_, G> {
    /// By how many plies the search of `mv`, at this place in the order, is reduced.
    ///
    /// CITE: the late move reductions of Fruit and Stockfish, logarithmic in depth and place.
    #[inline]
    pub(super) fn reduction(next: &Position<G>, mv: Move, place: usize, task: Task) -> i32 {
        let game = G::VARIANT;
        let first = if task.window.is_open() {
            tunables::reduction_first_open(game)
        } else {
            tunables::reduction_first(game)
        };
        // A move that forces the opponent to capture may be the beginning of a combination.
        if (place as i32) < first || mv.is_capture() || next.could_capture(next.side()) {
            return 0;
        }
        let more = logarithms(task.depth, place) / tunables::reduction_divisor(game);
        ((tunables::reduction_base(game) + more) / 100).max(0)
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
