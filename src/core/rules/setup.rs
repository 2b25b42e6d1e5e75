//! Unchecked descriptions of positions.

use std::fmt;

use super::bitboard::{Bitboard, Square};
use super::board::Board;
use super::color::{ByColor, Color};
use super::extra::ExtraState;
use super::moves::TooManyCaptures;
use super::piece::Kind;
use super::rule_set::Rules;

/// An unchecked description of a position of any game. [`Position::from_setup`](super::Position::from_setup) and
/// [`Rules::set_up`] check it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The side to move.
    pub side: Color,
    /// The men of both players.
    pub men: ByColor<Bitboard>,
    /// The kings of both players.
    pub kings: ByColor<Bitboard>,
    /// The extra state that legal moves depend on.
    pub extra: ExtraState,
    /// The number of plies with king moves only, without a capture.
    pub quiet_plies: u16,
}

/// The reason why a [`Setup`] is not a position of its game, with cells named as in that game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// There is no piece on the board.
    NoPieces,
    /// A piece stands outside the board.
    OffBoard,
    /// Two pieces stand on this cell.
    TwoPieces(String),
    /// A man of this player stands on one of its own promotion cells.
    ManOnPromotionCell(Color, String),
    /// Both players have kings in a game that ends with the first king.
    KingsOfBoth,
    /// The extra state is not possible; the text says why.
    Extra(String),
    /// Extra state of a kind that the game does not have.
    ExtraUnknown {
        /// The name of the state.
        extra: String,
        /// The name of the game.
        game: &'static str,
    },
    /// The legal moves cannot all be found.
    TooManyCaptures(TooManyCaptures),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPieces => write!(f, "there is no piece on the board, expected at least one"),
            Self::OffBoard => write!(f, "a piece stands outside the board, expected it on a cell"),
            Self::TwoPieces(cell) => write!(f, "two pieces stand on {cell}, expected one a cell"),
            Self::ManOnPromotionCell(color, cell) => write!(
                f,
                "a {} man stands on {cell}, one of its promotion cells; expected a king or nothing there",
                match color {
                    Color::White => "white",
                    Color::Black => "black",
                }
            ),
            Self::KingsOfBoth => write!(f, "both players have kings, but the first king ends the game"),
            Self::Extra(reason) => f.write_str(reason),
            Self::ExtraUnknown { extra, game } => write!(f, "the game {game} has no {extra}"),
            Self::TooManyCaptures(beyond) => write!(f, "{beyond}, expected fewer pieces"),
        }
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// An empty board.
    #[must_use]
    pub fn empty(side: Color) -> Self {
        let (men, kings) = (ByColor::default(), ByColor::default());
        Self { side, men, kings, extra: ExtraState::None, quiet_plies: 0 }
    }

    /// Adds a piece; returns whether its cell was empty.
    pub fn put(&mut self, color: Color, kind: Kind, square: Square) -> bool {
        let free = !self.occupied().contains(square);
        let set = match kind {
            Kind::Man => &mut self.men[color],
            Kind::King => &mut self.kings[color],
        };
        *set |= square.bitboard();
        free
    }

    fn occupied(&self) -> Bitboard {
        Color::ALL.into_iter().fold(Bitboard::EMPTY, |all, color| all | self.men[color] | self.kings[color])
    }

    /// Checks the pieces and returns their board.
    ///
    /// # Errors
    ///
    /// If the board is empty, a piece stands outside it, two pieces stand on one cell, a man stands on one of its
    /// promotion cells, or both players have kings in a game that ends with the first king.
    pub(super) fn board(&self, rules: &Rules) -> Result<Board, SetupError> {
        let mut board = Board::default();
        if (self.occupied() & !rules.geometry.board()).any() {
            return Err(SetupError::OffBoard);
        }
        for color in Color::ALL {
            for (kind, set) in [(Kind::Man, self.men[color]), (Kind::King, self.kings[color])] {
                for square in set {
                    if board.at(square).is_some() {
                        return Err(SetupError::TwoPieces(rules.geometry.name(square)));
                    }
                    board.put(color, kind, square);
                }
            }
            if let Some(square) = (self.men[color] & rules.promotion[color]).first() {
                return Err(SetupError::ManOnPromotionCell(color, rules.geometry.name(square)));
            }
        }
        if board.occupied().is_empty() {
            return Err(SetupError::NoPieces);
        }
        if rules.first_king_wins && Color::ALL.into_iter().all(|color| board.kings(color).any()) {
            return Err(SetupError::KingsOfBoth);
        }
        Ok(board)
    }
}
