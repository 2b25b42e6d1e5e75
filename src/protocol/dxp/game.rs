//! DXP games in progress, whatever their rules: so conversations are compiled once, not once a game.

use std::any::Any;
use std::fmt::Debug;
use std::time::Duration;

use super::board::{find_move, move_message, parse_start, start_text};
use super::message::{MoveMessage, StartText};
use crate::notation::{NotationError, PdnGame, pdn_game};
use crate::rules::games::Variant;
use crate::rules::{Color, Game, IllegalMove, Move, Outcome, PlayError, Position, Record, RuleOptions};

/// A game as both ends know it. A [`Record`] is one.
///
/// ```
/// use coupturc::protocol::dxp::{GameInProgress, new_game};
/// use coupturc::rules::{Color, RuleOptions, games::Variant};
///
/// let game = new_game(Variant::Dameo, &RuleOptions::default());
/// assert_eq!((game.variant(), game.side(), game.outcome()), (Variant::Dameo, Color::White, None));
/// ```
pub trait GameInProgress: Any + Debug + Send {
    /// Which game it is.
    fn variant(&self) -> Variant;
    /// Who is to move.
    fn side(&self) -> Color;
    /// How it has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The position on the board as a GAMEREQ carries it; nothing if that is the usual start.
    fn start_text(&self) -> Option<StartText>;
    /// The legal move that a message means.
    ///
    /// # Errors
    ///
    /// If there is no such move.
    fn find_move(&self, message: &MoveMessage) -> Result<Move, NotationError>;
    /// The message of a move that took so long.
    fn move_message(&self, mv: Move, spent: Duration) -> MoveMessage;
    /// Plays a move.
    ///
    /// # Errors
    ///
    /// As [`Record::play`].
    fn play(&mut self, mv: Move) -> Result<(), PlayError>;
    /// The game without its moves.
    fn restarted(&self) -> Box<dyn GameInProgress>;
    /// The same game once more.
    fn copy(&self) -> Box<dyn GameInProgress>;
    /// A game of these moves from the same start.
    ///
    /// # Errors
    ///
    /// If one of them is not legal.
    fn pdn(&self, moves: &[Move]) -> Result<PdnGame, IllegalMove>;
}

impl Clone for Box<dyn GameInProgress> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

impl<G: Game> GameInProgress for Record<G> {
    fn variant(&self) -> Variant {
        G::VARIANT
    }

    fn side(&self) -> Color {
        self.position().side()
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn start_text(&self) -> Option<StartText> {
        let text = start_text(self.position());
        (text != start_text(&Position::<G>::start())).then_some(text)
    }

    fn find_move(&self, message: &MoveMessage) -> Result<Move, NotationError> {
        find_move(message, self.position())
    }

    fn move_message(&self, mv: Move, spent: Duration) -> MoveMessage {
        move_message::<G>(mv, spent)
    }

    fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        Self::play(self, mv)
    }

    fn restarted(&self) -> Box<dyn GameInProgress> {
        Box::new(Self::new(*self.first()))
    }

    fn copy(&self) -> Box<dyn GameInProgress> {
        Box::new(self.clone())
    }

    fn pdn(&self, moves: &[Move]) -> Result<PdnGame, IllegalMove> {
        pdn_game(self.first(), moves, None)
    }
}

/// A game from its usual start.
#[must_use]
pub fn new_game(variant: Variant, rules: &RuleOptions) -> Box<dyn GameInProgress> {
    with_game!(variant, G => Box::new(Record::new(Position::<G>::start_with(rules))))
}

/// A game from the position of a GAMEREQ.
///
/// # Errors
///
/// If it is no position of the game.
pub(super) fn game_from(
    start: &StartText,
    variant: Variant,
    rules: &RuleOptions,
) -> Result<Box<dyn GameInProgress>, NotationError> {
    with_game!(variant, G => Ok(Box::new(Record::new(parse_start::<G>(start, rules)?))))
}
