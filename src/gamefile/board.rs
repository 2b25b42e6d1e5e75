//! Boards: cells, their names and neighbours, and positions drawn as text.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::choices::{Cells, Color, Corner, Direction, First, Naming};

/// The greatest number of columns and of rows.
pub const MOST_ROWS: i8 = 12;
/// The greatest number of cells of a hexagon's side.
pub const LONGEST_SIDE: i8 = 6;

/// The difference between two neighbours, as columns and rows.
pub type Step = (i8, i8);

/// A cell: its column and its row, both from 0. Rows count from White's side. On a hexagon a column is a letter and a
/// row is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The column.
    pub x: i8,
    /// The row.
    pub y: i8,
}

/// The outline of a board: what a game file says of it, before holes are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Which cells it has.
    pub cells: Cells,
    /// The number of columns.
    pub columns: i8,
    /// The number of rows.
    pub rows: i8,
    /// Which near corner is dark.
    pub corner: Corner,
}

impl Outline {
    /// Whether there is a cell at this place, unless it is a hole.
    fn has(self, Cell { x, y }: Cell) -> bool {
        if !(0..self.columns).contains(&x) || !(0..self.rows).contains(&y) {
            return false;
        }
        match self.cells {
            Cells::All => true,
            Cells::Dark if self.corner == Corner::Left => (x + y) % 2 == 0,
            Cells::Dark => (x + y) % 2 == (self.columns - 1) % 2,
            Cells::Hexagon => (x - y).abs() <= self.columns / 2,
        }
    }

    /// The number of the row in which a cell is drawn, from the bottom. Cells of equal letter + number make a row of a
    /// hexagon.
    fn drawn_row(self, Cell { x, y }: Cell) -> i8 {
        if self.cells == Cells::Hexagon { x + y } else { y }
    }

    /// The places of a drawing, row by row from the top, left to right: all squares of a board, and the cells of a
    /// hexagon.
    fn places(self) -> Vec<Vec<Cell>> {
        let last = self.drawn_row(Cell { x: self.columns - 1, y: self.rows - 1 });
        let row = |row: i8| {
            let y = |x: i8| if self.cells == Cells::Hexagon { row - x } else { row };
            let cells = (0..self.columns).map(|x| Cell { x, y: y(x) });
            cells.filter(|&cell| self.cells != Cells::Hexagon || self.has(cell)).collect()
        };
        (0..=last).rev().map(row).collect()
    }
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its player.
    pub color: Color,
    /// Whether it is a king.
    pub is_king: bool,
}

impl Piece {
    /// The piece with this letter.
    pub(crate) fn of_letter(letter: char) -> Option<Self> {
        let color = match letter {
            'w' | 'W' => Color::White,
            'b' | 'B' => Color::Black,
            _ => return None,
        };
        Some(Self { color, is_king: letter.is_ascii_uppercase() })
    }

    /// Its letter in drawings and in Hub positions.
    #[must_use]
    pub const fn letter(self) -> char {
        match (self.color, self.is_king) {
            (Color::White, false) => 'w',
            (Color::White, true) => 'W',
            (Color::Black, false) => 'b',
            (Color::Black, true) => 'B',
        }
    }
}

/// What is on each cell of a board, in text order.
pub type Pieces = Vec<Option<Piece>>;

/// A board. Cells are numbers from 0 in text order: row by row from the top, left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    outline: Outline,
    naming: Naming,
    cells: Vec<Cell>,
    names: Vec<String>,
    /// The number of the cell in each column of each row.
    numbers: Vec<Option<usize>>,
}

/// A fault of a drawing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DrawingFault {
    pub(crate) message: String,
    /// The line and the character in it, from 0, not counting spaces and lines without anything else.
    pub(crate) at: Option<(usize, usize)>,
}

impl Board {
    /// The board with this outline, and the position on it, as drawn.
    pub(crate) fn drawn(
        outline: Outline,
        naming: Naming,
        first: First,
        drawing: &str,
    ) -> Result<(Self, Pieces), DrawingFault> {
        let lines: Vec<Vec<char>> = drawing
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<char>>())
            .filter(|line| !line.is_empty())
            .collect();
        let places = outline.places();
        if lines.len() != places.len() {
            let message = format!("the drawing has {} rows, the board {}", lines.len(), places.len());
            return Err(DrawingFault { message, at: None });
        }
        let (mut cells, mut pieces) = (Vec::new(), Vec::new());
        for (row, (line, places)) in lines.iter().zip(&places).enumerate() {
            if line.len() != places.len() {
                let message = format!(
                    "this row of the drawing has {} places, the board's {}",
                    line.len(),
                    places.len()
                );
                return Err(DrawingFault { message, at: Some((row, 0)) });
            }
            for (column, (&letter, &cell)) in line.iter().zip(places).enumerate() {
                let piece = match letter {
                    '-' if !outline.has(cell) => continue,
                    '#' if outline.has(cell) => continue,
                    '.' if outline.has(cell) => None,
                    letter if outline.has(cell) && Piece::of_letter(letter).is_some() => {
                        Piece::of_letter(letter)
                    }
                    letter => {
                        let message = match outline.has(cell) {
                            false => format!("'{letter}' on a light square"),
                            true => format!("'{letter}' on a cell"),
                        };
                        return Err(DrawingFault { message, at: Some((row, column)) });
                    }
                };
                cells.push(cell);
                pieces.push(piece);
            }
        }
        Ok((Self::new(outline, naming, first, cells), pieces))
    }

    fn new(outline: Outline, naming: Naming, first: First, cells: Vec<Cell>) -> Self {
        let mut numbers = vec![None; outline.columns as usize * outline.rows as usize];
        for (number, &cell) in cells.iter().enumerate() {
            if let Some(slot) = slot(outline, cell).and_then(|slot| numbers.get_mut(slot)) {
                *slot = Some(number);
            }
        }
        let names = names(outline, naming, first, &cells);
        Self { outline, naming, cells, names, numbers }
    }

    /// Its outline.
    #[must_use]
    pub const fn outline(&self) -> Outline {
        self.outline
    }

    /// The kind of its cells' names.
    #[must_use]
    pub const fn naming(&self) -> Naming {
        self.naming
    }

    /// All cells in text order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The column and row of a cell; those of the first cell if there is no such cell.
    pub(crate) fn cell(&self, number: usize) -> Cell {
        self.cells.get(number).copied().unwrap_or(Cell { x: 0, y: 0 })
    }

    /// The name of a cell, or nothing if there is no such cell.
    #[must_use]
    pub fn name(&self, number: usize) -> &str {
        self.names.get(number).map_or("", String::as_str)
    }

    /// The cell with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    /// All names, in text order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The cell one step away, if the board has it.
    #[inline]
    #[must_use]
    pub fn neighbour(&self, from: usize, step: Step) -> Option<usize> {
        let Cell { x, y } = self.cell(from);
        *self.numbers.get(slot(self.outline, Cell { x: x + step.0, y: y + step.1 })?)?
    }

    /// The cells in one direction up to the edge of the board or a hole, without the first.
    pub fn ray(&self, from: usize, step: Step) -> impl Iterator<Item = usize> {
        std::iter::successors(self.neighbour(from, step), move |&at| self.neighbour(at, step))
    }

    /// The step of White in a direction, if the board has that direction. Black's is its opposite.
    #[must_use]
    pub fn step(&self, direction: Direction) -> Option<Step> {
        let (x, y) = match direction {
            Direction::Forward => (0, 1),
            Direction::ForwardLeft => (-1, 1),
            Direction::ForwardRight => (1, 1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
            Direction::BackwardLeft => (-1, -1),
            Direction::BackwardRight => (1, -1),
            Direction::Backward => (0, -1),
        };
        match self.outline.cells {
            Cells::All => Some((x, y)),
            // The next dark square of a rank or a file is two squares away.
            Cells::Dark if x == 0 || y == 0 => Some((2 * x, 2 * y)),
            Cells::Dark => Some((x, y)),
            // Letters grow up to the right, numbers up to the left.
            Cells::Hexagon if y == 0 => None,
            Cells::Hexagon if x == 0 => Some((y, y)),
            Cells::Hexagon if x == y => Some((x, 0)),
            Cells::Hexagon => Some((0, y)),
        }
    }

    /// Whether a step of a player leads towards the own side.
    #[must_use]
    pub fn is_backward(&self, color: Color, (x, y): Step) -> bool {
        let up = if self.outline.cells == Cells::Hexagon { x + y } else { y };
        if color == Color::White { up < 0 } else { up > 0 }
    }

    /// The cell on the other side of the board's centre, if the board has it.
    #[must_use]
    pub fn opposite(&self, number: usize) -> Option<usize> {
        let Cell { x, y } = self.cell(number);
        let cell = Cell { x: self.outline.columns - 1 - x, y: self.outline.rows - 1 - y };
        *self.numbers.get(slot(self.outline, cell)?)?
    }

    /// Whether a cell is on the row farthest from a player.
    #[must_use]
    pub fn is_last_row(&self, color: Color, number: usize) -> bool {
        let rows = self.cells.iter().map(|&cell| self.outline.drawn_row(cell));
        let last = if color == Color::White { rows.max() } else { rows.min() };
        Some(self.outline.drawn_row(self.cell(number))) == last
    }

    /// Whether a cell is on one of the two edges of a hexagon that are farthest from a player.
    #[must_use]
    pub fn is_far_edge(&self, color: Color, number: usize) -> bool {
        let Cell { x, y } = self.cell(number);
        let end = if color == Color::White { self.outline.columns - 1 } else { 0 };
        x == end || y == end
    }

    /// The longest diagonal of a board with as many columns as rows, if there is only one such diagonal: the one from
    /// White's lower left corner, or from the lower right one if that is dark.
    #[must_use]
    pub fn long_diagonal(&self) -> Option<Vec<usize>> {
        let Outline { cells, columns, rows, corner } = self.outline;
        let has_one = cells == Cells::Dark && columns == rows && columns % 2 == 0;
        let is_on = |&number: &usize| {
            let Cell { x, y } = self.cell(number);
            if corner == Corner::Left { x == y } else { x + y == columns - 1 }
        };
        has_one.then(|| (0..self.cells.len()).filter(is_on).collect())
    }

    /// The position as a drawing, which a game file can have as its start.
    #[must_use]
    pub fn draw(&self, pieces: &[Option<Piece>]) -> String {
        let letter =
            |cell: Cell| match slot(self.outline, cell).and_then(|slot| self.numbers.get(slot).copied()?) {
                Some(number) => pieces.get(number).copied().flatten().map_or('.', Piece::letter),
                None if self.outline.has(cell) => '#',
                None => '-',
            };
        let places = self.outline.places();
        let widest = places.iter().map(Vec::len).max().unwrap_or(0);
        let line = |row: &Vec<Cell>| {
            let letters: Vec<String> = row.iter().map(|&cell| letter(cell).to_string()).collect();
            // Rows of a hexagon are centred; neighbours in a row are two rows' distance apart.
            let (gap, indent) = match self.outline.cells {
                Cells::Hexagon => ("   ", " ".repeat(2 * (widest - row.len()))),
                _ => (" ", String::new()),
            };
            format!("{indent}{}\n", letters.join(gap))
        };
        places.iter().map(line).collect()
    }
}

/// The place of a cell in the table of numbers.
#[inline]
fn slot(outline: Outline, Cell { x, y }: Cell) -> Option<usize> {
    let inside = (0..outline.columns).contains(&x) && (0..outline.rows).contains(&y);
    inside.then(|| y as usize * outline.columns as usize + x as usize)
}

/// The names of the cells.
fn names(outline: Outline, naming: Naming, first: First, cells: &[Cell]) -> Vec<String> {
    if naming == Naming::Letters {
        let name = |cell: &Cell| format!("{}{}", char::from(b'a' + cell.x as u8), cell.y + 1);
        return cells.iter().map(name).collect();
    }
    let from_top = matches!(first, First::TopLeft | First::TopRight);
    let from_left = matches!(first, First::TopLeft | First::BottomLeft);
    let order = |&number: &usize| {
        let cell = cells.get(number).copied().unwrap_or(Cell { x: 0, y: 0 });
        let (row, column) = (outline.drawn_row(cell), cell.x);
        (if from_top { -row } else { row }, if from_left { column } else { -column })
    };
    let mut sorted: Vec<usize> = (0..cells.len()).collect();
    sorted.sort_by_key(order);
    let mut names = vec![String::new(); cells.len()];
    for (place, &number) in sorted.iter().enumerate() {
        if let Some(name) = names.get_mut(number) {
            *name = (place + 1).to_string();
        }
    }
    names
}
