//! Failures: what can go wrong with an engine, and with a match.

use std::fmt;

use crate::notation::NotationError;

/// What an engine has done wrong, so that the game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It cannot be started or reached, or does not get ready.
    NotReady(String),
    /// It does not want to play this game.
    Refused(String),
    /// Its process has ended, or closed its output, or its connection is cut.
    Crash(String),
    /// It says nothing for longer than anything can take.
    NoAnswer(String),
    /// Its move is none, or not legal.
    Illegal(String),
    /// Too much of what it says is not understood.
    Nonsense(String),
    /// It has answered what nobody has asked.
    Unasked(String),
    /// It does not have a parameter that it is to be told, or refuses the value. No game can be played with it, for nobody
    /// would know what the result says.
    Parameter(String),
    /// Nothing: the match was stopped while we waited for it.
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
    /// The same, with more to say of it.
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

    /// The word for it in a record; none if nobody has failed in a game.
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
    /// An opening is no position of its game.
    Opening(NotationError),
    /// An engine does not take a parameter.
    Parameter(String),
    /// An engine cannot play, as was found out before the first game.
    NotReady(String),
    /// It was stopped before the first game.
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
