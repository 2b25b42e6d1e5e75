//! DXP messages, each as a type with `Display` and a parser. A letter names the message; fields of fixed length follow.

use std::fmt;

use nom::Parser;
use nom::bytes::complete::{take, take_while_m_n};
use nom::character::complete::{anychar, one_of};
use nom::combinator::{map, map_opt, rest, verify};
use nom::multi::{count, many0};

use super::fields::{ChatText, Minutes, Name};
use crate::notation::NotationError;
use crate::notation::text::{Fault, Parsed, expect, fault, parse_all};
use crate::rules::Color;

/// A message of any kind. `to_string` gives the text that is sent, without the byte that ends it.
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

/// GAMEREQ: the initiator requests a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The version of the protocol, from 0 to 99.
    pub version: u8,
    /// The requesting program.
    pub initiator: Name,
    /// The colour that the follower is to play.
    pub follower: Color,
    /// The time of each player for the whole game.
    pub time: Minutes,
    /// The number of moves of each player before the game ends, at most 999; 0 if there is no limit.
    pub moves: u16,
    /// The position to begin with, unless it is the usual start.
    pub start: Option<StartText>,
}

/// A position: the side to move, and a letter for each cell in Hub's order. `w` and `W` are White's men and kings, `z`
/// and `Z` Black's, `e` is an empty cell, and `v` the vanguard in Vanguard Draughts. In Frisian Draughts `1`, `2` and
/// `3` are a white king that has made White's last one, two or three quiet moves, and `4`, `5` and `6` a black one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartText {
    /// The side to move.
    pub side: Color,
    /// The letters.
    pub cells: String,
}

/// GAMEACC: the follower answers a GAMEREQ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameAcceptance {
    /// The answering program.
    pub follower: Name,
    /// The answer.
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

/// GAMEEND: the end of a game, or the answer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The result in the sender's opinion. An answer gives no reason.
    pub reason: EndReason,
    /// Whether the sender wants no more games.
    pub stop: bool,
}

/// BACKREQ: a request to return to the position before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackRequest {
    /// The number of the move, from 1 to 999.
    pub move_number: u16,
    /// The side that makes it.
    pub side: Color,
}

/// Defines the values of a one-digit field, from 0.
macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$value_doc])* $value),+ }

        impl $name {
            /// All values, in the order of their digits.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The value of a digit.
            fn from_digit(digit: char) -> Option<Self> {
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
    /// The answer of a follower to a request.
    AcceptanceCode {
        /// The game starts.
        Accepted,
        /// The version of the protocol is unknown.
        UnknownVersion,
        /// This game is refused; another may be accepted.
        NotThisGame,
        /// All games are refused.
        NoGame,
    }
}

codes! {
    /// Why the sender ends a game.
    EndReason {
        /// The sender gives no reason.
        Unknown,
        /// The sender has lost.
        IGiveUp,
        /// The game is a draw.
        Draw,
        /// The sender has won.
        IWin,
    }
}

codes! {
    /// The answer to a BACKREQ.
    BackCode {
        /// The moves are taken back.
        Accepted,
        /// Taking back moves is not supported.
        NotSupported,
        /// These moves are not taken back; the game continues.
        Refused,
    }
}

/// The letter of a colour: White is `W`, Black is `Z` (Dutch: zwart).
const fn color_letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'Z',
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameRequest(GameRequest { version, initiator, follower, time, moves, start }) => {
                let (version, moves) = ((*version).min(99), (*moves).min(999));
                write!(f, "R{version:02}{initiator}{}{time}{moves:03}", color_letter(*follower))?;
                match start {
                    None => f.write_str("A"),
                    Some(StartText { side, cells }) => write!(f, "B{}{cells}", color_letter(*side)),
                }
            }
            Self::GameAcceptance(GameAcceptance { follower, code }) => write!(f, "A{follower}{code}"),
            Self::Move(message) => message.fmt(f),
            Self::GameEnd(GameEnd { reason, stop }) => write!(f, "E{reason}{}", u8::from(*stop)),
            Self::Chat(text) => write!(f, "C{text}"),
            Self::BackRequest(message) => message.fmt(f),
            Self::BackAcceptance(code) => write!(f, "K{code}"),
        }
    }
}

impl fmt::Display for MoveMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seconds, from, to, captured } = self;
        write!(f, "M{:04}{from:02}{to:02}{:02}", (*seconds).min(9999), captured.len())?;
        captured.iter().try_for_each(|cell| write!(f, "{cell:02}"))
    }
}

impl fmt::Display for BackRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "B{:03}{}", self.move_number.min(999), color_letter(self.side))
    }
}

/// Reads a message, without the byte that ends it.
///
/// ```
/// use coupturc_core::protocol::dxp::{EndReason, GameEnd, Message, parse_message};
///
/// assert_eq!(parse_message("E10"), Ok(Message::GameEnd(GameEnd { reason: EndReason::IGiveUp, stop: false })));
/// assert!(parse_message("E4").is_err());
/// ```
///
/// # Errors
///
/// If it is malformed: the error says what was found, where, and what was expected.
pub fn parse_message(text: &str) -> Result<Message, NotationError> {
    parse_all("message", text, message)
}

fn message(input: &str) -> Parsed<'_, Message> {
    let (body, header) = expect("R, A, M, E, C, B or K", one_of("RAMECBK")).parse(input)?;
    match header {
        'R' => map(game_request, Message::GameRequest).parse(body),
        'A' => map(game_acceptance, Message::GameAcceptance).parse(body),
        'M' => map(move_message, Message::Move).parse(body),
        'E' => map(game_end, Message::GameEnd).parse(body),
        'B' => map(back_request, Message::BackRequest).parse(body),
        'K' => map(code("a digit from 0 to 2", BackCode::from_digit), Message::BackAcceptance).parse(body),
        _ => map(rest, |text| Message::Chat(ChatText::new(text))).parse(body),
    }
}

fn game_request(input: &str) -> Parsed<'_, GameRequest> {
    let fields = (number(2), name, color, minutes, number(3), start);
    map(fields, |(version, initiator, follower, time, moves, start)| GameRequest {
        version: version as u8,
        initiator,
        follower,
        time,
        moves,
        start,
    })
    .parse(input)
}

fn start(input: &str) -> Parsed<'_, Option<StartText>> {
    let (input, given) = expect("A or B, the kind of starting position", one_of("AB")).parse(input)?;
    if given == 'A' {
        return Ok((input, None));
    }
    let (input, side) = color(input)?;
    let (input, cells) = many0(one_of("ewWzZv123456")).parse(input)?;
    if !input.is_empty() {
        return fault(input, "one of e, w, W, z, Z");
    }
    Ok((input, Some(StartText { side, cells: cells.into_iter().collect() })))
}

fn game_acceptance(input: &str) -> Parsed<'_, GameAcceptance> {
    let code = code("a digit from 0 to 3", AcceptanceCode::from_digit);
    map((name, code), |(follower, code)| GameAcceptance { follower, code }).parse(input)
}

fn move_message(input: &str) -> Parsed<'_, MoveMessage> {
    let (input, (seconds, from, to, captures)) = (number(4), cell, cell, number(2)).parse(input)?;
    let (input, captured) = count(cell, usize::from(captures)).parse(input)?;
    Ok((input, MoveMessage { seconds, from, to, captured }))
}

fn game_end(input: &str) -> Parsed<'_, GameEnd> {
    let reason = code("a digit from 0 to 3", EndReason::from_digit);
    let stop = expect("0 or 1, the stop code", one_of("01"));
    map((reason, stop), |(reason, stop)| GameEnd { reason, stop: stop == '1' }).parse(input)
}

fn back_request(input: &str) -> Parsed<'_, BackRequest> {
    let move_number = expect("the number of a move, 001 to 999", verify(number(3), |&number| number > 0));
    map((move_number, color), |(move_number, side)| BackRequest { move_number, side }).parse(input)
}

fn name(input: &str) -> Parsed<'_, Name> {
    expect("a name of 32 characters", map(take(32_usize), Name::new)).parse(input)
}

fn color(input: &str) -> Parsed<'_, Color> {
    let letter = map(one_of("WZ"), |letter| if letter == 'W' { Color::White } else { Color::Black });
    expect("W or Z, a colour", letter).parse(input)
}

fn minutes(input: &str) -> Parsed<'_, Minutes> {
    let parsed = map_opt(take(3_usize), |text: &str| text.parse::<Minutes>().ok());
    expect("minutes in three characters", parsed).parse(input)
}

/// A number of exactly this many digits, at most 4.
fn number<'a>(digits: usize) -> impl Parser<&'a str, Output = u16, Error = Fault<'a>> {
    let expected = match digits {
        2 => "a number of 2 digits",
        3 => "a number of 3 digits",
        _ => "a number of 4 digits",
    };
    let digits = take_while_m_n(digits, digits, |c: char| c.is_ascii_digit());
    expect(expected, map_opt(digits, |text: &str| text.parse::<u16>().ok()))
}

fn cell(input: &str) -> Parsed<'_, u8> {
    expect("the number of a cell in 2 digits", map_opt(number(2), |number| u8::try_from(number).ok()))
        .parse(input)
}

/// A one-digit field.
fn code<'a, T>(
    expected: &'static str,
    value: impl Fn(char) -> Option<T>,
) -> impl Parser<&'a str, Output = T, Error = Fault<'a>> {
    expect(expected, map_opt(anychar, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples on the pages of the protocol.
    const EXAMPLES: [&str; 8] = [
        "R01Tornado voor Windows 4.0        W060065A",
        "ATornado voor Windows 4.0        0",
        "M0012061100",
        "M001205250422122320",
        "E00",
        "CWhat do you think about move 35?",
        "B005Z",
        "K1",
    ];

    #[test]
    fn the_examples_of_the_protocol_are_written_as_they_are_read() {
        for example in EXAMPLES {
            let read = parse_message(example).unwrap_or_else(|error| unreachable!("{error}"));
            assert_eq!(read.to_string(), example);
        }
    }

    #[test]
    fn the_examples_mean_what_their_pages_say() {
        let Ok(Message::GameRequest(request)) = parse_message(EXAMPLES[0]) else { unreachable!() };
        assert_eq!((request.version, request.follower, request.moves), (1, Color::White, 65));
        assert_eq!((request.initiator.as_str(), request.start), ("Tornado voor Windows 4.0", None));
        assert_eq!(request.time, Minutes::whole(60));
        let Ok(Message::Move(capture)) = parse_message(EXAMPLES[3]) else { unreachable!() };
        assert_eq!((capture.seconds, capture.from, capture.to), (12, 5, 25));
        assert_eq!(capture.captured, [22, 12, 23, 20]);
        let back = BackRequest { move_number: 5, side: Color::Black };
        assert_eq!(parse_message("B005Z"), Ok(Message::BackRequest(back)));
    }

    #[test]
    fn all_codes_and_colours_are_written_as_they_are_read() {
        let name = " ".repeat(31);
        let position = format!("ezZwW{}", "e".repeat(45));
        let requests = [("W", "000", "A".to_owned()), ("Z", "1.5", format!("BZ{position}"))]
            .map(|(color, time, start)| format!("R01X{name}{color}{time}000{start}"));
        let codes =
            (0..4).flat_map(|code| [format!("AX{name}{code}"), format!("E{code}0"), format!("E{code}1")]);
        let backs = ["K0", "K1", "K2", "B999W", "C", "M99990150020206"].map(str::to_owned);
        for text in requests.into_iter().chain(codes).chain(backs) {
            let read = parse_message(&text).unwrap_or_else(|error| unreachable!("{error}"));
            assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_message_is_refused_with_the_reason() {
        let name = "X".repeat(32);
        let cases = [
            ("", "expected R, A, M, E, C, B or K"),
            ("x00", "found 'x' at character 1"),
            ("E", "found the end at character 2"),
            ("E40", "0 to 3"),
            ("E02", "stop code"),
            ("E00 ", "expected its end"),
            ("K3", "0 to 2"),
            ("B000W", "001 to 999"),
            ("B005B", "a colour"),
            ("M001206110", "2 digits"),
            ("M00120611011", "2 digits"),
            ("M0012061101111", "its end"),
            ("M-0120611", "4 digits"),
            ("AShort0", "32 characters"),
        ];
        for (text, word) in cases {
            let error = parse_message(text).map_err(|error| error.to_string());
            assert!(error.as_ref().is_err_and(|error| error.contains(word)), "{text}: {error:?}");
        }
        for (text, word) in [("W0x0000A", "minutes"), ("W060000C", "A or B"), ("W060000BWeq", "one of e")] {
            let error = parse_message(&format!("R01{name}{text}")).map_err(|error| error.to_string());
            assert!(error.as_ref().is_err_and(|error| error.contains(word)), "{text}: {error:?}");
        }
    }
}
