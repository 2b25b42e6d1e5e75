//! What a match has to tell while it is played.

use crossbeam_channel::Sender;

use super::failure::MatchError;
use super::record::GameRecord;

/// Something has happened in a match.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// A game has ended.
    Game(Box<GameRecord>),
    /// An engine has said something to people.
    Chat {
        /// The name of the engine.
        engine: String,
        /// What it has said; it can be shown on a terminal.
        text: String,
    },
    /// Something that who looks on may want to know.
    Note(String),
}

/// Where tables send their news. Nobody may listen any more.
pub(super) type NewsDesk = Sender<Result<News, MatchError>>;
