//! Dimensions of boards: their sizes, and the coordinates of places.

use super::super::layout::{Label, Place};
use crate::rules::{Geometry, Naming, Shape};

/// The side of a square cell.
const SIDE: i32 = 50;
/// A cell of the hexagon is 4 * [`HALF_SIDE`] wide and 2 * [`HALF_HEIGHT`] high. 26 : 15 approximates the square root
/// of 3 to a thousandth, so that all corners have integer coordinates.
const HALF_SIDE: i32 = 15;
const HALF_HEIGHT: i32 = 26;

/// The sheet that a board is drawn on, with the board in the centre.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet {
    shape: Shape,
    /// The distance from the edge of the sheet to the cells.
    margin: i32,
    /// Width and height.
    pub(super) size: (i32, i32),
    /// The centre of the cell in column 0 and row 0.
    origin: (i32, i32),
    /// The distances between columns and between rows.
    step: (i32, i32),
    /// The distance of a label from its cell, in hundredths of a step.
    label_reach: i32,
}

impl Sheet {
    pub(super) fn new(board: &Geometry) -> Self {
        let (cells, _) = board.size();
        match (board.shape(), board.naming()) {
            (Shape::Hexagon, _) => Self::hexagon(),
            // Numbers are inside the squares, letters beside the board.
            (shape, Naming::Numbers) => Self::square(shape, cells.into(), 12),
            (shape, Naming::LetterNumber) => Self::square(shape, cells.into(), 28),
        }
    }

    const fn square(shape: Shape, cells: i32, margin: i32) -> Self {
        let size = cells * SIDE + 2 * margin;
        let origin = margin + SIDE / 2;
        // Labels are centred in the margin.
        let label_reach = (SIDE + margin) * 50 / SIDE;
        Self { shape, margin, size: (size, size), origin: (origin, origin), step: (SIDE, SIDE), label_reach }
    }

    /// A hexagon with five cells per side.
    const fn hexagon() -> Self {
        let (step, margin, size) = ((3 * HALF_SIDE, HALF_HEIGHT), 24, (468, 538));
        let origin = (size.0 / 2 - 4 * step.0, size.1 / 2 - 8 * step.1);
        Self { shape: Shape::Hexagon, margin, size, origin, step, label_reach: 86 }
    }

    pub(super) const fn shape(&self) -> Shape {
        self.shape
    }

    /// The centre of a place.
    pub(super) const fn middle(&self, place: Place) -> (i32, i32) {
        (self.origin.0 + place.column * self.step.0, self.origin.1 + place.row * self.step.1)
    }

    /// The centre of a label.
    pub(super) const fn label(&self, label: &Label) -> (i32, i32) {
        let (cell, outside) = (self.middle(label.beside), self.middle(label.place));
        (
            cell.0 + (outside.0 - cell.0) * self.label_reach / 100,
            cell.1 + (outside.1 - cell.1) * self.label_reach / 100,
        )
    }

    /// The outline of the cell at `place`, as path data.
    pub(super) fn outline(&self, place: Place) -> String {
        let (x, y) = self.middle(place);
        match self.shape {
            Shape::DarkSquares | Shape::AllSquares => {
                format!("M{} {}h{SIDE}v{SIDE}h-{SIDE}z", x - SIDE / 2, y - SIDE / 2)
            }
            Shape::Hexagon => {
                let (w, h) = (HALF_SIDE, HALF_HEIGHT);
                format!("M{} {y}l{w} {h}h{}l{w}-{h}-{w}-{h}h-{}z", x - 2 * w, 2 * w, 2 * w)
            }
        }
    }

    /// The frame of the board, as SVG elements.
    pub(super) fn frame(&self) -> String {
        let (width, height) = self.size;
        match self.shape {
            Shape::DarkSquares | Shape::AllSquares => {
                let (inner, at) = (width - 2 * self.margin, self.margin);
                format!(
                    "<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#5f4d3e\"/>\n\
                     <rect x=\"{at}\" y=\"{at}\" width=\"{inner}\" height=\"{inner}\" fill=\"#eee3cf\"/>"
                )
            }
            Shape::Hexagon => {
                // The stroke with round joins makes round corners.
                let (left, middle, right) = (8, width / 2, width - 8);
                let (top, bottom) = (8, height - 8);
                let (upper, lower) = ((3 * top + bottom) / 4, (top + 3 * bottom) / 4);
                format!(
                    "<path d=\"M{middle} {top}L{right} {upper}V{lower}L{middle} {bottom}L{left} {lower}V{upper}z\" \
                     fill=\"#5f4d3e\" stroke=\"#5f4d3e\" stroke-width=\"16\" stroke-linejoin=\"round\"/>"
                )
            }
        }
    }
}
