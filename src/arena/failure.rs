//! Failures of engines and of matches.

use std::fmt;

use crate::notation::NotationError;

/// A failure of an engine that ends its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The engine cannot be started or reached, or does not become ready.
    NotReady(String),
    /// The engine refuses this game.
    Refused(String),
    /// The engine's process has ended or closed its output, or the connection is lost.
    Crash(String),
    /// The engine did not answer within the patience of the match.
    NoAnswer(String),
    /// The engine's answer is not a move, or the move is not legal.
    Illegal(String),
    /// Too many of the engine's messages are not understood.
    Nonsense(String),
    /// The engine sent an unsolicited answer.
    Unasked(String),
    /// The engine does not have a parameter that the match needs, or refuses the value. No game is played with it,
    /// because the result would mean nothing.
    Parameter(String),
    /// Not a failure: the match was stopped while waiting for the engine.
    Stopped,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotReady(why)
            | Self::Refused(why)
            | Self::Crash(why)
            | Self::NoAnswer(why)
            | Self::Illegal(why)
            | Self::Nonsense(why)
            | Self::Unasked(why)
            | Self::Parameter(why) => f.write_str(why),
            Self::Stopped => f.write_str("the match was stopped"),
        }
    }
}

impl Failure {
    /// Appends `more` to the description.
    pub(super) fn with(mut self, more: &str) -> Self {
        match &mut self {
            Self::NotReady(why)
            | Self::Refused(why)
            | Self::Crash(why)
            | Self::NoAnswer(why)
            | Self::Illegal(why)
            | Self::Nonsense(why)
            | Self::Unasked(why)
            | Self::Parameter(why) => why.push_str(more),
            Self::Stopped => {}
        }
        self
    }

    /// The `termination` in the record of the game; `None` if the failure does not lose a game.
    pub(super) fn termination(&self) -> Option<&'static str> {
        Some(match self {
            Self::NotReady(_) => "not-ready",
            Self::Refused(_) => "refused",
            Self::Crash(_) => "crash",
            Self::NoAnswer(_) => "no-answer",
            Self::Illegal(_) => "illegal-move",
            Self::Nonsense(_) => "nonsense",
            Self::Unasked(_) => "unasked-answer",
            Self::Parameter(_) | Self::Stopped => return None,
        })
    }
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchError {
    /// An opening is not valid in its game.
    Opening(NotationError),
    /// An engine refuses a parameter.
    Parameter(String),
    /// Before the first game, an engine turned out to be unable to play.
    NotReady(String),
    /// The match was stopped before the first game.
    Stopped,
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opening(error) => error.fmt(f),
            Self::Parameter(why) | Self::NotReady(why) => f.write_str(why),
            Self::Stopped => f.write_str("the match was stopped before a game was played"),
        }
    }
}

impl std::error::Error for MatchError {}

impl From<NotationError> for MatchError {
    fn from(error: NotationError) -> Self {
        Self::Opening(error)
    }
}
