//! The 50 dark squares of the 10x10 board, numbered row by row from Black's side.

use crate::rules::bitboard::Direction;
use crate::rules::boards::dark_squares;
use crate::rules::geometry::{Geometry, Naming, Shape};

pub(crate) static GEOMETRY: Geometry =
    Geometry::new(Shape::DarkSquares, Naming::Numbers, 64, &dark_squares::<50, 5>());

pub(crate) const UP_LEFT: Direction = GEOMETRY.direction(-1, 1);
pub(crate) const UP_RIGHT: Direction = GEOMETRY.direction(1, 1);
pub(crate) const DOWN_LEFT: Direction = GEOMETRY.direction(-1, -1);
pub(crate) const DOWN_RIGHT: Direction = GEOMETRY.direction(1, -1);

/// Opposites side by side; the directions that go up the board have even indices.
pub(crate) const DIAGONALS: &[Direction] = &[UP_LEFT, DOWN_RIGHT, UP_RIGHT, DOWN_LEFT];
