//! Where the cells of a board lie as White sees them; what all pictures have in common.

use crate::rules::{Game, Naming, Shape, Square};

/// A place in a picture: columns from the left and rows from the top, both from 0 where the
/// board begins.
///
/// On the hexagon each row is half a cell lower than the row above it, and holds every second
/// column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) column: i32,
    pub(super) row: i32,
}

/// A name beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) text: String,
    /// Where it stands, just off the board.
    pub(super) place: Place,
    /// The cell that it stands beside.
    pub(super) beside: Place,
}

/// The place of the cell in column `x` and row `y` of the board's own coordinates.
fn place_at(shape: Shape, x: i8, y: i8) -> Place {
    let (x, y) = (i32::from(x), i32::from(y));
    match shape {
        Shape::DarkSquares => Place { column: x, row: y },
        Shape::AllSquares => Place { column: x, row: 7 - y },
        Shape::Hexagon => Place { column: 4 + x - y, row: 16 - x - y },
    }
}

/// The place of a cell.
pub(super) fn place<G: Game>(square: Square) -> Place {
    let (x, y) = G::GEOMETRY.coordinates(square);
    place_at(G::GEOMETRY.shape(), x, y)
}

/// The names beside the board: letters and numbers, each where its line begins, or the number of
/// the first square of each row.
pub(super) fn labels<G: Game>() -> Vec<Label> {
    let lines = 0..10;
    match G::GEOMETRY.naming() {
        Naming::Numbers => lines.filter_map(first_of_row::<G>).collect(),
        Naming::LetterNumber => {
            lines.clone().filter_map(letter::<G>).chain(lines.filter_map(number::<G>)).collect()
        }
    }
}

fn first_of_row<G: Game>(y: i8) -> Option<Label> {
    let (x, square) = (0..10).find_map(|x| Some((x, G::GEOMETRY.at(x, y)?)))?;
    let shape = G::GEOMETRY.shape();
    Some(Label {
        text: G::GEOMETRY.name(square),
        place: place_at(shape, -1, y),
        beside: place_at(shape, x, y),
    })
}

fn letter<G: Game>(x: i8) -> Option<Label> {
    let y = (0..10).find(|&y| G::GEOMETRY.at(x, y).is_some())?;
    let shape = G::GEOMETRY.shape();
    let text = char::from(b'a' + x as u8).to_string();
    Some(Label { text, place: place_at(shape, x, y - 1), beside: place_at(shape, x, y) })
}

fn number<G: Game>(y: i8) -> Option<Label> {
    let x = (0..10).find(|&x| G::GEOMETRY.at(x, y).is_some())?;
    let shape = G::GEOMETRY.shape();
    Some(Label { text: (y + 1).to_string(), place: place_at(shape, x - 1, y), beside: place_at(shape, x, y) })
}
