//! A whole game: how it ends by the position on the board, by repetition and by the draw limits.

use super::board::{Color, Kind};
use super::game::{Game, KingAgainstMan};
use super::limits::limit;
use super::moves::Move;
use super::position::NaivePosition;

/// A game: all its positions and moves.
#[derive(Clone, Debug)]
pub struct NaiveGame {
    /// The positions, the current one last.
    positions: Vec<NaivePosition>,
    /// The moves: each leads from the position with the same index to the next.
    moves: Vec<Move>,
}

impl NaiveGame {
    /// A game from a given position, where all counts start.
    pub fn new(start: NaivePosition) -> Self {
        NaiveGame { positions: vec![start], moves: Vec::new() }
    }

    /// The current position.
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

    /// The result and its reason: `("none", "none")` while the game continues.
    ///
    /// The position on the board is checked first, then repetition, then the limits, shortest first.
    pub fn result(&self) -> (&'static str, &'static str) {
        let position = self.position();
        if let Some(winner) = position.first_promoted() {
            (win_of(winner), "promotion")
        } else if let Some(end) = without_move(position).or(few_pieces(position)) {
            end
        } else if self.repetitions() >= 3 {
            ("draw", "repetition")
        } else if let Some(reason) = limit(self) {
            ("draw", reason)
        } else {
            ("none", "none")
        }
    }

    /// How often the current position, with the same player to move, has been on the board.
    fn repetitions(&self) -> usize {
        let present = self.position();
        self.positions.iter().filter(|&position| position == present).count()
    }

    /// The number of plies for which `holds` has been true for every position. The move that led to the first of them
    /// does not count.
    pub(super) fn plies_while(&self, holds: impl Fn(&NaivePosition) -> bool) -> usize {
        let positions = self.positions.iter().rev().take_while(|position| holds(position)).count();
        positions.saturating_sub(1)
    }

    /// The number of plies since the last move for which `happens`, given the position before it, was true.
    pub(super) fn plies_since(&self, happens: impl Fn(&NaivePosition, &Move) -> bool) -> usize {
        let plies = self.positions.iter().zip(&self.moves).rev();
        plies.take_while(|(before, mv)| !happens(before, mv)).count()
    }
}

/// The end of a game in which a player cannot move: a loss in most games.
fn without_move(position: &NaivePosition) -> Option<(&'static str, &'static str)> {
    let player = position.to_move;
    let result = win_of(if position.game.is_won_without_move() { player } else { player.other() });
    if position.board.pieces_of(position.to_move).is_empty() {
        Some((result, "no-pieces"))
    } else if position.legal_moves().is_empty() {
        Some((result, "no-moves"))
    } else {
        None
    }
}

/// The end of a game of Turkish Draughts with two pieces, neither of which can be captured immediately.
pub(super) fn few_pieces(position: &NaivePosition) -> Option<(&'static str, &'static str)> {
    if position.game != Game::Turkish {
        return None;
    }
    let (white, black) = (position.board.pieces_of(Color::White), position.board.pieces_of(Color::Black));
    let ([(_, white)], [(_, black)]) = (&white[..], &black[..]) else { return None };
    if position.legal_moves().iter().any(|mv| !mv.captured.is_empty()) {
        return None;
    }
    let king = match (white.kind, black.kind) {
        (Kind::Man, Kind::Man) => return None,
        (Kind::King, Kind::King) => return Some(("draw", "king-against-king")),
        (Kind::King, Kind::Man) => Color::White,
        (Kind::Man, Kind::King) => Color::Black,
    };
    match position.options.king_against_man {
        KingAgainstMan::Win => Some((win_of(king), "king-against-man")),
        KingAgainstMan::Draw => Some(("draw", "king-against-man")),
        KingAgainstMan::Play => None,
    }
}

fn win_of(winner: Color) -> &'static str {
    match winner {
        Color::White => "white-win",
        Color::Black => "black-win",
    }
}
