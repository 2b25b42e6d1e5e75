//! The bits of a board from a file.

use coupturc_gamefile::{Board, Cells, Corner, Naming as Names, Outline};

use crate::rules::bitboard::Direction;
use crate::rules::geometry::{Cell, Geometry, Naming, Shape};
use crate::rules::word::narrowest;

/// The board of a file, laid out so that a step in any direction rotates the bits of all cells alike.
pub(super) fn geometry(board: &Board) -> Geometry {
    let outline = board.outline();
    let bits: Vec<i32> =
        board.cells().iter().map(|cell| bit(outline, cell.x.into(), cell.y.into())).collect();
    let least = bits.iter().copied().min().unwrap_or(0);
    let needed = bits.iter().map(|bit| bit - least + 1).max().unwrap_or(0);
    // The largest board that a file can have, all squares of 12x12, needs 144.
    let word = narrowest(needed as u32);
    // A hexagon goes round in as many bits as it has cells, holes included.
    let (shape, width, least) = match outline.cells {
        Cells::All => (Shape::AllSquares, word, least),
        Cells::Dark => (Shape::DarkSquares, word, least),
        Cells::Hexagon => (Shape::Hexagon, hexagon_cells(outline) as u32, 0),
    };
    let cells: Vec<Cell> = board
        .cells()
        .iter()
        .zip(bits)
        .map(|(cell, bit)| Cell { x: cell.x, y: cell.y, bit: (bit - least) as u8 })
        .collect();
    let naming = match board.naming() {
        Names::Letters => Naming::LetterNumber,
        Names::Numbers => Naming::Numbers,
    };
    let number = |index: usize| board.name(index).parse::<u8>().map_or(index as u8, |number| number - 1);
    let geometry = Geometry::new(shape, naming, width, &cells).numbered_by((0..cells.len()).map(number));
    let is_small = outline.cells == Cells::Dark && (outline.columns, outline.rows) == (8, 8);
    if is_small { geometry.read_both_ways() } else { geometry }
}

/// The bit of a cell, up to a constant.
fn bit(outline: Outline, x: i32, y: i32) -> i32 {
    let (columns, rows) = (i32::from(outline.columns), i32::from(outline.rows));
    let row = rows - 1 - y;
    match outline.cells {
        Cells::All => columns * row + x,
        // Rows of alternating length need no free bit.
        Cells::Dark if columns % 2 == 1 => (columns * row + x).div_euclid(2),
        // One bit stays free after every second row; of these two, the first begins with a light square.
        Cells::Dark => {
            let first_is_light = (row + i32::from(begins_dark(outline, rows - 1))) % 2 == 0;
            let row = row + i32::from(begins_dark(outline, rows - 1));
            columns / 2 * row + row / 2 + (x - i32::from(first_is_light)) / 2
        }
        Cells::Hexagon => ((3 * (columns + 1) / 2 - 2) * x + y) % hexagon_cells(outline),
    }
}

/// Whether the leftmost square of a row is dark, on a board with an even number of columns.
fn begins_dark(outline: Outline, y: i32) -> bool {
    (y % 2 == 0) == (outline.corner == Corner::Left)
}

/// The number of cells of a hexagon without holes.
fn hexagon_cells(outline: Outline) -> i32 {
    let side = (i32::from(outline.columns) + 1) / 2;
    3 * side * (side - 1) + 1
}

/// The directions of a board, in the order in which captures and moves of kings are generated: opposites side by side.
pub(super) fn pairs(cells: Cells) -> &'static [(i8, i8)] {
    match cells {
        Cells::All => &[(0, 1), (0, -1), (-1, 0), (1, 0), (-1, 1), (1, -1), (1, 1), (-1, -1)],
        Cells::Dark => &[(-1, 1), (1, -1), (1, 1), (-1, -1), (0, 2), (0, -2), (2, 0), (-2, 0)],
        Cells::Hexagon => &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)],
    }
}

/// The same directions, in the order in which moves of men are generated.
pub(super) fn in_turn(cells: Cells) -> &'static [(i8, i8)] {
    match cells {
        Cells::All => &[(0, 1), (0, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (-1, -1), (1, -1)],
        Cells::Dark => &[(-1, 1), (1, 1), (-1, -1), (1, -1), (0, 2), (0, -2), (2, 0), (-2, 0)],
        Cells::Hexagon => pairs(cells),
    }
}

/// Those of `steps` for which `is_wanted`, as directions of the board.
pub(super) fn directions(
    geometry: &Geometry,
    steps: &[(i8, i8)],
    is_wanted: impl Fn((i8, i8)) -> bool,
) -> Vec<Direction> {
    let wanted = steps.iter().copied().filter(|&step| is_wanted(step));
    wanted.filter_map(|(dx, dy)| geometry.find_direction(dx, dy)).collect()
}
