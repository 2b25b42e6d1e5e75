//! Text diagrams of boards.

use std::collections::BTreeSet;

use super::extra::description;
use super::hub_position::piece_letter;
use super::layout::{Place, labels, place};
use crate::rules::{AnyPosition, Color, Geometry, Kind, Rules, Shape, Square};

/// A diagram of a position from White's side: `w` and `b` are men, `W` and `B` kings, `.` an empty cell. The last line
/// gives the side to move and the extra state of the game.
///
/// Letters and numbers stand at the start of their lines; on boards with numbered squares, each row starts with the
/// number of its first square.
///
/// ```
/// use coupturc_core::notation::{diagram, parse_fen};
/// use coupturc_core::rules::{RuleOptions, games::Dameo};
///
/// let fen = parse_fen::<Dameo>("W:We2,e3,f2,f4,g3:BKd8,e6,f7", &RuleOptions::default())?;
/// let picture = "\
/// 8 . . . B . . . .
/// 7 . . . . . b . .
/// 6 . . . . b . . .
/// 5 . . . . . . . .
/// 4 . . . . . w . .
/// 3 . . . . w . w .
/// 2 . . . . w w . .
/// 1 . . . . . . . .
///   a b c d e f g h
/// White to move";
/// assert_eq!(diagram(&fen.position), picture);
/// # Ok::<(), coupturc_core::notation::NotationError>(())
/// ```
#[must_use]
pub fn diagram(position: &dyn AnyPosition) -> String {
    let board = position.rules().geometry;
    let mut texts: Vec<_> = labels(board).into_iter().map(|label| (label.place, label.text)).collect();
    texts.extend(board.squares().iter().map(|&square| {
        let character = character(position.board().at(square));
        (place(board, square), character.to_string())
    }));
    format!("{}\n{}", Spacing::of(board).picture(texts), side_and_extra(position))
}

/// The line and the character position of a cell in a [`diagram`], both from 0.
///
/// ```
/// use coupturc_core::notation::{diagram, diagram_place};
/// use coupturc_core::rules::{RuleOptions, games::Variant};
///
/// let rules = Variant::Hexdame.rules();
/// let start = rules.start(&RuleOptions::default());
/// let picture: Vec<Vec<char>> = diagram(start.position()).lines().map(|line| line.chars().collect()).collect();
/// let (a1, _) = rules.geometry.read_name("a1").expect("a cell");
/// let (line, character) = diagram_place(rules.geometry, a1);
/// assert_eq!(picture[line][character], 'w');
/// ```
#[must_use]
pub fn diagram_place(board: &Geometry, square: Square) -> (usize, usize) {
    let Place { column, row } = place(board, square);
    let names = labels(board).into_iter().map(|label| label.place);
    let all = names.chain(board.squares().iter().map(|&square| place(board, square)));
    // Empty rows produce no line.
    let above: BTreeSet<i32> = all.map(|place| place.row).filter(|&other| other < row).collect();
    (above.len(), Spacing::of(board).end(column) - 1)
}

/// A diagram of the board with the name of each cell.
///
/// ```
/// use coupturc_core::notation::cell_diagram;
/// use coupturc_core::rules::{Game, games::Hexdame};
///
/// let picture = cell_diagram(Hexdame::RULES);
/// let top: Vec<_> = picture.lines().take(3).map(str::trim_start).collect();
/// assert_eq!(top, ["i9", "h9    i8", "g9    h8    i7"]);
/// ```
#[must_use]
pub fn cell_diagram(rules: &Rules) -> String {
    let board = rules.geometry;
    let names: Vec<_> =
        board.squares().iter().map(|&square| (place(board, square), board.name(square))).collect();
    // Names have two characters, or three on larger boards. On all but this board every second column is empty.
    let is_wide = board.shape() == Shape::AllSquares && has_two_digits(board);
    let spacing = if is_wide { Spacing { first: 2, pitch: 4 } } else { Spacing { first: 1, pitch: 3 } };
    spacing.picture(names)
}

/// A diagram of the board with a string of up to five characters in each cell.
///
/// ```
/// use coupturc_core::notation::text_diagram;
/// use coupturc_core::rules::{Game, games::Croda};
///
/// let picture = text_diagram(Croda::GEOMETRY, &|square| square.index().to_string());
/// assert!(picture.starts_with("    0     1     2"));
/// ```
#[must_use]
pub fn text_diagram(board: &Geometry, text_of: &dyn Fn(Square) -> String) -> String {
    let texts = board.squares().iter().map(|&square| (place(board, square), text_of(square)));
    // On the other boards every second column of a row is empty.
    let pitch = if board.shape() == Shape::AllSquares { 6 } else { 3 };
    Spacing { first: 4, pitch }.picture(texts.collect())
}

/// Whether the numbers of some rows have two digits.
const fn has_two_digits(board: &Geometry) -> bool {
    board.size().1 > 9
}

/// The mapping of columns to characters of a line.
#[derive(Clone, Copy)]
struct Spacing {
    /// The character position at which texts of column 0 end.
    first: i32,
    /// The distance from one column to the next.
    pitch: i32,
}

impl Spacing {
    /// The spacing of diagrams. Characters are twice as high as they are wide.
    fn of(board: &Geometry) -> Self {
        match board.shape() {
            Shape::DarkSquares => Self { first: 3, pitch: 2 },
            Shape::AllSquares if has_two_digits(board) => Self { first: 3, pitch: 2 },
            Shape::AllSquares => Self { first: 2, pitch: 2 },
            Shape::Hexagon => Self { first: 3, pitch: 3 },
        }
    }

    /// The length of a line up to the end of the text in a column.
    fn end(self, column: i32) -> usize {
        usize::try_from(self.first + self.pitch * column + 1).unwrap_or(0)
    }

    fn picture(self, mut texts: Vec<(Place, String)>) -> String {
        texts.sort_by_key(|(place, _)| (place.row, place.column));
        let rows = texts.chunk_by(|(one, _), (next, _)| one.row == next.row);
        rows.map(|row| self.line(row)).collect::<Vec<_>>().join("\n")
    }

    fn line(self, texts: &[(Place, String)]) -> String {
        let mut line = String::new();
        for (place, text) in texts {
            let width = self.end(place.column).saturating_sub(line.len());
            line.push_str(&format!("{text:>width$}"));
        }
        line
    }
}

fn character(content: Option<(Color, Kind)>) -> char {
    content.map_or('.', |(color, kind)| piece_letter(color, kind))
}

fn side_and_extra(position: &dyn AnyPosition) -> String {
    let side = match position.side() {
        Color::White => "White to move",
        Color::Black => "Black to move",
    };
    match description(position) {
        None => side.to_owned(),
        Some(text) => format!("{side}, {text}"),
    }
}
