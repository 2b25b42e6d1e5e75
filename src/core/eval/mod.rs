//! Evaluation: what a quiet position is worth, by a net that has learned it from games, or by hand-made knowledge where a
//! game has no net yet.
//!
//! [`Evaluation`] says which one is meant, [`Playable`] which net belongs to a game. A search is generic over
//! [`Evaluator`], so that it can be tried with others.

mod games;
mod hand_made;
pub mod net;

use std::io;
use std::path::Path;
use std::sync::Arc;

pub use games::{Playable, tunables_of};
pub use hand_made::HandMade;

use crate::rules::{AnyPosition, Game, Move, Position};
use net::{Accumulators, Net};

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
pub trait Evaluator<G: Game>: Sync {
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

/// What judges positions in a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The net of the game; in a game without one, hand-made knowledge.
    #[default]
    OfGame,
    /// Hand-made knowledge in any game.
    HandMade,
    /// A net from elsewhere; in other games than its own, as [`OfGame`](Self::OfGame).
    Net(Arc<Net>),
}

impl Evaluation {
    /// The evaluation that a text means: `auto` or nothing is that of the game, `hand-made` is what it says, and all else is
    /// the path of a file of weights.
    ///
    /// # Errors
    ///
    /// As [`Net::read`].
    pub fn read(text: &str) -> io::Result<Self> {
        Ok(match text {
            "auto" | "" => Self::OfGame,
            "hand-made" => Self::HandMade,
            path => Self::Net(Arc::new(Net::read(Path::new(path))?)),
        })
    }

    /// The evaluator of positions of `G`.
    #[must_use]
    pub fn evaluator<G: Playable>(&self) -> GameEvaluator<'_> {
        GameEvaluator(match self {
            Self::Net(net) if net.game() == G::VARIANT => Some(net),
            Self::OfGame | Self::Net(_) => G::NET,
            Self::HandMade => None,
        })
    }
}

/// What an evaluation says of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StaticEvaluation {
    /// The value for the side to move in men, as exact as it is known.
    pub men: f64,
    /// Whether a net has found it.
    pub by_net: bool,
}

impl Evaluation {
    /// Judges a position of any game.
    ///
    /// ```
    /// use coupturc_core::eval::Evaluation;
    /// use coupturc_core::rules::{RuleOptions, games::Variant};
    ///
    /// let start = Variant::Hexdame.rules().start(&RuleOptions::default());
    /// assert!(Evaluation::OfGame.evaluate(start.position()).men.abs() < 0.2);
    /// ```
    #[must_use]
    pub fn evaluate(&self, position: &dyn AnyPosition) -> StaticEvaluation {
        games::evaluate(self, position)
    }
}

/// Judges positions by a net, or by hand-made knowledge if there is none.
#[derive(Clone, Copy, Debug)]
pub struct GameEvaluator<'a>(Option<&'a Net>);

impl GameEvaluator<'_> {
    /// Whether it is a net.
    #[must_use]
    pub const fn is_net(self) -> bool {
        self.0.is_some()
    }

    /// The value of a position in men, as exact as it is known.
    #[must_use]
    pub fn men<G: Playable>(self, position: &Position<G>) -> f64 {
        let mut state = Accumulators::default();
        let whole = self.evaluate(position, &mut state);
        match self.0 {
            Some(net) if !is_hard_to_win(position, whole) => {
                net.shifted_value(position, &mut state) as f64
                    / 2_f64.powi(net::SHIFT as i32)
                    / f64::from(MAN)
            }
            _ => f64::from(whole) / f64::from(MAN),
        }
    }
}

impl<G: Playable> Evaluator<G> for GameEvaluator<'_> {
    type State = Accumulators;

    fn start(&self, _: &Position<G>) -> Accumulators {
        Accumulators::default()
    }

    /// Nothing: many positions are never evaluated.
    #[inline(always)]
    fn make_move(&self, _: &Accumulators, _: &Position<G>, _: Move, _: &Position<G>, _: &mut Accumulators) {}

    #[inline]
    fn evaluate(&self, position: &Position<G>, state: &mut Accumulators) -> i32 {
        let value = match self.0 {
            Some(net) => net.value(position, state),
            None => HandMade.evaluate(position, &mut ()),
        };
        if is_hard_to_win(position, value) { value / HARD_TO_WIN } else { value }
    }
}

/// What values are divided by where they will hardly win.
const HARD_TO_WIN: i32 = 8;

/// Whether the side that is better has too few pieces to win against a king.
#[inline]
fn is_hard_to_win<G: Playable>(position: &Position<G>, value: i32) -> bool {
    let better = if value >= 0 { position.side() } else { !position.side() };
    let board = position.board();
    board.kings(!better).any() && board.pieces(better).count() < G::kings_to_win(position.options())
}

/// The value of a position for the side to move by the evaluation of its game, in hundredths of what a man is worth at
/// the start of a game.
///
/// Meant for positions in which that side has no capture.
///
/// ```
/// use coupturc_core::eval::evaluate;
/// use coupturc_core::rules::{Position, games::Hexdame};
///
/// let start = Position::<Hexdame>::start();
/// assert!(evaluate(&start).abs() < 20, "both sides have the same men in the same places");
/// ```
#[must_use]
pub fn evaluate<G: Playable>(position: &Position<G>) -> i32 {
    Evaluation::OfGame.evaluator::<G>().evaluate(position, &mut Accumulators::default())
}
