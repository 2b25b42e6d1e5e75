//! A whole game: its end by loss, by repetition and by the draw limits.

use super::board::Color;
use super::limits::limit;
use super::moves::Move;
use super::position::NaivePosition;

/// A game: all its positions and moves.
#[derive(Clone, Debug)]
pub struct NaiveGame {
    /// From the first position to the present one.
    positions: Vec<NaivePosition>,
    /// Each leads from the position with the same number to the next one.
    moves: Vec<Move>,
}

impl NaiveGame {
    /// A game that begins in a given position. All counts start there.
    pub fn new(start: NaivePosition) -> Self {
        NaiveGame { positions: vec![start], moves: Vec::new() }
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
        self.positions.push(after);
        self.moves.push(played);
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
        } else if let Some(reason) = limit(self) {
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

    /// For how many plies every position up to now has been as `holds` says. The move that led to the first of them is not
    /// counted.
    pub(super) fn plies_while(&self, holds: impl Fn(&NaivePosition) -> bool) -> usize {
        let positions = self.positions.iter().rev().take_while(|position| holds(position)).count();
        positions.saturating_sub(1)
    }

    /// How many plies were made since a move, told with the position before it, that was as `happens` says.
    pub(super) fn plies_since(&self, happens: impl Fn(&NaivePosition, &Move) -> bool) -> usize {
        let plies = self.positions.iter().zip(&self.moves).rev();
        plies.take_while(|(before, mv)| !happens(before, mv)).count()
    }
}
