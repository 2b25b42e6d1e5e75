//! Colours, pieces, the board.

use super::geometry::{Cell, MAX};

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Color {
    /// The opponent.
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// The kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Not promoted yet.
    Man,
    /// Promoted.
    King,
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its player.
    pub color: Color,
    /// Man or king.
    pub kind: Kind,
}

impl Piece {
    /// The piece that a letter of the Hub `pos` string stands for; `None` for an empty cell.
    ///
    /// # Panics
    ///
    /// If the letter is not one of `w`, `b`, `W`, `B` and `e`.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let (color, kind) = match letter {
            'w' => (Color::White, Kind::Man),
            'b' => (Color::Black, Kind::Man),
            'W' => (Color::White, Kind::King),
            'B' => (Color::Black, Kind::King),
            'e' => return None,
            _ => panic!("no such piece: {letter}"),
        };
        Some(Piece { color, kind })
    }

    /// The letter of this piece, or of an empty cell, in the Hub `pos` string.
    pub fn letter(piece: Option<Piece>) -> char {
        match piece.map(|piece| (piece.color, piece.kind)) {
            Some((Color::White, Kind::Man)) => 'w',
            Some((Color::Black, Kind::Man)) => 'b',
            Some((Color::White, Kind::King)) => 'W',
            Some((Color::Black, Kind::King)) => 'B',
            None => 'e',
        }
    }
}

const WIDTH: usize = MAX as usize + 1;

/// A board: the piece at each pair of coordinates. Coordinates that are not cells of the game stay empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pieces: [[Option<Piece>; WIDTH]; WIDTH],
}

impl Board {
    /// A board without pieces.
    pub fn empty() -> Board {
        Board { pieces: [[None; WIDTH]; WIDTH] }
    }

    /// The piece on a cell.
    pub fn at(&self, cell: Cell) -> Option<Piece> {
        self.pieces[cell.x as usize][cell.y as usize]
    }

    /// Puts a piece on a cell, or empties it.
    pub fn set(&mut self, cell: Cell, piece: Option<Piece>) {
        self.pieces[cell.x as usize][cell.y as usize] = piece;
    }

    /// All pieces of one player.
    pub fn pieces_of(&self, color: Color) -> Vec<(Cell, Piece)> {
        self.pieces().filter(|(_, piece)| piece.color == color).collect()
    }

    /// All pieces of both players.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        let column = |x| (1..=MAX).map(move |y| Cell { x, y });
        (1..=MAX).flat_map(column).filter_map(|cell| self.at(cell).map(|piece| (cell, piece)))
    }
}
