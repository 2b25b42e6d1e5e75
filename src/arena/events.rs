//! Match events, sent by the runner, the referee and the players while a match is played. They are in a file of their
//! own so that those three need not import each other.

use crossbeam_channel::Sender;

use super::failure::MatchError;
use super::record::GameRecord;

/// An event of a match.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchEvent {
    /// A game has ended.
    Game(Box<GameRecord>),
    /// A chat message from an engine.
    Chat {
        /// The name of the engine.
        engine: String,
        /// The message, safe to print on a terminal.
        text: String,
    },
    /// A note for spectators.
    Note(String),
}

/// The sender of events. The receiver may be gone.
pub(super) type EventSender = Sender<Result<MatchEvent, MatchError>>;
