//! Outcomes of games, with their reasons.

use std::fmt;

use super::color::Color;

/// The reason for a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The player to move has no piece left.
    NoPieces,
    /// The player to move has pieces, but none can move.
    NoMoves,
    /// A man has become the first king, in a game won by the first king.
    Promotion,
    /// One man is left against one king, and neither side has more.
    KingAgainstMan,
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The same position with the same player to move for the third time.
    Repetition,
    /// 25 moves by each side, made by kings only, without a capture.
    TwentyFiveMoves,
    /// 16 moves by each side with three pieces, at least one of them a king, against a lone king.
    SixteenMoves,
    /// 5 moves by each side with one or two pieces, at least one of them a king, against a lone king; on 64 squares
    /// also with three pieces while the lone king stays on the long diagonal.
    FiveMoves,
    /// On 64 squares, 15 moves by each side, made by kings only, without a capture, or with three or more kings against
    /// a lone king.
    FifteenMoves,
    /// On 64 squares, 30 moves by each side without a capture or a promotion, with four or five pieces and kings on
    /// both sides.
    ThirtyMoves,
    /// On 64 squares, 60 moves by each side without a capture or a promotion, with six or seven pieces and kings on
    /// both sides.
    SixtyMoves,
    /// In Frisian Draughts, 7 moves by each side with two kings against one.
    SevenMoves,
    /// In Frisian Draughts, 2 moves by each side with one king against one.
    TwoMoves,
    /// This number of moves by each side, in a game from a file.
    Moves(u16),
    /// One king each, and nothing to capture.
    KingAgainstKing,
    /// One king against one man, where that is a draw.
    KingAgainstMan,
}

/// The result of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One player has won.
    Win {
        /// Who won.
        winner: Color,
        /// What ended the game.
        reason: WinReason,
    },
    /// A draw.
    Draw(DrawReason),
}

impl WinReason {
    /// The reason as protocols write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoPieces => "no-pieces",
            Self::NoMoves => "no-moves",
            Self::Promotion => "promotion",
            Self::KingAgainstMan => "king-against-man",
        }
    }
}

impl DrawReason {
    /// All reasons except [`Moves`](Self::Moves).
    pub const ALL: [Self; 11] = [
        Self::Repetition,
        Self::TwentyFiveMoves,
        Self::SixteenMoves,
        Self::FiveMoves,
        Self::FifteenMoves,
        Self::ThirtyMoves,
        Self::SixtyMoves,
        Self::SevenMoves,
        Self::TwoMoves,
        Self::KingAgainstKing,
        Self::KingAgainstMan,
    ];

    /// The draw with this name, as protocols write it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let moves = || {
            let moves = name.strip_suffix("-moves")?.parse().ok()?;
            (1..=MOST_MOVES as u16).contains(&moves).then_some(Self::Moves(moves))
        };
        Self::ALL.into_iter().find(|reason| reason.name() == name).or_else(moves)
    }

    /// The draw after this number of moves by each side.
    #[must_use]
    pub(super) fn after_moves(moves: u16) -> Self {
        Self::from_name(moves_name(moves)).unwrap_or(Self::Moves(moves))
    }

    /// The reason as protocols write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Repetition => "repetition",
            Self::TwentyFiveMoves => "25-moves",
            Self::SixteenMoves => "16-moves",
            Self::FiveMoves => "5-moves",
            Self::FifteenMoves => "15-moves",
            Self::ThirtyMoves => "30-moves",
            Self::SixtyMoves => "60-moves",
            Self::SevenMoves => "7-moves",
            Self::TwoMoves => "2-moves",
            Self::Moves(moves) => moves_name(moves),
            Self::KingAgainstKing => "king-against-king",
            Self::KingAgainstMan => "king-against-man",
        }
    }
}

/// The greatest number of moves of a draw limit.
const MOST_MOVES: usize = 500;

/// The names of draws after 0 to [`MOST_MOVES`] moves, with zeros in front of the numbers.
static MOVES_NAMES: [[u8; 9]; MOST_MOVES + 1] = {
    let mut names = [*b"000-moves"; MOST_MOVES + 1];
    let mut moves = 0;
    while moves <= MOST_MOVES {
        names[moves][0] += (moves / 100) as u8;
        names[moves][1] += (moves / 10 % 10) as u8;
        names[moves][2] += (moves % 10) as u8;
        moves += 1;
    }
    names
};

/// The name of a draw after this number of moves.
const fn moves_name(moves: u16) -> &'static str {
    let moves = if moves as usize > MOST_MOVES { MOST_MOVES } else { moves as usize };
    let zeros = (moves < 100) as usize + (moves < 10) as usize;
    match std::str::from_utf8(MOVES_NAMES[moves].split_at(zeros).1) {
        Ok(name) => name,
        Err(_) => "moves",
    }
}

impl Outcome {
    /// The result as protocols write it: `white-win`, `black-win` or `draw`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self {
            Self::Win { winner: Color::White, .. } => "white-win",
            Self::Win { winner: Color::Black, .. } => "black-win",
            Self::Draw(_) => "draw",
        }
    }

    /// The reason as protocols write it.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Win { reason, .. } => reason.name(),
            Self::Draw(reason) => reason.name(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.result(), self.reason())
    }
}
