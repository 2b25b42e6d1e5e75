//! Reading FEN, the form in which the first position of a game is stored.

use super::board::{Board, Color, Kind, Piece};
use super::game::{Game, Options};
use super::geometry::{Cell, find_cell};
use super::king_moves::KingMoves;
use super::position::NaivePosition;

impl NaivePosition {
    /// Reads `W:W31-50:BK7` and the like, followed by `:V<cell>` for the vanguard if there is one, or `:+305+246` for
    /// the kings' moves of Frisian Draughts. The move number, `:F<number>`, says nothing about the position.
    ///
    /// # Panics
    ///
    /// If the text is not a position that the rules admit, or gives the number of plies without progress.
    pub fn from_fen(game: Game, options: Options, fen: &str) -> Self {
        let mut fields = fen.trim_end_matches('.').split(':');
        let to_move = color(fields.next().expect("the side to move"));
        let mut position = NaivePosition::of_board(game, options, Board::empty(), to_move);
        let mut kings = None;
        for field in fields {
            let (letter, rest) = field.split_at(1);
            match letter {
                "W" | "B" => put_pieces(&mut position.board, game, color(letter), rest),
                "+" => kings = Some(rest),
                "V" => position.vanguard = Some(find_cell(game, rest)),
                "F" => {}
                _ => panic!("no such field of a FEN: {field}"),
            }
        }
        // A cell that follows from the pieces may be omitted.
        if let Some(text) = kings {
            position.king_moves = KingMoves::from_fen(text, &position.board);
        }
        position.refuse_nonsense();
        position
    }
}

fn color(letter: &str) -> Color {
    match letter {
        "W" => Color::White,
        "B" => Color::Black,
        _ => panic!("no such side: {letter}"),
    }
}

fn put_pieces(board: &mut Board, game: Game, color: Color, list: &str) {
    for item in list.split(',').filter(|item| !item.is_empty()) {
        let (kind, run) = item.strip_prefix('K').map_or((Kind::Man, item), |run| (Kind::King, run));
        for cell in run_of(game, run) {
            assert!(board.at(cell).is_none(), "two pieces on one cell: {list}");
            board.set(cell, Some(Piece { color, kind }));
        }
    }
}

/// A cell, or all cells from one number to another.
fn run_of(game: Game, text: &str) -> Vec<Cell> {
    let Some((first, last)) = text.split_once('-') else { return vec![find_cell(game, text)] };
    let number = |text: &str| text.parse::<u32>().expect("a number");
    (number(first)..=number(last)).map(|number| find_cell(game, &number.to_string())).collect()
}
