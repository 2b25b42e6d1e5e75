//! A game in progress: its positions so far.

use std::fmt;

use super::game::Game;
use super::moves::{Move, MoveList, TooManyCaptures};
use super::options::RuleOptions;
use super::outcome::{DrawReason, Outcome};
use super::position::{IllegalMove, Position};
use super::rule_set::Rules;
use super::setup::{Setup, SetupError};

/// The positions of a game from the first, never empty; the last one is on the board.
///
/// A record never contains a position whose legal moves cannot all be found; see [`MoveList::is_complete`].
///
/// ```
/// use coupturc_core::rules::{Position, Record, games::Harzdame};
///
/// let mut game = Record::new(Position::<Harzdame>::start());
/// game.play(game.legal_moves()[0])?;
/// assert_eq!(game.plies(), 1);
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), coupturc_core::rules::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    earlier: Vec<Position<G>>,
    last: Position<G>,
    /// The legal moves of the last position. In rare positions they take milliseconds to find, so they are kept.
    legal: Vec<Move>,
}

/// The reason why a move was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The move is not legal.
    Illegal(IllegalMove),
    /// The move leads to a position whose legal moves cannot all be found.
    TooManyCaptures(TooManyCaptures),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::TooManyCaptures(beyond) => write!(f, "the move leads to a position in which {beyond}"),
        }
    }
}

impl std::error::Error for PlayError {}

impl<G: Game> Record<G> {
    /// A game that starts from `position`.
    #[must_use]
    pub fn new(position: Position<G>) -> Self {
        let (legal, _) = legal_moves(&position);
        Self { earlier: Vec::new(), last: position, legal }
    }

    /// A game that starts from the position that `setup` describes.
    ///
    /// # Errors
    ///
    /// As for [`Position::from_setup`].
    pub fn from_setup(setup: &Setup, options: &RuleOptions) -> Result<Self, SetupError> {
        Self::from_setup_under(setup, G::options(options))
    }

    /// Like [`from_setup`](Self::from_setup), under these options.
    pub(super) fn from_setup_under(setup: &Setup, options: G::Options) -> Result<Self, SetupError> {
        let last = Position::of_setup(setup, options)?;
        let legal = all_legal_moves(&last).map_err(SetupError::TooManyCaptures)?;
        Ok(Self { earlier: Vec::new(), last, legal })
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &'static Rules {
        self.last.rules()
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position<G> {
        &self.last
    }

    /// The legal moves of the position on the board, in the order of generation.
    #[must_use]
    pub fn legal_moves(&self) -> &[Move] {
        &self.legal
    }

    /// The position from which the game started.
    #[must_use]
    pub fn first(&self) -> &Position<G> {
        self.earlier.first().unwrap_or(self.position())
    }

    /// The positions before the current one, the oldest first.
    #[must_use]
    pub fn earlier(&self) -> &[Position<G>] {
        &self.earlier
    }

    /// The number of plies played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.earlier.len()
    }

    /// Returns the game under the options of `G` taken from `options`.
    ///
    /// # Errors
    ///
    /// If the legal moves cannot all be found under them.
    pub fn with_options(&self, options: &RuleOptions) -> Result<Self, TooManyCaptures> {
        let last = self.last.with_options(options);
        let earlier = self.earlier.iter().map(|position| position.with_options(options)).collect();
        Ok(Self { earlier, last, legal: all_legal_moves(&last)? })
    }

    /// Returns the game without draw limits.
    #[must_use]
    pub fn without_draw_limits(&self) -> Self {
        let earlier = self.earlier.iter().map(Position::without_draw_limits).collect();
        Self { earlier, last: self.last.without_draw_limits(), legal: self.legal.clone() }
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If it is not legal, or the legal moves after it cannot all be found; the game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if !self.legal.contains(&mv) {
            return Err(PlayError::Illegal(IllegalMove(mv)));
        }
        let next = self.last.play_legal(mv.narrow());
        self.legal = all_legal_moves(&next).map_err(PlayError::TooManyCaptures)?;
        self.earlier.push(std::mem::replace(&mut self.last, next));
        Ok(())
    }

    /// The outcome of the game, if it is over. A player without moves loses even at a draw limit.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.last.outcome() {
            win @ Some(Outcome::Win { .. }) => win,
            _ if self.is_repeated() => Some(Outcome::Draw(DrawReason::Repetition)),
            other => other,
        }
    }

    fn is_repeated(&self) -> bool {
        let reach = usize::from(self.last.quiet_plies());
        let before = self.earlier.iter().rev().take(reach).filter(|&position| position.repeats(&self.last));
        before.count() + 1 >= G::repetitions(self.last.options())
    }
}

fn all_legal_moves<G: Game>(position: &Position<G>) -> Result<Vec<Move>, TooManyCaptures> {
    let (moves, is_complete) = legal_moves(position);
    is_complete.map(|()| moves)
}

/// The legal moves, and an error if some are missing.
fn legal_moves<G: Game>(position: &Position<G>) -> (Vec<Move>, Result<(), TooManyCaptures>) {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    (moves.iter().map(|mv| mv.widen()).collect(), moves.expect_complete())
}
