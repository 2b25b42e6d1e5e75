//! Records: what a book knows about the moves of a position.

use nom::bytes::complete::take;
use nom::number::complete::{le_i16, u8 as byte};
use nom::{IResult, Parser};

use crate::rules::Color;
use crate::search::Score;

/// What a book knows about a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookMove {
    /// The number of the move among the legal moves of the position, see [`View::moves`](super::View::moves).
    pub number: u32,
    /// The score for the player who makes it.
    pub score: Option<Score>,
    /// The results of games in which it was played.
    pub results: Results,
    /// A mark made by hand.
    pub mark: Option<Mark>,
    /// A note; empty if there is none.
    pub note: String,
}

/// A mark that overrides scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The move is never played.
    Veto,
    /// If any move of the position has this mark, only such moves are played.
    Prefer,
}

/// Results of games, for the player who made the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Results {
    /// A game with this winner, or none in a draw, for the player `side`.
    #[must_use]
    pub fn of_game(winner: Option<Color>, side: Color) -> Self {
        match winner {
            Some(winner) if winner == side => Self { wins: 1, ..Self::default() },
            Some(_) => Self { losses: 1, ..Self::default() },
            None => Self { draws: 1, ..Self::default() },
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(self) -> u64 {
        [self.wins, self.draws, self.losses].map(u64::from).iter().sum()
    }

    /// These games and those of `other`.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

const HAS_SCORE: u8 = 1;
const HAS_RESULTS: u8 = 2;
const HAS_NOTE: u8 = 4;
const VETO: u8 = 8;
const PREFER: u8 = 16;

/// Appends the moves of a position.
pub(super) fn write_moves(moves: &[BookMove], bytes: &mut Vec<u8>) {
    write_number(moves.len() as u32, bytes);
    for mv in moves {
        write_number(mv.number, bytes);
        let has = |is: bool, flag: u8| if is { flag } else { 0 };
        bytes.push(
            has(mv.score.is_some(), HAS_SCORE)
                | has(mv.results.games() > 0, HAS_RESULTS)
                | has(!mv.note.is_empty(), HAS_NOTE)
                | has(mv.mark == Some(Mark::Veto), VETO)
                | has(mv.mark == Some(Mark::Prefer), PREFER),
        );
        if let Some(score) = mv.score {
            bytes.extend(((100.0 * score.men()).round() as i16).to_le_bytes());
        }
        if mv.results.games() > 0 {
            let Results { wins, draws, losses } = mv.results;
            [wins, draws, losses].into_iter().for_each(|number| write_number(number, bytes));
        }
        if !mv.note.is_empty() {
            write_number(mv.note.len() as u32, bytes);
            bytes.extend(mv.note.as_bytes());
        }
    }
}

/// Appends a number in groups of seven bits, the lowest first. All bytes but the last have the highest bit set.
fn write_number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads the moves of a position, and calls `each` with every one of them.
pub(super) fn read_moves<'a>(bytes: &'a [u8], each: &mut dyn FnMut(BookMove)) -> IResult<&'a [u8], ()> {
    let (mut rest, count) = number(bytes)?;
    for _ in 0..count {
        let mv;
        (rest, mv) = book_move(rest)?;
        each(mv);
    }
    Ok((rest, ()))
}

fn book_move(bytes: &[u8]) -> IResult<&[u8], BookMove> {
    let (rest, (number, flags)) = (number, byte).parse(bytes)?;
    let has = |flag: u8| flags & flag != 0;
    let mark = match (has(VETO), has(PREFER)) {
        (true, _) => Some(Mark::Veto),
        (false, true) => Some(Mark::Prefer),
        (false, false) => None,
    };
    let mut mv = BookMove { number, mark, ..BookMove::default() };
    let mut rest = rest;
    if has(HAS_SCORE) {
        let hundredths;
        (rest, hundredths) = le_i16(rest)?;
        mv.score = Some(Score::from_men(f64::from(hundredths) / 100.0));
    }
    if has(HAS_RESULTS) {
        (rest, mv.results) = results(rest)?;
    }
    if has(HAS_NOTE) {
        let (note, len) = number_of_bytes(rest)?;
        let text;
        (rest, text) = take(len).parse(note)?;
        mv.note = String::from_utf8_lossy(text).into_owned();
    }
    Ok((rest, mv))
}

fn results(bytes: &[u8]) -> IResult<&[u8], Results> {
    let (rest, (wins, draws, losses)) = (number, number, number).parse(bytes)?;
    Ok((rest, Results { wins, draws, losses }))
}

fn number_of_bytes(bytes: &[u8]) -> IResult<&[u8], usize> {
    number.map(|number| number as usize).parse(bytes)
}

/// Reads a number of at most five bytes.
fn number(bytes: &[u8]) -> IResult<&[u8], u32> {
    let (mut rest, mut number) = (bytes, 0_u64);
    for shift in (0..35).step_by(7) {
        let group;
        (rest, group) = byte(rest)?;
        number |= u64::from(group & 0x7f) << shift;
        if group < 0x80 {
            return Ok((rest, u32::try_from(number).unwrap_or(u32::MAX)));
        }
    }
    Err(nom::Err::Error(nom::error::Error::new(bytes, nom::error::ErrorKind::TooLarge)))
}
