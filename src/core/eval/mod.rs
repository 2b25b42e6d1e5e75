//! Evaluation: the value of a quiet position, from a net trained on games or, for a game without a net, from
//! hand-crafted terms.
//!
//! [`Evaluation`] chooses between the two; [`Playable`] holds the net of a game. The search is generic over
//! [`Evaluator`], so that other evaluations can be tried.

mod games;
mod hand_made;
pub mod net;
mod of_files;

use std::io;
use std::path::Path;
use std::sync::Arc;

pub use games::{Playable, score_scale_of, tunables_of};
pub use hand_made::HandMade;
pub use of_files::{load_net_beside, load_with_net};

use crate::rules::{AnyPosition, Game, Move, Position, Rules};
use net::{Accumulators, Net};

/// The value of a man at the start of a game: all values are in hundredths of it.
pub const MAN: i32 = 100;

/// Evaluates positions of `G`.
///
/// The search keeps a state for each ply, from the root to the current position. An evaluator updates it in one of two
/// ways:
///
/// - eagerly, in [`make_move`](Self::make_move), from the piece that moved and the pieces that were captured;
/// - lazily, in [`evaluate`](Self::evaluate), which costs nothing for positions that are never evaluated. The state
///   passed in is then the state of the last position evaluated at this ply, which differs by a few pieces.
///
/// The value must not depend on how a position was reached: it is the same as with a state from [`start`](Self::start).
pub trait Evaluator<G: Game>: Sync {
    /// The state of a position, such as accumulators; `()` if there is none.
    type State: Default;

    /// The state of the position at the root.
    fn start(&self, position: &Position<G>) -> Self::State;

    /// Updates the state for the move `mv`: computes `next`, the state of the position `after`, from `state`, the state
    /// of the position `before`. On entry `next` is the state of another position at that ply, or the default.
    fn make_move(
        &self,
        state: &Self::State,
        before: &Position<G>,
        mv: Move<G::Word>,
        after: &Position<G>,
        next: &mut Self::State,
    );

    /// The value of a position for the side to move, in hundredths of a man at the start of a game.
    ///
    /// The side to move has no capture available, except at the maximum ply and where the capture search was cut short.
    fn evaluate(&self, position: &Position<G>, state: &mut Self::State) -> i32;
}

/// Which evaluation to use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The net of the game, which other games from files have [beside them](load_net_beside); without a net, hand-crafted terms.
    #[default]
    OfGame,
    /// Hand-crafted terms in any game.
    HandMade,
    /// A net from a file; in games other than the net's, the same as [`OfGame`](Self::OfGame).
    Net(Arc<Net>),
}

impl Evaluation {
    /// Reads the name of an evaluation: `auto` or an empty string stands for the game's own, `hand-made` for
    /// hand-crafted terms, and anything else is the path of a net file.
    ///
    /// # Errors
    ///
    /// As for [`Net::read`].
    pub fn read(text: &str) -> io::Result<Self> {
        Ok(match text {
            "auto" | "" => Self::OfGame,
            "hand-made" => Self::HandMade,
            path => Self::Net(Net::read(Path::new(path))?.into()),
        })
    }

    /// The evaluator of positions of `G`, whose rules are `rules`.
    #[must_use]
    pub fn evaluator<G: Playable>(&self, rules: &Rules) -> GameEvaluator<'_> {
        GameEvaluator(match self {
            Self::Net(net) if net.is_of(rules) => Some(net),
            Self::OfGame | Self::Net(_) => of_files::net_of(rules, G::NET),
            Self::HandMade => None,
        })
    }
}

/// The value that an evaluation gives to a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StaticEvaluation {
    /// The value for the side to move, in men, at the full precision of the evaluation.
    pub men: f64,
    /// Whether the value comes from a net.
    pub by_net: bool,
}

impl Evaluation {
    /// Evaluates a position of any game.
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

/// Evaluates positions with a net, or with hand-crafted terms if there is none.
#[derive(Clone, Copy, Debug)]
pub struct GameEvaluator<'a>(Option<&'a Net>);

impl GameEvaluator<'_> {
    /// Whether positions are evaluated by a net.
    #[must_use]
    pub const fn is_net(self) -> bool {
        self.0.is_some()
    }

    /// The value of a position in men, at the full precision of the evaluation.
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
    type State = Accumulators<G::Word>;

    fn start(&self, _: &Position<G>) -> Self::State {
        Accumulators::default()
    }

    /// Does nothing: many positions are never evaluated.
    #[inline(always)]
    fn make_move(
        &self,
        _: &Self::State,
        _: &Position<G>,
        _: Move<G::Word>,
        _: &Position<G>,
        _: &mut Self::State,
    ) {
    }

    #[inline]
    fn evaluate(&self, position: &Position<G>, state: &mut Self::State) -> i32 {
        let value = match self.0 {
            Some(net) => net.value(position, state),
            None => HandMade.evaluate(position, &mut ()),
        };
        if is_hard_to_win(position, value) { value / HARD_TO_WIN } else { value }
    }
}

/// The divisor of values in positions that are hard to win.
const HARD_TO_WIN: i32 = 8;

/// Whether the better side usually has too few pieces to win against a king.
#[inline]
fn is_hard_to_win<G: Playable>(position: &Position<G>, value: i32) -> bool {
    let better = if value >= 0 { position.side() } else { !position.side() };
    let board = position.board();
    board.kings(!better).any() && board.pieces(better).count() < G::kings_to_win(position.options())
}

/// The value of a position for the side to move, according to the evaluation of its game, in hundredths of a man at the
/// start of a game. That side should have no capture.
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
    let evaluator = Evaluation::OfGame.evaluator::<G>(position.rules());
    evaluator.evaluate(position, &mut Accumulators::default())
}
