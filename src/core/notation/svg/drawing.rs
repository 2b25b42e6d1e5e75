//! Drawing of one board: frame, cells, labels and contents.

use super::super::extra::ringed;
use super::super::fen::{FenFields, fen_text};
use super::super::layout::{Place, labels, place};
use super::sheet::Sheet;
use super::symbols::symbol;
use crate::rules::{AnyPosition, Geometry, Naming, Rules, Shape, Square};

/// The contents of the cells of a board.
#[derive(Clone, Copy)]
pub(super) enum Content<'a> {
    /// The pieces of a position.
    Pieces(&'a dyn AnyPosition),
    /// A string in each cell.
    Texts(&'a dyn Fn(Square) -> String),
}

/// The drawing of a board.
pub(super) struct Drawing {
    /// The name of the game.
    pub(super) title: &'static str,
    /// Width and height.
    pub(super) size: (i32, i32),
    elements: Vec<String>,
}

impl Drawing {
    pub(super) fn new(rules: &Rules, content: Content<'_>) -> Self {
        let (title, board) = (rules.title, rules.geometry);
        let sheet = Sheet::new(board);
        let mut elements = vec![format!("<title>{title}</title>")];
        if let Content::Pieces(position) = content {
            elements.push(format!("<desc>{}</desc>", fen_text(position, &FenFields::default())));
        }
        elements.push(sheet.frame());
        elements.extend(cells(board, &sheet));
        match content {
            Content::Pieces(position) => {
                elements.push(names_beside_pieces(board, &sheet));
                elements.push(pieces(&sheet, position));
            }
            Content::Texts(text_of) => elements.push(texts_in_cells(board, &sheet, text_of)),
        }
        Self { title, size: sheet.size, elements }
    }

    /// The drawing as an element that fills `area`, given as attributes.
    pub(super) fn element(&self, area: &str) -> String {
        let (width, height) = self.size;
        format!("<svg {area} viewBox=\"0 0 {width} {height}\">\n{}\n</svg>", self.elements.join("\n"))
    }
}

/// The cells, one path per shade.
pub(super) fn cells(board: &Geometry, sheet: &Sheet) -> impl Iterator<Item = String> {
    let places = || board.squares().iter().map(|&square| place(board, square));
    shades(sheet.shape()).iter().enumerate().map(move |(index, color)| {
        let of_shade = places().filter(|&place| shade(sheet.shape(), place) == index);
        let outlines: String = of_shade.map(|place| sheet.outline(place)).collect();
        format!("<path d=\"{outlines}\" fill=\"{color}\"/>")
    })
}

const fn shades(shape: Shape) -> &'static [&'static str] {
    match shape {
        Shape::DarkSquares => &["#b5916b"],
        Shape::AllSquares => &["#c4a47c", "#d4b991"],
        Shape::Hexagon => &["#c4a47c", "#d4b991", "#b5916b"],
    }
}

/// The index of the shade of a cell; neighbours have different shades.
const fn shade(shape: Shape, place: Place) -> usize {
    match shape {
        Shape::DarkSquares => 0,
        Shape::AllSquares => (place.column + place.row + 1) as usize % 2,
        Shape::Hexagon => (place.row + 2) as usize % 3,
    }
}

/// The numbers in the corners of the squares, or the letters and numbers around the board.
pub(super) fn names_beside_pieces(board: &Geometry, sheet: &Sheet) -> String {
    if board.naming() == Naming::Numbers {
        let corner = |&square: &Square| {
            let (x, y) = sheet.middle(place(board, square));
            text((x - 23, y - 16), &board.name(square))
        };
        let numbers = board.squares().iter().map(corner);
        return group("font-size=\"9\" fill=\"#5f4d3e\" text-anchor=\"start\"", numbers);
    }
    let labels = labels(board);
    let labels = labels.iter().map(|label| {
        let (x, y) = sheet.label(label);
        text((x, y + 5), &label.text)
    });
    group("font-size=\"15\" fill=\"#e6dac4\"", labels)
}

fn texts_in_cells(board: &Geometry, sheet: &Sheet, text_of: &dyn Fn(Square) -> String) -> String {
    let element = |&square: &Square| {
        let (x, y) = sheet.middle(place(board, square));
        text((x, y + 6), &text_of(square))
    };
    group("font-size=\"18\" fill=\"#3b2f25\"", board.squares().iter().map(element))
}

pub(super) fn pieces(sheet: &Sheet, position: &dyn AnyPosition) -> String {
    let (board, ringed) = (position.rules().geometry, ringed(position));
    let mut elements = Vec::new();
    for &square in board.squares() {
        let (x, y) = sheet.middle(place(board, square));
        if let Some((color, kind)) = position.board().at(square) {
            elements.push(reference(symbol(color, kind), (x, y)));
        }
        if ringed.contains(square) {
            elements.push(reference("mark", (x, y)));
        }
    }
    elements.join("\n")
}

fn reference(symbol: &str, (x, y): (i32, i32)) -> String {
    format!("<use href=\"#{symbol}\" x=\"{x}\" y=\"{y}\"/>")
}

fn text((x, y): (i32, i32), text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\">{text}</text>")
}

fn group(attributes: &str, elements: impl Iterator<Item = String>) -> String {
    format!("<g {attributes}>\n{}\n</g>", elements.collect::<Vec<_>>().join("\n"))
}
