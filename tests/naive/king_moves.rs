//! The extra state of Frisian Draughts: a player who has men may not make more than three quiet moves in a row with the
//! same king.

use super::board::{Board, Color, Kind, Piece};
use super::game::Game;
use super::geometry::{Cell, MAX, find_cell, name};
use super::moves::Move;
use super::position::NaivePosition;

/// A king, and the number of its quiet moves in a row.
type Row = (Cell, u32);

/// The number of moves in a row after which a king must rest.
const MOST: u32 = 3;

/// For each player, the current row of quiet moves, if any.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KingMoves {
    white: Option<Row>,
    black: Option<Row>,
}

impl KingMoves {
    /// Reads `W46+2,B5+3`.
    ///
    /// # Panics
    ///
    /// If the text is not of that form, or has two rows for one player.
    pub fn from_hub(text: &str) -> Self {
        let mut rows = KingMoves::default();
        for item in text.split(',') {
            let (side, row) = item.split_at(1);
            let (cell, moves) = row.split_once('+').expect("a cell and a number");
            let color = match side {
                "W" => Color::White,
                "B" => Color::Black,
                _ => panic!("no such side: {side}"),
            };
            let row = (find_cell(Game::Frisian, cell), number(moves));
            assert_eq!(rows.of_mut(color).replace(row), None, "two rows of one player: {text}");
        }
        rows
    }

    /// Reads `305+246`, the field of a FEN without its first letter: Black's moves and cell, then White's. Without
    /// moves there is no cell; with moves it may be left out if the player has one king.
    ///
    /// # Panics
    ///
    /// If the text is not of that form.
    pub fn from_fen(text: &str, board: &Board) -> Self {
        let (black, white) = text.split_once('+').expect("two rows");
        let read = |row: &str, color| {
            let (moves, cell) = row.split_at(1);
            let kings = kings_of(board, color);
            match (number(moves), cell, &kings[..]) {
                (0, "", _) => None,
                (moves, "", &[king]) => Some((king, moves)),
                (moves, cell, _) => Some((find_cell(Game::Frisian, cell.trim_start_matches('0')), moves)),
            }
        };
        KingMoves { white: read(white, Color::White), black: read(black, Color::Black) }
    }

    /// Gives half of the players who have men and kings a random number of moves with a random king.
    pub fn random(board: &Board, rng: &mut impl FnMut(u64) -> u64) -> Self {
        let mut rows = KingMoves::default();
        for color in [Color::White, Color::Black] {
            let kings = kings_of(board, color);
            if has_men(board, color) && !kings.is_empty() && rng(2) == 0 {
                let king = kings[rng(kings.len() as u64) as usize];
                *rows.of_mut(color) = Some((king, 1 + rng(u64::from(MOST)) as u32));
            }
        }
        rows
    }

    /// All possible rows on a board.
    pub fn all(board: &Board) -> Vec<KingMoves> {
        let rows = |color| {
            let kings = if has_men(board, color) { kings_of(board, color) } else { Vec::new() };
            let rows = kings.into_iter().flat_map(|king| (1..=MOST).map(move |moves| Some((king, moves))));
            std::iter::once(None).chain(rows).collect::<Vec<Option<Row>>>()
        };
        let (whites, blacks) = (rows(Color::White), rows(Color::Black));
        let all =
            whites.into_iter().flat_map(|white| blacks.iter().map(move |&black| KingMoves { white, black }));
        all.collect()
    }

    /// A different number for each state, below 65,536.
    pub fn number(self) -> u64 {
        let row = |row: Option<Row>| {
            row.map_or(0, |(cell, moves)| (cell.x * (MAX + 1) + cell.y) as u64 * 4 + u64::from(moves))
        };
        row(self.white) << 8 | row(self.black)
    }

    /// The text that [`from_hub`](Self::from_hub) reads, if there is any row.
    pub fn to_hub(self) -> Option<String> {
        let item = |side: &str, row: Option<Row>| {
            row.map(|(cell, moves)| format!("{side}{}+{moves}", name(Game::Frisian, cell)))
        };
        let items: Vec<String> =
            [item("W", self.white), item("B", self.black)].into_iter().flatten().collect();
        (!items.is_empty()).then(|| items.join(","))
    }

    /// Panics if the rows do not fit the board.
    pub fn refuse_nonsense(mut self, position: &NaivePosition) {
        for color in [Color::White, Color::Black] {
            if let Some((cell, moves)) = *self.of_mut(color) {
                assert_eq!(position.game, Game::Frisian, "rows of king moves in another game");
                assert!((1..=MOST).contains(&moves), "{moves} moves in a row");
                assert!(kings_of(&position.board, color).contains(&cell), "no king there: {cell:?}");
                assert!(has_men(&position.board, color), "a row of a player without men");
            }
        }
    }

    /// Whether this player's king on this cell must rest.
    pub fn must_rest(mut self, color: Color, cell: Cell) -> bool {
        *self.of_mut(color) == Some((cell, MOST))
    }

    /// The rows after a move, which leads to the board `after`.
    pub fn after(mut self, before: &NaivePosition, mv: &Move, after: &Board) -> Self {
        let color = before.to_move;
        let king = Piece { color, kind: Kind::King };
        let is_quiet_king = mv.captured.is_empty() && before.board.at(mv.from) == Some(king);
        // Any other move of that player breaks the row.
        let row = self.of_mut(color);
        *row = match *row {
            Some((cell, moves)) if is_quiet_king && cell == mv.from => Some((mv.to, moves + 1)),
            _ if is_quiet_king => Some((mv.to, 1)),
            _ => None,
        };
        // So does the loss of that king.
        let row = self.of_mut(color.other());
        *row = row.filter(|(cell, _)| !mv.captured.contains(cell));
        // A player who has only kings moves them freely.
        for color in [Color::White, Color::Black] {
            let row = self.of_mut(color);
            *row = row.filter(|_| has_men(after, color));
        }
        self
    }

    fn of_mut(&mut self, color: Color) -> &mut Option<Row> {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

fn number(text: &str) -> u32 {
    text.parse().expect("a number of moves")
}

fn kings_of(board: &Board, color: Color) -> Vec<Cell> {
    let kings = board.pieces_of(color).into_iter().filter(|(_, piece)| piece.kind == Kind::King);
    kings.map(|(cell, _)| cell).collect()
}

fn has_men(board: &Board, color: Color) -> bool {
    board.pieces_of(color).iter().any(|(_, piece)| piece.kind == Kind::Man)
}
