//! A whole game: its end by loss, by repetition and by the draw limits.

use super::board::{Board, Color, Kind};
use super::game::DrawRule;
use super::moves::Move;
use super::position::NaivePosition;

/// The material that has a limit of moves of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    /// Three kings, two kings and a man, or a king and two men against a lone king.
    Sixteen,
    /// Two kings, a king and a man, or a king against a lone king.
    Five,
}

/// A game: all its positions, and what has been counted for the draw limits.
#[derive(Clone, Debug)]
pub struct NaiveGame {
    /// From the first position to the present one.
    positions: Vec<NaivePosition>,
    /// Plies made since the last capture or man move.
    king_plies: u32,
    /// The row of the present material, and the plies made since the move that led into it.
    row: Option<(Row, u32)>,
}

impl NaiveGame {
    /// A game that begins in a given position. All counts start there.
    pub fn new(start: NaivePosition) -> Self {
        let row = row_of(&start.board).map(|row| (row, 0));
        NaiveGame { positions: vec![start], king_plies: 0, row }
    }

    /// The present position.
    pub fn position(&self) -> &NaivePosition {
        self.positions.last().expect("a game has a position")
    }

    /// Plays a move.
    ///
    /// # Panics
    ///
    /// If the move is not legal.
    pub fn play(&mut self, mv: &str) {
        let before = self.position();
        let played = before.find_move(mv);
        let after = before.after(&played);
        let progress = is_progress(before, &played);
        self.king_plies = if progress { 0 } else { self.king_plies + 1 };
        self.row = match (self.row, row_of(&after.board)) {
            // A capture or promotion that stays within the row does not restart its count.
            (Some((old, plies)), Some(new)) if old == new => Some((new, plies + 1)),
            // The move that creates the material starts the count and is not counted itself.
            (_, new) => new.map(|row| (row, 0)),
        };
        self.positions.push(after);
    }

    /// How the game stands, and why: `("none", "none")` as long as it goes on.
    ///
    /// A player without a legal move has lost, whatever else holds; then comes repetition, then the limits,
    /// shortest first.
    pub fn result(&self) -> (&'static str, &'static str) {
        if let Some(reason) = self.loss() {
            let result = match self.position().to_move {
                Color::White => "black-win",
                Color::Black => "white-win",
            };
            (result, reason)
        } else if self.repetitions() >= 3 {
            ("draw", "repetition")
        } else if let Some(reason) = self.limit() {
            ("draw", reason)
        } else {
            ("none", "none")
        }
    }

    /// Why the player to move has lost, if so.
    fn loss(&self) -> Option<&'static str> {
        let position = self.position();
        if position.board.pieces_of(position.to_move).is_empty() {
            Some("no-pieces")
        } else if position.legal_moves().is_empty() {
            Some("no-moves")
        } else {
            None
        }
    }

    /// How often the present position, with its player to move, has been on the board.
    fn repetitions(&self) -> usize {
        let present = self.position();
        self.positions.iter().filter(|&position| position == present).count()
    }

    /// The limit of the world federation that has been reached, if any. A move by each side is two plies.
    fn limit(&self) -> Option<&'static str> {
        let position = self.position();
        if !position.game.is_international() || position.options.draw_rule != DrawRule::Fmjd {
            return None;
        }
        match self.row {
            Some((Row::Five, plies)) if plies >= 2 * 5 => Some("5-moves"),
            Some((Row::Sixteen, plies)) if plies >= 2 * 16 => Some("16-moves"),
            _ if self.king_plies >= 2 * 25 => Some("25-moves"),
            _ => None,
        }
    }
}

/// Whether a move is a capture or moves a man.
fn is_progress(before: &NaivePosition, mv: &Move) -> bool {
    let is_man = before.board.at(mv.from).is_some_and(|piece| piece.kind == Kind::Man);
    is_man || !mv.captured.is_empty()
}

/// The row that the material on the board belongs to.
fn row_of(board: &Board) -> Option<Row> {
    let white = count(board, Color::White);
    let black = count(board, Color::Black);
    row_against_lone_king(white, black).or(row_against_lone_king(black, white))
}

/// Men and kings of one player.
fn count(board: &Board, color: Color) -> (usize, usize) {
    let pieces = board.pieces_of(color);
    let kings = pieces.iter().filter(|(_, piece)| piece.kind == Kind::King).count();
    (pieces.len() - kings, kings)
}

/// The row of one player's (men, kings) if the other one has nothing but a king.
fn row_against_lone_king(strong: (usize, usize), weak: (usize, usize)) -> Option<Row> {
    if weak != (0, 1) {
        return None;
    }
    match strong {
        (0, 3) | (1, 2) | (2, 1) => Some(Row::Sixteen),
        (0, 2) | (1, 1) | (0, 1) => Some(Row::Five),
        _ => None,
    }
}
