//! Evaluation: what a quiet position is worth, by the evaluator of its game.
//!
//! An evaluator is chosen at compile time for each game, in the file that tells how the game is played well:
//! [`Playable`]. [`HandMade`] serves any game; another one implements [`Evaluator`].

mod games;
mod hand_made;

pub use games::{Playable, tunables_of};
pub use hand_made::HandMade;

use crate::rules::{Game, Move, Position};

/// What one man is worth at the start of a game; the unit of all values is a hundredth of that.
pub const MAN: i32 = 100;

/// Judges positions of `G`, in the way of one evaluation with its weights.
///
/// A search keeps a state for each ply, from the root to the position that it looks at. Whenever it makes a move, the
/// evaluator can make the state behind the move from the one before it, by the pieces that moved and were captured. One
/// that does not want to work for positions that are never evaluated does nothing then, and brings the state of a
/// position up to date in [`evaluate`](Self::evaluate): what it finds there is the state of the last position that was
/// searched at this ply, a close relative.
///
/// The state after any moves must be as good as that of [`start`](Self::start): a search comes to the same position on
/// several ways, and expects the same value.
pub trait Evaluator<G: Game>: Sync + 'static {
    /// What it keeps of a position, such as accumulators; `()` if nothing.
    type State: Default;

    /// The state of the position at the root.
    fn start(&self, position: &Position<G>) -> Self::State;

    /// The move `mv` was made: brings `next` up to date, the state of the position `after` it, by `state`, that of the
    /// position `before` it. So far `next` is the state of another position at that ply, or the default.
    fn make_move(
        &self,
        state: &Self::State,
        before: &Position<G>,
        mv: Move,
        after: &Position<G>,
        next: &mut Self::State,
    );

    /// The value of a position for the side to move, in hundredths of what a man is worth at the start of a game.
    ///
    /// Asked for positions in which that side has no capture, but for a few: at the greatest depth, and behind captures that
    /// take too long to find.
    fn evaluate(&self, position: &Position<G>, state: &mut Self::State) -> i32;
}

/// The value of a position for the side to move by the evaluator of its game, in hundredths of what a man is worth at
/// the start of a game.
///
/// Meant for positions in which that side has no capture.
///
/// ```
/// use coupturc::eval::evaluate;
/// use coupturc::rules::{Position, games::Hexdame};
///
/// let start = Position::<Hexdame>::start();
/// assert!(evaluate(&start).abs() < 20, "both sides have the same men in the same places");
/// ```
#[must_use]
pub fn evaluate<G: Playable>(position: &Position<G>) -> i32 {
    let evaluator = G::evaluator();
    evaluator.evaluate(position, &mut evaluator.start(position))
}
