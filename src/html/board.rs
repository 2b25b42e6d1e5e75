//! Boards: each is drawn once on a page, and used by name for every position on it.

use crate::notation::{BlankBoard, PIECE_SYMBOLS, blank_board, fen_text, pieces_drawing};
use crate::rules::{AnyPosition, Rules};

/// The boards of some games.
pub struct Boards(Vec<(&'static Rules, BlankBoard)>);

impl Boards {
    /// The boards of these games, which may repeat.
    #[must_use]
    pub fn of(games: impl IntoIterator<Item = &'static Rules>) -> Self {
        let mut boards: Vec<(&Rules, BlankBoard)> = Vec::new();
        for rules in games {
            if boards.iter().all(|&(known, _)| known != rules) {
                boards.push((rules, blank_board(rules.geometry)));
            }
        }
        Self(boards)
    }

    /// The pieces and the empty boards, for the beginning of a page, which does not show them there.
    #[must_use]
    pub fn drawings(&self) -> String {
        let boards = self.0.iter().enumerate().map(|(number, (_, BlankBoard { lettering, drawing, .. }))| {
            format!("<g id=\"board-{number}\" {lettering}>\n{drawing}\n</g>\n")
        });
        format!(
            "<svg width=\"0\" height=\"0\" class=\"symbols\" aria-hidden=\"true\">{PIECE_SYMBOLS}\n<defs>{}</defs></svg>\n",
            boards.collect::<String>()
        )
    }

    /// A position on its board, described by its FEN; nothing if its board is not among these.
    #[must_use]
    pub fn board(&self, position: &dyn AnyPosition) -> String {
        let place = self.0.iter().position(|&(rules, _)| rules == position.rules());
        let Some((number, (_, BlankBoard { size: (width, height), .. }))) =
            place.and_then(|number| Some((number, self.0.get(number)?)))
        else {
            return String::new();
        };
        format!(
            "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">\n\
             <use href=\"#board-{number}\"/>\n{}\n</svg>\n",
            fen_text(position, &Default::default()),
            pieces_drawing(position)
        )
    }
}
