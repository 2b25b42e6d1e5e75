//! DXP actions: what a conversation asks to have done, and what it tells when a game or all of it has ended.

use super::fields::{ChatText, Name};
use super::message::Message;
use crate::engine::Limits;
use crate::notation::PdnResult;
use crate::rules::{AnyGame, Color, Move};

/// What is to be done.
#[derive(Debug)]
pub enum Action {
    /// Send a message.
    Send(Message),
    /// Look for a move, to be told with [`Session::moved`](super::Session::moved).
    Think {
        /// The game so far.
        game: Box<dyn AnyGame>,
        /// What may be used.
        limits: Limits,
    },
    /// The move that is looked for is not wanted any more.
    StopThinking,
    /// Tell people of something.
    Tell(String),
    /// Show people what the peer says.
    Show(ChatText),
    /// A game has ended.
    Finished(Box<FinishedGame>),
    /// The conversation is over.
    Close(Closing),
}

/// How a conversation has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// Why.
    pub why: String,
    /// Whether everything went as it should.
    pub regular: bool,
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The number of the game between these two, from 1.
    pub number: u32,
    /// The other program.
    pub peer: Name,
    /// Our colour.
    pub us: Color,
    /// The game with its last position on the board.
    pub game: Box<dyn AnyGame>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The result by our rules, if there is one.
    pub result: Option<PdnResult>,
    /// How it ended.
    pub why: String,
    /// Whether the other side has not said anything else.
    pub agreed: bool,
}
