//! A game of a match as it is written to the log: one JSON object a line.

use serde::{Deserialize, Serialize};

/// Everything that is known about a game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The place in the schedule, from 1.
    pub number: u64,
    /// Games with the same opening, colours changed, share this number.
    pub pair: u64,
    /// The Hub name of the game.
    pub variant: String,
    /// The name of the engine that played White.
    pub white: String,
    /// The name of the engine that played Black.
    pub black: String,
    /// The position before the first move.
    pub fen: String,
    /// So many of the moves belong to the opening; the engines did not choose them.
    pub opening_plies: usize,
    /// The moves.
    pub moves: Vec<MoveRecord>,
    /// The result.
    pub result: GameResult,
    /// What ended the game, as one word: `no-moves`, `repetition`, `illegal-move`, `time`, ...
    pub termination: String,
    /// What ended the game, as a sentence; may be empty.
    pub detail: String,
    /// When the game began: RFC 3339, UTC.
    pub began: String,
    /// The time control of both engines, White's first if they differ.
    pub time_control: String,
}

/// A move of a [`GameRecord`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move as Hub writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// What the engine that moves thinks of its position, in men.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The depth of its search in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The time it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// Black.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Nobody.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result as it is written: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}
