//! Cells, directions, starting and promotion cells of each board.
//!
//! A cell is a pair of coordinates, both counted from 1:
//!
//! - square boards: file (a = 1) and rank, that is, column from the left and row from the bottom as White sees them;
//!   the games of the draughts federations use dark squares only;
//! - Hexdame: letter (a = 1) and number.

use std::sync::OnceLock;

use super::board::{Color, Kind, Piece};
use super::game::Game;

/// The largest coordinate on any board.
pub const MAX: i32 = 10;

/// A cell of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Column, file or letter.
    pub x: i32,
    /// Row, rank or number.
    pub y: i32,
}

/// The difference between a cell and a neighbour.
pub type Step = (i32, i32);

const ORTHOGONAL: &[Step] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: &[Step] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ALL_EIGHT: &[Step] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
// Letter +-1, number +-1, both +-1 together.
const HEXAGONAL: &[Step] = &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];

impl Cell {
    /// The neighbour one step away, on the board or not.
    pub fn next(self, step: Step) -> Cell {
        Cell { x: self.x + step.0, y: self.y + step.1 }
    }
}

/// The shape of a board.
enum Shape {
    /// The dark squares of a board with this many rows.
    Dark(i32),
    /// All squares of a board with this many rows.
    Square(i32),
    /// A hexagon.
    Hexagon,
}

/// The board of a game.
fn shape(game: Game) -> Shape {
    match game {
        Game::Normal | Game::Vanguard | Game::Frisian | Game::Breakthrough | Game::Losing => Shape::Dark(10),
        Game::Brazilian | Game::Russian => Shape::Dark(8),
        Game::Dameo | Game::Harzdame | Game::Croda | Game::Turkish => Shape::Square(8),
        Game::Hexdame => Shape::Hexagon,
    }
}

/// The number of rows, ranks or numbers.
fn rows(game: Game) -> i32 {
    match shape(game) {
        Shape::Dark(rows) | Shape::Square(rows) => rows,
        Shape::Hexagon => 9,
    }
}

/// Whether the game's board has this cell.
pub fn exists(game: Game, cell: Cell) -> bool {
    let Cell { x, y } = cell;
    let within = |size: i32| (1..=size).contains(&x) && (1..=size).contains(&y);
    match shape(game) {
        // White's bottom left square is dark.
        Shape::Dark(size) => within(size) && (x + y) % 2 == 0,
        Shape::Square(size) => within(size),
        Shape::Hexagon => within(9) && (x - y).abs() <= 4,
    }
}

/// All cells in the order of the Hub `pos` string.
pub fn cells(game: Game) -> &'static [Cell] {
    static CELLS: [OnceLock<Vec<Cell>>; Game::ALL.len()] = [const { OnceLock::new() }; Game::ALL.len()];
    CELLS[game as usize].get_or_init(|| {
        let column = |x| (1..=MAX).map(move |y| Cell { x, y });
        let mut all: Vec<Cell> = (1..=MAX).flat_map(column).collect();
        all.retain(|&cell| exists(game, cell));
        all.sort_by_key(|&cell| hub_order(game, cell));
        all
    })
}

/// The sort key of the Hub order: the row from the top, then the place in it from White's left.
pub fn hub_order(game: Game, cell: Cell) -> (i32, i32) {
    let row = match game {
        // Cells of equal letter + number make a row, from i9 down to a1.
        Game::Hexdame => cell.x + cell.y,
        _ => cell.y,
    };
    // Low letters and files are on the left.
    (-row, cell.x)
}

/// The cells from `from` in one direction up to the edge of the board, without `from` itself.
pub fn ray(game: Game, from: Cell, step: Step) -> impl Iterator<Item = Cell> {
    std::iter::successors(Some(from.next(step)), move |cell| Some(cell.next(step)))
        .take_while(move |&cell| exists(game, cell))
}

/// The text of a cell: a number or a letter and a number.
pub fn name(game: Game, cell: Cell) -> String {
    match shape(game) {
        Shape::Dark(size) if game != Game::Russian => number(size, cell).to_string(),
        _ => letter_and_number(cell),
    }
}

/// The number of a dark square: row by row from the top, 1 in the second column of the top row.
fn number(size: i32, cell: Cell) -> i32 {
    let in_a_row = size / 2;
    in_a_row * (size - cell.y) + (cell.x + 1) / 2
}

fn letter_and_number(cell: Cell) -> String {
    let letter = char::from(b"abcdefghi"[(cell.x - 1) as usize]);
    format!("{letter}{}", cell.y)
}

/// The cell with this text. On the small board with dark squares, both ways of naming a cell are accepted.
///
/// # Panics
///
/// If there is no such cell.
pub fn find_cell(game: Game, text: &str) -> Cell {
    let is_named = |cell: &Cell| match shape(game) {
        Shape::Dark(8) => number(8, *cell).to_string() == text || letter_and_number(*cell) == text,
        _ => name(game, *cell) == text,
    };
    let found = cells(game).iter().find(|cell| is_named(cell));
    *found.unwrap_or_else(|| panic!("no such cell: {text}"))
}

/// Whether a man of this colour stands here when the game starts.
pub fn is_start(game: Game, color: Color, cell: Cell) -> bool {
    let Cell { x, y } = cell;
    match (game, color) {
        // a1-h1, b2-g2, c3-f3.
        (Game::Dameo, Color::White) => y <= 3 && (y..=9 - y).contains(&x),
        // a8-h8, b7-g7, c6-f6.
        (Game::Dameo, Color::Black) => is_start(game, Color::White, Cell { x, y: 9 - y }),
        (Game::Hexdame, Color::White) => x <= 4 && y <= 4,
        (Game::Hexdame, Color::Black) => x >= 6 && y >= 6,
        (Game::Harzdame, Color::White) => x + y <= 7,
        (Game::Harzdame, Color::Black) => x + y >= 11,
        // Ranks 2 and 3, 6 and 7.
        (Game::Turkish, Color::White) => y == 2 || y == 3,
        (Game::Turkish, Color::Black) => y == 6 || y == 7,
        // Elsewhere all rows except the two in the middle: four on a board of ten rows, three on one of eight.
        (_, Color::White) => y < rows(game) / 2,
        (_, Color::Black) => y > rows(game) / 2 + 1,
    }
}

/// Whether a man of this colour that ends its move here becomes a king.
pub fn is_promotion(game: Game, color: Color, cell: Cell) -> bool {
    let Cell { x, y } = cell;
    match (game, color) {
        // Letter i or number 9; letter a or number 1.
        (Game::Hexdame, Color::White) => x == 9 || y == 9,
        (Game::Hexdame, Color::Black) => x == 1 || y == 1,
        // c8-h8 and h3-h7.
        (Game::Harzdame, Color::White) => (y == 8 && x >= 3) || (x == 8 && y >= 3),
        // a1-a6 and b1-f1.
        (Game::Harzdame, Color::Black) => (x == 1 && y <= 6) || (y == 1 && x <= 6),
        // Elsewhere the last row.
        (_, Color::White) => y == rows(game),
        (_, Color::Black) => y == 1,
    }
}

/// The directions in which a man of this colour moves without capturing: forward, in Turkish Draughts sideways too.
pub fn man_steps(game: Game, color: Color) -> Vec<Step> {
    let white: &[Step] = match game {
        // Straight or diagonally forward.
        Game::Dameo | Game::Croda => &[(-1, 1), (0, 1), (1, 1)],
        // Letter + 1, number + 1 or both.
        Game::Hexdame => &[(1, 0), (0, 1), (1, 1)],
        // One up or one to the right.
        Game::Harzdame => &[(0, 1), (1, 0)],
        // Straight forward or sideways.
        Game::Turkish => &[(-1, 0), (0, 1), (1, 0)],
        // On dark squares diagonally.
        _ => &[(-1, 1), (1, 1)],
    };
    // On every board Black moves the opposite way.
    let sign = if color == Color::White { 1 } else { -1 };
    white.iter().map(|&(x, y)| (sign * x, sign * y)).collect()
}

/// The directions in which a king moves without capturing.
pub fn king_steps(game: Game) -> &'static [Step] {
    match game {
        // Like a chess queen.
        Game::Dameo => ALL_EIGHT,
        Game::Hexdame => HEXAGONAL,
        // Like a chess rook; no diagonal moves.
        Game::Harzdame | Game::Croda | Game::Turkish => ORTHOGONAL,
        // On dark squares like a chess bishop.
        _ => DIAGONAL,
    }
}

/// The directions in which a piece captures: the same for men and kings, forward and backward, except in Turkish
/// Draughts.
pub fn capture_steps(game: Game, piece: Piece) -> &'static [Step] {
    match game {
        // Men forward and sideways, never backward.
        Game::Turkish if piece.kind == Kind::Man => match piece.color {
            Color::White => &[(-1, 0), (0, 1), (1, 0)],
            Color::Black => &[(-1, 0), (0, -1), (1, 0)],
        },
        // Never diagonally, in Dameo not even kings.
        Game::Dameo | Game::Harzdame | Game::Croda | Game::Turkish => ORTHOGONAL,
        Game::Hexdame => HEXAGONAL,
        // Diagonally, and along ranks and files, where the next dark square is two steps away.
        Game::Frisian => &[(1, 1), (1, -1), (-1, -1), (-1, 1), (0, 2), (2, 0), (0, -2), (-2, 0)],
        // On dark squares diagonally.
        _ => DIAGONAL,
    }
}

/// Whether a step on a square board leads towards the player's own side.
pub fn is_backwards(color: Color, step: Step) -> bool {
    match color {
        Color::White => step.1 < 0,
        Color::Black => step.1 > 0,
    }
}
