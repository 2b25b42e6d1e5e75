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
    /// All reasons.
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
        Self::ALL.into_iter().find(|reason| reason.name() == name)
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
            Self::KingAgainstKing => "king-against-king",
            Self::KingAgainstMan => "king-against-man",
        }
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
