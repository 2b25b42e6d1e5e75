//! DXP messages, each as a type of its own; written with `Display` as they are sent.

use std::fmt;

use super::fields::{ChatText, Minutes, Name};
use crate::rules::Color;

/// Any message. `to_string` gives it as it is sent, without the byte that ends it.
///
/// ```
/// use coupturc_core::protocol::dxp::{Message, parse_message};
///
/// let text = "M001205250422122320";
/// let Ok(Message::Move(message)) = parse_message(text) else { panic!("it is a move") };
/// assert_eq!((message.from, message.to, message.captured.len()), (5, 25, 4));
/// assert_eq!(message.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// GAMEREQ
    GameRequest(GameRequest),
    /// GAMEACC
    GameAcceptance(GameAcceptance),
    /// MOVE
    Move(MoveMessage),
    /// GAMEEND
    GameEnd(GameEnd),
    /// CHAT
    Chat(ChatText),
    /// BACKREQ
    BackRequest(BackRequest),
    /// BACKACC
    BackAcceptance(BackCode),
}

/// The version of the protocol, the only one there is.
pub const VERSION: u8 = 1;

/// GAMEREQ: the initiator asks for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The version of the protocol, from 0 to 99.
    pub version: u8,
    /// The program that asks.
    pub initiator: Name,
    /// The colour that the follower is to play.
    pub follower: Color,
    /// The time of each player for the whole game.
    pub time: Minutes,
    /// How many moves each player makes before the game ends, at most 999; 0 if there is no limit.
    pub moves: u16,
    /// The position to begin with, if it is not the start of the game.
    pub start: Option<StartText>,
}

/// A position: who is to move, and a letter for each cell in Hub's order. White has `w` and `W`, Black `z` and `Z`,
/// men small and kings large; `e` is an empty cell, and `v` the vanguard in Vanguard Draughts. In Frisian Draughts `1`, `2` and `3`
/// are a white king that has made White's last so many quiet moves, `4`, `5` and `6` a black one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartText {
    /// Who is to move.
    pub side: Color,
    /// The letters.
    pub cells: String,
}

/// GAMEACC: the follower answers a GAMEREQ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameAcceptance {
    /// The program that answers.
    pub follower: Name,
    /// What it answers.
    pub code: AcceptanceCode,
}

/// MOVE: a move, and how long it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMessage {
    /// Seconds, at most 9999; for information only.
    pub seconds: u16,
    /// The number of the first cell, from 1.
    pub from: u8,
    /// The number of the last cell, from 1.
    pub to: u8,
    /// The numbers of the captured cells, in any order, at most 99.
    pub captured: Vec<u8>,
}

/// GAMEEND: the game is to end, or was understood to have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// How, in the opinion of the sender. An answer gives no reason.
    pub reason: EndReason,
    /// Whether the sender wants no more games.
    pub stop: bool,
}

/// BACKREQ: the position before a move is wanted back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackRequest {
    /// The number of the move, from 1 to 999.
    pub move_number: u16,
    /// Who is to make it.
    pub side: Color,
}

/// Defines what a message can say with one digit, from 0 on.
macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$value_doc])* $value),+ }

        impl $name {
            /// All values, in the order of their digits.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The value that a digit stands for.
            pub(super) fn from_digit(digit: char) -> Option<Self> {
                digit.to_digit(10).and_then(|index| Self::ALL.get(index as usize).copied())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", *self as u8)
            }
        }
    };
}

codes! {
    /// What a follower says to a request.
    AcceptanceCode {
        /// The game begins.
        Accepted,
        /// The version of the protocol is not known here.
        UnknownVersion,
        /// This game is not wanted, but another may be.
        NotThisGame,
        /// No game is wanted at all.
        NoGame,
    }
}

codes! {
    /// Why a game is to end.
    EndReason {
        /// The sender gives no reason.
        Unknown,
        /// The sender has lost.
        IGiveUp,
        /// Nobody has won.
        Draw,
        /// The sender has won.
        IWin,
    }
}

codes! {
    /// What is said to a BACKREQ.
    BackCode {
        /// The moves are taken back.
        Accepted,
        /// Moves are never taken back here.
        NotSupported,
        /// These moves are not taken back; the game goes on.
        Refused,
    }
}

/// The letter of a colour: White is `W`, Black is `Z` (Dutch: zwart).
pub(super) const fn color_letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'Z',
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameRequest(message) => message.fmt(f),
            Self::GameAcceptance(message) => message.fmt(f),
            Self::Move(message) => message.fmt(f),
            Self::GameEnd(message) => message.fmt(f),
            Self::Chat(text) => write!(f, "C{text}"),
            Self::BackRequest(message) => message.fmt(f),
            Self::BackAcceptance(code) => write!(f, "K{code}"),
        }
    }
}

impl fmt::Display for GameRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, initiator, follower, time, moves, start } = self;
        let (version, moves) = ((*version).min(99), (*moves).min(999));
        write!(f, "R{version:02}{initiator}{}{time}{moves:03}", color_letter(*follower))?;
        match start {
            None => f.write_str("A"),
            Some(StartText { side, cells }) => write!(f, "B{}{cells}", color_letter(*side)),
        }
    }
}

impl fmt::Display for GameAcceptance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "A{}{}", self.follower, self.code)
    }
}

impl fmt::Display for MoveMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seconds, from, to, captured } = self;
        write!(f, "M{:04}{from:02}{to:02}{:02}", (*seconds).min(9999), captured.len())?;
        captured.iter().try_for_each(|cell| write!(f, "{cell:02}"))
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "E{}{}", self.reason, u8::from(self.stop))
    }
}

impl fmt::Display for BackRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "B{:03}{}", self.move_number.min(999), color_letter(self.side))
    }
}
