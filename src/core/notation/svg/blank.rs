//! Empty boards as parts, for pages whose script places the pieces.

use super::LETTERING;
use super::drawing::{cells, names_beside_pieces, pieces};
use super::sheet::Sheet;
use crate::notation::layout::place;
use crate::rules::{AnyPosition, Geometry, Naming, Square};

/// The parts of an empty board.
pub struct BlankBoard {
    /// Width and height.
    pub size: (i32, i32),
    /// The text attributes of the labels.
    pub lettering: &'static str,
    /// The frame, the cells and their names, as SVG elements.
    pub drawing: String,
    /// All cells in text order.
    pub cells: Vec<BlankCell>,
}

/// The geometry of a cell.
pub struct BlankCell {
    /// Its name.
    pub name: String,
    /// Its name in the other notation, if both are in use.
    pub other: Option<String>,
    /// The centre of a piece on it.
    pub middle: (i32, i32),
    /// The path data of its outline.
    pub outline: String,
}

/// The parts of an empty board. The pieces are among [`PIECE_SYMBOLS`](super::PIECE_SYMBOLS).
#[must_use]
pub fn blank_board(board: &Geometry) -> BlankBoard {
    let sheet = Sheet::new(board);
    let mut elements = vec![sheet.frame()];
    elements.extend(cells(board, &sheet));
    elements.push(names_beside_pieces(board, &sheet));
    let cell = |&square: &Square| {
        let place = place(board, square);
        let (middle, outline) = (sheet.middle(place), sheet.outline(place));
        let other = match board.naming() {
            Naming::Numbers => Naming::LetterNumber,
            Naming::LetterNumber => Naming::Numbers,
        };
        let other = board.reads(other).then(|| board.name_in(other, square));
        BlankCell { name: board.name(square), other, middle, outline }
    };
    BlankBoard {
        size: sheet.size,
        lettering: LETTERING,
        drawing: elements.join("\n"),
        cells: board.squares().iter().map(cell).collect(),
    }
}

/// The pieces of a position as SVG elements, to be placed on a [`blank_board`].
pub fn pieces_drawing(position: &dyn AnyPosition) -> String {
    pieces(&Sheet::new(position.rules().geometry), position)
}
