//! The cells of a board: their names, their order in text, their bits, and their neighbours.

use super::bitboard::{Bitboard, Direction, MOST_BITS, Square};
use super::word::narrowest;

/// The kind of names that the cells of a board have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// By number, from 1 upwards in text order.
    Numbers,
    /// By a letter for the column and a number for the row, both counted from 1.
    LetterNumber,
}

/// The outline of a board, as people draw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A square board of which only the dark squares are used.
    DarkSquares,
    /// A square board of which all squares are used.
    AllSquares,
    /// A hexagon that stands on a corner.
    Hexagon,
}

/// One cell as a game describes it.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Column (letter), from 0.
    pub x: i8,
    /// Row (number), from 0 at White's side.
    pub y: i8,
    /// Bit in a [`Bitboard`].
    pub bit: u8,
}

/// The board of a game. In the games of the list, every table in it is computed, and checked, at compile time.
#[derive(Debug)]
pub struct Geometry {
    shape: Shape,
    naming: Naming,
    /// Whether the cells have names in the other notation too.
    has_both_namings: bool,
    /// The number of bits that steps rotate in.
    width: u32,
    len: usize,
    cells: [Cell; MOST_BITS],
    /// Maps text order to bits.
    squares: [Square; MOST_BITS],
    /// Maps bits to text order.
    order: [u8; MOST_BITS],
    /// Maps text order to the cells' numbers, counted from 0, which differ from it on boards whose number 1 is not the
    /// first cell.
    numbers: [u8; MOST_BITS],
    board: Bitboard,
}

impl Geometry {
    /// The board made of `cells`, given in text order (the order of Hub's `pos`).
    ///
    /// `width` is the number of bits that steps rotate in.
    ///
    /// # Panics
    ///
    /// If two cells share a bit or a bit lies outside `width`. Boards are constants, so compilation fails.
    #[must_use]
    pub const fn new(shape: Shape, naming: Naming, width: u32, cells: &[Cell]) -> Self {
        let mut geometry = Self {
            shape,
            naming,
            has_both_namings: false,
            width,
            len: cells.len(),
            cells: [Cell { x: 0, y: 0, bit: 0 }; MOST_BITS],
            squares: [Square::new(0); MOST_BITS],
            order: [u8::MAX; MOST_BITS],
            numbers: [u8::MAX; MOST_BITS],
            board: Bitboard::EMPTY,
        };
        let mut i = 0;
        while i < cells.len() {
            let square = Square::new(cells[i].bit);
            assert!((cells[i].bit as u32) < width, "a cell lies outside the word");
            assert!(!geometry.board.overlaps(square.wide_bitboard()), "two cells share a bit");
            geometry.cells[i] = cells[i];
            geometry.squares[i] = square;
            geometry.order[square.index()] = i as u8;
            geometry.numbers[i] = i as u8;
            geometry.board = geometry.board.union(square.wide_bitboard());
            i += 1;
        }
        geometry
    }

    /// The same board, reading names of both kinds.
    #[must_use]
    pub const fn read_both_ways(self) -> Self {
        Self { has_both_namings: true, ..self }
    }

    /// The same board, with the numbers of its cells in this order: `numbers` maps text order to numbers, counted from
    /// 0.
    pub(super) fn numbered_by(mut self, numbers: impl Iterator<Item = u8>) -> Self {
        self.numbers.iter_mut().zip(numbers).for_each(|(own, number)| *own = number);
        self
    }

    /// The direction that leads `dx` columns and `dy` rows away.
    ///
    /// # Panics
    ///
    /// If the step does not move every cell by the same rotation. Boards are constants, so compilation fails.
    #[must_use]
    pub const fn direction(&self, dx: i8, dy: i8) -> Direction {
        match self.find_direction(dx, dy) {
            Some(direction) => direction,
            None => panic!("no cell has a neighbour in this direction"),
        }
    }

    /// The direction that leads `dx` columns and `dy` rows away, if a cell has a neighbour there.
    ///
    /// # Panics
    ///
    /// As for [`direction`](Self::direction).
    #[must_use]
    pub(super) const fn find_direction(&self, dx: i8, dy: i8) -> Option<Direction> {
        let mut rotation = None;
        // Holes may have left none of the steps that go around a hexagon, but its layout is the same.
        let mut goes_around = matches!(self.shape, Shape::Hexagon);
        let mut targets = Bitboard::EMPTY;
        let mut i = 0;
        while i < self.len {
            let from = self.cells[i];
            if let Some(to) = self.at(from.x + dx, from.y + dy) {
                let turn = (to.index() as u32 + self.width - from.bit as u32) % self.width;
                match rotation {
                    None => rotation = Some(turn),
                    Some(known) => assert!(known == turn, "the layout has no such direction"),
                }
                goes_around |= (to.index() < from.bit as usize) != (2 * turn > self.width);
                targets = targets.union(to.wide_bitboard());
            }
            i += 1;
        }
        match rotation {
            Some(rotation) => Some(Direction::new(rotation, self.width, goes_around, self.board, targets)),
            None => None,
        }
    }

    /// The cell in column `x` and row `y`, both from 0.
    #[must_use]
    pub const fn at(&self, x: i8, y: i8) -> Option<Square> {
        let mut i = 0;
        while i < self.len {
            if self.cells[i].x == x && self.cells[i].y == y {
                return Some(self.squares[i]);
            }
            i += 1;
        }
        None
    }

    /// Whether sets of cells fit into 64 bits.
    #[must_use]
    pub const fn is_small(&self) -> bool {
        self.width <= u64::BITS
    }

    /// The number of bits of the narrowest [`Word`](super::Word) that sets of cells fit into: 64, 128 or 256, in
    /// WebAssembly 64 or 256.
    #[must_use]
    pub const fn word_bits(&self) -> u32 {
        narrowest(self.width)
    }

    /// The number of cells.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether the board has no cells: always false.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The outline of the board.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The kind of names that are written.
    #[must_use]
    pub const fn naming(&self) -> Naming {
        self.naming
    }

    /// Whether names of this kind are read, even if the other kind is written.
    #[must_use]
    pub fn reads(&self, naming: Naming) -> bool {
        self.has_both_namings || self.naming == naming
    }

    /// Whether names of both kinds are read.
    #[must_use]
    pub const fn has_both_namings(&self) -> bool {
        self.has_both_namings
    }

    /// A description of a cell's name, for messages.
    #[must_use]
    pub const fn describe_names(&self) -> &'static str {
        match (self.naming, self.has_both_namings) {
            (Naming::Numbers, false) => "the number of a square, such as 31",
            (Naming::LetterNumber, false) => "the name of a cell, such as e2",
            (Naming::Numbers, true) => "the number or the name of a square, such as 22 or c3",
            (Naming::LetterNumber, true) => "the name or the number of a square, such as c3 or 22",
        }
    }

    /// The number of columns and rows.
    #[must_use]
    pub const fn size(&self) -> (i8, i8) {
        let (mut columns, mut rows, mut i) = (0, 0, 0);
        while i < self.len {
            let Cell { x, y, .. } = self.cells[i];
            columns = if x < columns { columns } else { x + 1 };
            rows = if y < rows { rows } else { y + 1 };
            i += 1;
        }
        (columns, rows)
    }

    /// All cells as a set.
    #[must_use]
    pub const fn board(&self) -> Bitboard {
        self.board
    }

    /// All cells in text order.
    #[must_use]
    pub const fn squares(&self) -> &[Square] {
        self.squares.split_at(self.len).0
    }

    /// The cell at place `index` in text order, from 0.
    #[must_use]
    pub const fn square(&self, index: usize) -> Option<Square> {
        if index < self.len { Some(self.squares[index]) } else { None }
    }

    /// The cells from one place in text order to another, both inclusive and counted from 1.
    #[must_use]
    pub const fn numbered(&self, from: usize, to: usize) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        let mut number = from;
        while number <= to {
            set = set.union(self.squares()[number - 1].wide_bitboard());
            number += 1;
        }
        set
    }

    /// The place of `square`, a cell of the board, in text order, from 0.
    #[must_use]
    pub const fn order(&self, square: Square) -> usize {
        self.order[square.index()] as usize
    }

    /// The column and row of `square`, both from 0.
    ///
    /// # Panics
    ///
    /// If it is not a cell of the board.
    #[must_use]
    pub const fn coordinates(&self, square: Square) -> (i8, i8) {
        let cell = self.cells[self.order(square)];
        (cell.x, cell.y)
    }

    /// The name of `square`, as people and protocols write it.
    ///
    /// # Panics
    ///
    /// If it is not a cell of the board.
    ///
    /// ```
    /// use coupturc_core::rules::{Game, games::{Hexdame, International}};
    ///
    /// let first = |board: &coupturc_core::rules::Geometry| board.name(board.squares()[0]);
    /// assert_eq!(first(International::GEOMETRY), "1");
    /// assert_eq!(first(Hexdame::GEOMETRY), "i9");
    /// ```
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        self.name_in(self.naming, square)
    }

    /// The name of `square` of the given kind, whether or not the board has names of that kind.
    ///
    /// # Panics
    ///
    /// If it is not a cell of the board.
    #[must_use]
    pub fn name_in(&self, naming: Naming, square: Square) -> String {
        match naming {
            Naming::Numbers => self.number(square).to_string(),
            Naming::LetterNumber => {
                let (x, y) = self.coordinates(square);
                format!("{}{}", char::from(b'a' + x as u8), y + 1)
            }
        }
    }

    /// The number of a cell, from 1.
    ///
    /// # Panics
    ///
    /// If `square` is not a cell of the board.
    pub(crate) fn number(&self, square: Square) -> usize {
        assert!(self.board.contains(square), "not a cell of the board");
        usize::from(self.numbers[self.order(square)]) + 1
    }

    /// Reads the name of a cell at the start of a string, with its letter in lower or upper case; returns the cell and
    /// the rest of the text. On boards with names of both kinds, both are read.
    ///
    /// ```
    /// use coupturc_core::rules::{Game, games::{Brazilian, Dameo}};
    ///
    /// let board = Dameo::GEOMETRY;
    /// assert_eq!(board.read_name("b3-b4"), board.at(1, 2).map(|cell| (cell, "-b4")));
    /// assert_eq!(board.read_name("b9"), None);
    /// assert_eq!(Brazilian::GEOMETRY.read_name("22"), Brazilian::GEOMETRY.read_name("c3"));
    /// ```
    #[must_use]
    pub fn read_name<'a>(&self, text: &'a str) -> Option<(Square, &'a str)> {
        let starts_with_digit = text.starts_with(|c: char| c.is_ascii_digit());
        let naming = if starts_with_digit { Naming::Numbers } else { Naming::LetterNumber };
        if !self.reads(naming) {
            return None;
        }
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        match naming {
            Naming::Numbers => {
                let (number, rest) = text.split_at_checked(digits(text))?;
                let number = number.parse::<u8>().ok()?.checked_sub(1)?;
                let index = self.numbers[..self.len].iter().position(|&known| known == number)?;
                Some((self.square(index)?, rest))
            }
            Naming::LetterNumber => {
                let (letter, rest) = text.split_at_checked(1)?;
                let (number, rest) = rest.split_at_checked(digits(rest))?;
                let x = letter.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
                let y = number.parse::<u8>().ok()?.checked_sub(1)?;
                Some((self.at(i8::try_from(x).ok()?, i8::try_from(y).ok()?)?, rest))
            }
        }
    }
}
