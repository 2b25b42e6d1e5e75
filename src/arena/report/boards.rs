//! The boards that the script puts pieces on, one for each game that was played.

use super::results::Results;
use crate::notation::{BlankBoard, PIECE_SYMBOLS, VariantName, blank_board, hub_position_text};
use crate::rules::games::Variant;
use crate::rules::{Game, Position};

/// The drawings of the pieces, used by name on all boards.
pub(super) fn symbols() -> String {
    format!("<svg width=\"0\" height=\"0\" class=\"symbols\" aria-hidden=\"true\">{PIECE_SYMBOLS}</svg>")
}

/// The boards as templates, each with the start of its game.
pub(super) fn boards(results: &Results<'_>) -> String {
    let played = |variant: Variant| {
        let names = results.variants.iter().filter_map(|name| name.parse::<VariantName>().ok());
        names.into_iter().any(|name| name.variant == variant)
    };
    let variants = Variant::ALL.iter().filter(|&&variant| played(variant));
    variants.map(|&variant| with_game!(variant, G => template::<G>())).collect()
}

/// Its cells come in text order, each with its name and its middle.
fn template<G: Game>() -> String {
    let BlankBoard { size: (width, height), lettering, drawing, cells } = blank_board::<G>();
    let cells = cells.iter().map(|cell| {
        let (x, y) = cell.middle;
        format!("<path d=\"{}\" data-name=\"{}\" data-x=\"{x}\" data-y=\"{y}\"/>\n", cell.outline, cell.name)
    });
    let cells: String = cells.collect();
    let start = hub_position_text(&Position::<G>::start());
    format!(
        "<template id=\"board-{}\" data-start=\"{start}\" data-title=\"{}\">\n\
         <svg viewBox=\"0 0 {width} {height}\" role=\"img\" {lettering}>\n{drawing}\n\
         <g class=\"cells\">\n{cells}</g>\n<g class=\"pieces\"></g>\n</svg>\n</template>\n",
        G::VARIANT,
        G::TITLE
    )
}
