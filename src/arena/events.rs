//! Match events: what the runner, the referee and the players tell while a match is played. They share this file,
//! so that none of them has to import another one for it.

use crossbeam_channel::Sender;

use super::failure::MatchError;
use super::record::GameRecord;

/// Something that has happened in a match.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchEvent {
    /// A game has ended.
    Game(Box<GameRecord>),
    /// An engine has said something to people.
    Chat {
        /// The name of the engine.
        engine: String,
        /// What it has said; it can be shown on a terminal.
        text: String,
    },
    /// Something that whoever looks on may want to know.
    Note(String),
}

/// Where events are sent. Nobody may listen any more.
pub(super) type EventSender = Sender<Result<MatchEvent, MatchError>>;
