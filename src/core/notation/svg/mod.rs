//! Self-contained SVG pictures of boards, without scripts, fonts or other files.

mod blank;
mod drawing;
mod sheet;
mod symbols;

use std::fmt::Display;

pub use blank::{BlankBoard, BlankCell, blank_board, pieces_drawing};
use drawing::{Content, Drawing};
pub use symbols::SYMBOLS as PIECE_SYMBOLS;
use symbols::SYMBOLS;

use crate::rules::games::Variant;
use crate::rules::{AnyPosition, RuleOptions, Rules, Square};

/// The text attributes of labels.
const LETTERING: &str = "text-anchor=\"middle\" font-family=\"Helvetica, Arial, sans-serif\"";

/// A picture of a position from White's side, as an SVG document.
///
/// A king is two stacked men with a crown; a vanguard has a ring around it.
///
/// ```
/// use coupturc_core::notation::svg;
/// use coupturc_core::rules::{Position, games::Hexdame};
///
/// let picture = svg(&Position::<Hexdame>::start());
/// assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>"));
/// assert_eq!(picture.matches("href=\"#white-man\"").count(), 16);
/// ```
#[must_use]
pub fn svg(position: &dyn AnyPosition) -> String {
    document_of_one(&Drawing::new(position.rules(), Content::Pieces(position)))
}

/// A picture of the board with the name of each cell, as an SVG document.
///
/// ```
/// use coupturc_core::notation::cell_svg;
/// use coupturc_core::rules::{Game, games::International};
///
/// assert!(cell_svg(International::RULES).contains(">50</text>"));
/// ```
#[must_use]
pub fn cell_svg(rules: &Rules) -> String {
    text_svg(rules, &|square| rules.geometry.name(square))
}

/// A picture of the board with a short text in each cell, as an SVG document.
///
/// ```
/// use coupturc_core::notation::text_svg;
/// use coupturc_core::rules::{Game, games::International};
///
/// assert_eq!(text_svg(International::RULES, &|_| "+7".to_owned()).matches(">+7</text>").count(), 50);
/// ```
#[must_use]
pub fn text_svg(rules: &Rules, text_of: &dyn Fn(Square) -> String) -> String {
    document_of_one(&Drawing::new(rules, Content::Texts(text_of)))
}

/// The starting positions of all games side by side, with the names of the games, as an SVG document.
///
/// ```
/// let picture = coupturc_core::notation::starts_svg();
/// assert!(picture.contains(">Dameo</text>") && picture.contains(">Hexdame</text>"));
/// ```
#[must_use]
pub fn starts_svg() -> String {
    const BOARD: usize = 480;
    const GAP: usize = 30;
    const CAPTION: usize = 50;
    let mut body = vec!["<title>The start positions of all games</title>".to_owned()];
    for (index, &variant) in Variant::ALL.iter().enumerate() {
        let x = GAP + index * (BOARD + GAP);
        let game = variant.rules().start(&RuleOptions::default());
        let drawing = Drawing::new(game.rules(), Content::Pieces(game.position()));
        let area = format!("x=\"{x}\" y=\"{GAP}\" width=\"{BOARD}\" height=\"{BOARD}\"");
        body.push(drawing.element(&area));
        body.push(caption(x + BOARD / 2, GAP + BOARD + CAPTION, drawing.title));
    }
    let width = GAP + Variant::ALL.len() * (BOARD + GAP);
    document(width, 2 * GAP + BOARD + CAPTION, &body.join("\n"))
}

/// A caption in a grey that is legible on light and dark pages.
fn caption(x: usize, y: usize, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\" font-size=\"30\" fill=\"#84807a\">{text}</text>")
}

fn document_of_one(drawing: &Drawing) -> String {
    let (width, height) = drawing.size;
    let area = format!("width=\"{width}\" height=\"{height}\"");
    document(width, height, &drawing.element(&area))
}

fn document(width: impl Display, height: impl Display, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" {LETTERING}>\n{SYMBOLS}\n{body}\n</svg>"
    )
}
