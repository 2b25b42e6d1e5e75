//! Layout of boards in pictures: the places of cells and labels, seen from White's side.

use crate::rules::{Geometry, Naming, Shape, Square};

/// A place in a picture: column from the left and row from the top, both from 0 at the edge of the board.
///
/// On the hexagon each row is half a cell below the previous one, and has cells in every second column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) column: i32,
    pub(super) row: i32,
}

/// A label beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) text: String,
    /// The place of the label, next to the board.
    pub(super) place: Place,
    /// The cell next to the label.
    pub(super) beside: Place,
}

/// The place of the cell with board coordinates `x` and `y`.
fn place_at(board: &Geometry, x: i8, y: i8) -> Place {
    let (_, rows) = board.size();
    let (x, y, rows) = (i32::from(x), i32::from(y), i32::from(rows));
    match board.shape() {
        Shape::DarkSquares | Shape::AllSquares => Place { column: x, row: rows - 1 - y },
        // Nine columns: the middle one, which has the cells with x = y, is number 4.
        Shape::Hexagon => Place { column: rows / 2 + x - y, row: 2 * (rows - 1) - x - y },
    }
}

/// The place of a cell.
pub(super) fn place(board: &Geometry, square: Square) -> Place {
    let (x, y) = board.coordinates(square);
    place_at(board, x, y)
}

/// The labels beside the board: letters and numbers at the start of their lines, or the number of the first square of
/// each row.
pub(super) fn labels(board: &Geometry) -> Vec<Label> {
    let (columns, rows) = board.size();
    match board.naming() {
        Naming::Numbers => {
            let bottom = place_at(board, 0, 0).row;
            (0..=bottom).rev().filter_map(|row| first_of_row(board, row)).collect()
        }
        Naming::LetterNumber => {
            let letters = (0..columns).filter_map(|x| letter(board, x));
            letters.chain((0..rows).filter_map(|y| number(board, y))).collect()
        }
    }
}

fn first_of_row(board: &Geometry, row: i32) -> Option<Label> {
    let cells = board.squares().iter().map(|&square| (place(board, square), square));
    let (beside, square) =
        cells.filter(|(place, _)| place.row == row).min_by_key(|(place, _)| place.column)?;
    let edge = if board.shape() == Shape::Hexagon { beside.column } else { 0 };
    Some(Label { text: board.name(square), place: Place { column: edge - 1, row }, beside })
}

fn letter(board: &Geometry, x: i8) -> Option<Label> {
    let y = line_start(board, |y| board.at(x, y))?;
    let text = char::from(b'a' + x as u8).to_string();
    Some(Label { text, place: place_at(board, x, y - 1), beside: place_at(board, x, y) })
}

fn number(board: &Geometry, y: i8) -> Option<Label> {
    let x = line_start(board, |x| board.at(x, y))?;
    Some(Label { text: (y + 1).to_string(), place: place_at(board, x - 1, y), beside: place_at(board, x, y) })
}

/// The first coordinate of a line of the board: 0, except on the hexagon, whose edge is not straight.
fn line_start(board: &Geometry, cell: impl Fn(i8) -> Option<Square>) -> Option<i8> {
    let (columns, rows) = board.size();
    let first = (0..columns.max(rows)).find(|&place| cell(place).is_some())?;
    Some(if board.shape() == Shape::Hexagon { first } else { 0 })
}
