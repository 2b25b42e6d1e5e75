//! The board with the last move marked: brackets around the piece that moved, `*` on its old cell, and `x` on
//! captured pieces, in colour if the terminal supports it.

use anstyle::{AnsiColor, Style};

use crate::notation::{diagram, diagram_place};
use crate::rules::{AnyPosition, Move, Square};

/// The piece that moved.
const PIECE: Style = AnsiColor::Green.on_default().bold();
/// The cells that the move emptied.
const CELL: Style = AnsiColor::Green.on_default();

/// A picture of a position, with the move that led to it. The caller removes colours that the terminal does not
/// support.
pub(super) fn picture(position: &dyn AnyPosition, last: Option<Move>) -> String {
    let text = diagram(position);
    let Some(mv) = last else { return text };
    let mut lines: Vec<Vec<Cell>> = text.lines().map(cells).collect();
    let mut mark = |square: Square, sign: Option<char>| {
        let (line, place) = diagram_place(position.rules().geometry, square);
        let Some(line) = lines.get_mut(line) else { return };
        match sign {
            Some(sign) => put(line, place, Cell { sign, style: CELL }),
            None => frame(line, place),
        }
    };
    if mv.from() != mv.to() {
        mark(mv.from(), Some('*'));
    }
    mv.captured().into_iter().for_each(|square| mark(square, Some('x')));
    mark(mv.to(), None);
    lines.iter().map(|line| text_of(line)).collect::<Vec<_>>().join("\n")
}

/// A character and its style.
#[derive(Clone, Copy, PartialEq)]
struct Cell {
    sign: char,
    style: Style,
}

fn cells(line: &str) -> Vec<Cell> {
    line.chars().map(plain).collect()
}

fn plain(sign: char) -> Cell {
    Cell { sign, style: Style::new() }
}

fn put(line: &mut Vec<Cell>, place: usize, cell: Cell) {
    line.resize(line.len().max(place + 1), plain(' '));
    if let Some(old) = line.get_mut(place) {
        *old = cell;
    }
}

/// Puts a piece between brackets. There is always a character between two cells.
fn frame(line: &mut Vec<Cell>, place: usize) {
    let piece = line.get(place).map_or(' ', |cell| cell.sign);
    let signs = [(place.saturating_sub(1), '['), (place, piece), (place + 1, ']')];
    signs.into_iter().for_each(|(place, sign)| put(line, place, Cell { sign, style: PIECE }));
}

/// The characters as text, with style codes around runs of the same style.
fn text_of(line: &[Cell]) -> String {
    let runs = line.chunk_by(|one, next| one.style == next.style);
    let text = |run: &[Cell]| {
        let signs: String = run.iter().map(|cell| cell.sign).collect();
        let style = run.first().map_or(Style::new(), |cell| cell.style);
        format!("{style}{signs}{style:#}")
    };
    runs.map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{game_of_fen, parse_pdn_move};
    use crate::rules::RuleOptions;
    use crate::rules::games::Variant;

    /// The picture after a move, without colours.
    fn after(variant: Variant, fen: &str, text: &str) -> String {
        let mut game = game_of_fen(variant.rules(), fen, &RuleOptions::default()).expect("a position");
        let mv = parse_pdn_move(game.position(), text).expect("a legal move");
        game.play(mv).expect("a legal move");
        anstream::adapter::strip_str(&picture(game.position(), Some(mv))).to_string()
    }

    #[test]
    fn the_last_move_is_marked() {
        let picture = after(Variant::Dameo, "W:Wb2,h7:Bh8", "b2-b3");
        assert!(picture.contains("3 .[w]. .") && picture.contains("2 . * . ."), "{picture}");
        let picture = after(Variant::International, "W:W28:B23,1", "28x19");
        assert!(picture.contains("[w]") && picture.contains(" x ") && picture.contains(" * "), "{picture}");
        // At the edge of the board, and next to the name of a row.
        let picture = after(Variant::Dameo, "W:Wh7:Bb4", "h7-h8");
        assert!(picture.starts_with("8 . . . . . . .[W]"), "{picture}");
        let picture = after(Variant::Dameo, "W:Wa6:Bh3", "a6-a7");
        assert!(picture.contains("7[w]. ."), "{picture}");
    }

    #[test]
    fn a_piece_that_returns_to_its_cell_is_marked() {
        let picture = after(Variant::International, "W:W28:B23,13,12,22", "28x28");
        assert!(picture.contains("[w]") && !picture.contains('*'), "{picture}");
    }

    #[test]
    fn the_picture_without_marks_is_the_diagram() {
        for &variant in Variant::ALL {
            let mut game = variant.rules().start(&RuleOptions::default());
            assert_eq!(picture(game.position(), None), diagram(game.position()), "{variant}");
            while let Some(&mv) = game.legal_moves().first().filter(|_| game.plies() < 40) {
                game.play(mv).expect("a legal move");
                let marked = picture(game.position(), Some(mv));
                let marked = anstream::adapter::strip_str(&marked).to_string();
                let unmarked = |text: &str| -> Vec<String> {
                    let plain = text.replace(['[', ']'], " ").replace(['*', 'x'], ".");
                    plain.lines().map(|line| line.trim_end().to_owned()).collect()
                };
                assert_eq!(unmarked(&marked), unmarked(&diagram(game.position())), "{marked}");
                assert_eq!(marked.matches('x').count(), mv.captured().into_iter().count(), "{marked}");
            }
        }
    }
}
