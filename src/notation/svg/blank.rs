//! A board without pieces, in parts, for pages whose script puts them there.

use super::LETTERING;
use super::drawing::{cells, names_beside_pieces, pieces};
use super::sheet::Sheet;
use crate::notation::layout::place;
use crate::rules::{Game, Position, Square};

/// A board without pieces.
pub(crate) struct BlankBoard {
    /// Width and height.
    pub(crate) size: (i32, i32),
    /// The attributes that set the names.
    pub(crate) lettering: &'static str,
    /// The frame, the cells and their names, as SVG elements.
    pub(crate) drawing: String,
    /// All cells in text order.
    pub(crate) cells: Vec<BlankCell>,
}

/// Where a cell lies.
pub(crate) struct BlankCell {
    pub(crate) name: String,
    /// Where a piece stands.
    pub(crate) middle: (i32, i32),
    /// The data of a path around it.
    pub(crate) outline: String,
}

/// The board of `G`, drawn as all pictures of it are; the pieces are among
/// [`PIECE_SYMBOLS`](super::PIECE_SYMBOLS).
pub(crate) fn blank_board<G: Game>() -> BlankBoard {
    let sheet = Sheet::new(G::GEOMETRY);
    let mut elements = vec![sheet.frame()];
    elements.extend(cells::<G>(&sheet));
    elements.push(names_beside_pieces::<G>(&sheet));
    let cell = |&square: &Square| {
        let place = place::<G>(square);
        let (middle, outline) = (sheet.middle(place), sheet.outline(place));
        BlankCell { name: G::GEOMETRY.name(square), middle, outline }
    };
    BlankBoard {
        size: sheet.size,
        lettering: LETTERING,
        drawing: elements.join("\n"),
        cells: G::GEOMETRY.squares().iter().map(cell).collect(),
    }
}

/// The pieces of a position as SVG elements, to be laid on a [`blank_board`].
pub(crate) fn pieces_drawing<G: Game>(position: &Position<G>) -> String {
    pieces(&Sheet::new(G::GEOMETRY), position)
}
