//! A position: reading, writing, legal moves, playing one.

use std::collections::BTreeSet;

use super::board::{Board, Color, Kind, Piece};
use super::captures::legal_captures;
use super::game::{Game, Options};
use super::geometry::{Cell, cells, find_cell, is_promotion, is_start, name};
use super::king_moves::KingMoves;
use super::moves::Move;
use super::quiet::quiet_moves;

/// A position of one of the games. Two positions are equal if they are the same for the repetition rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NaivePosition {
    pub(super) game: Game,
    pub(super) options: Options,
    pub(super) board: Board,
    pub(super) to_move: Color,
    /// The man that made the opponent's last move. Always `None` in other games than Vanguard.
    pub(super) vanguard: Option<Cell>,
    /// The rows of king moves. Always empty in other games than Frisian Draughts.
    pub(super) king_moves: KingMoves,
}

impl NaivePosition {
    /// The starting position.
    pub fn start(game: Game, options: Options) -> Self {
        let mut board = Board::empty();
        for &cell in cells(game) {
            for color in [Color::White, Color::Black] {
                if is_start(game, color, cell) {
                    let kind = Kind::Man;
                    board.set(cell, Some(Piece { color, kind }));
                }
            }
        }
        NaivePosition::of_board(game, options, board, Color::White)
    }

    /// The position with these pieces and without extra state.
    pub(super) fn of_board(game: Game, options: Options, board: Board, to_move: Color) -> Self {
        NaivePosition { game, options, board, to_move, vanguard: None, king_moves: KingMoves::default() }
    }

    /// Reads a Hub `pos` string and its extra state: the vanguard's square, or in Frisian Draughts the
    /// kings' moves, such as `W46+2,B5+3`.
    ///
    /// # Panics
    ///
    /// If the text is not a position that the rules admit.
    pub fn from_hub(game: Game, options: Options, pos: &str, more: Option<&str>) -> Self {
        let mut letters = pos.chars();
        let to_move = match letters.next() {
            Some('W') => Color::White,
            Some('B') => Color::Black,
            other => panic!("no such side to move: {other:?}"),
        };
        let all = cells(game);
        assert_eq!(letters.clone().count(), all.len(), "cells in {pos}");
        let mut board = Board::empty();
        for (&cell, letter) in all.iter().zip(letters) {
            board.set(cell, Piece::from_letter(letter));
        }
        let mut position = NaivePosition::of_board(game, options, board, to_move);
        match (game, more) {
            (_, None) => {}
            (Game::Frisian, Some(text)) => position.king_moves = KingMoves::from_hub(text),
            (_, Some(text)) => position.vanguard = Some(find_cell(game, text)),
        }
        position.refuse_nonsense();
        position
    }

    /// Panics if the rules do not allow the position.
    pub(super) fn refuse_nonsense(&self) {
        let mut empty = true;
        for color in [Color::White, Color::Black] {
            for (cell, piece) in self.board.pieces_of(color) {
                empty = false;
                let unpromoted = piece.kind == Kind::Man && is_promotion(self.game, color, cell);
                assert!(!unpromoted, "a man on a promotion cell: {cell:?}");
            }
        }
        assert!(!empty, "a board with no piece at all");
        let kings_of_both = [Color::White, Color::Black].iter().all(|&color| self.has_king(color));
        assert!(self.game != Game::Breakthrough || !kings_of_both, "two players who were both the first");
        if let Some(cell) = self.vanguard {
            assert_eq!(self.game, Game::Vanguard, "a vanguard in another game");
            let enemy_man = Piece { color: self.to_move.other(), kind: Kind::Man };
            assert_eq!(self.board.at(cell), Some(enemy_man), "the vanguard");
        }
        self.king_moves.refuse_nonsense(self);
    }

    /// The Hub `pos` string: the side to move, then one character per cell.
    pub fn to_hub(&self) -> String {
        let side = match self.to_move {
            Color::White => 'W',
            Color::Black => 'B',
        };
        let mut text = String::from(side);
        text.extend(cells(self.game).iter().map(|&cell| Piece::letter(self.board.at(cell))));
        text
    }

    /// The vanguard's square, if there is a vanguard.
    pub fn vanguard(&self) -> Option<String> {
        self.vanguard.map(|cell| name(self.game, cell))
    }

    /// The kings' moves of Frisian Draughts, if any.
    pub fn king_moves(&self) -> Option<String> {
        self.king_moves.to_hub()
    }

    /// The extra state of the position: the vanguard's square or the kings' moves, depending on the game.
    pub fn more(&self) -> Option<String> {
        self.vanguard().or(self.king_moves())
    }

    /// The texts of all legal moves, sorted as text.
    pub fn moves(&self) -> Vec<String> {
        let legal = self.legal_moves();
        let mut texts: Vec<String> = legal.iter().map(|mv| mv.text(self.game)).collect();
        texts.sort();
        texts
    }

    /// The position after a move.
    ///
    /// # Panics
    ///
    /// If the text is not one of [`moves`](Self::moves).
    pub fn play(&self, mv: &str) -> NaivePosition {
        self.after(&self.find_move(mv))
    }

    /// The position after each of the legal moves.
    pub fn successors(&self) -> Vec<NaivePosition> {
        self.legal_moves().iter().map(|mv| self.after(mv)).collect()
    }

    /// The number of sequences of `depth` legal moves. Draws do not end a sequence.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self.successors().iter().map(|next| next.perft(depth - 1)).sum(),
        }
    }

    /// All legal moves.
    pub(super) fn legal_moves(&self) -> BTreeSet<Move> {
        if self.first_promoted().is_some() {
            return BTreeSet::new();
        }
        // Captures are compulsory.
        let captures = legal_captures(self);
        if captures.is_empty() { quiet_moves(self) } else { captures }
    }

    /// The player who has won a game of Breakthrough Draughts with the first king.
    pub(super) fn first_promoted(&self) -> Option<Color> {
        let has_won = |&color: &Color| self.game == Game::Breakthrough && self.has_king(color);
        [Color::White, Color::Black].into_iter().find(has_won)
    }

    fn has_king(&self, color: Color) -> bool {
        self.board.pieces().any(|(_, piece)| piece == Piece { color, kind: Kind::King })
    }

    /// The legal move with this text.
    pub(super) fn find_move(&self, text: &str) -> Move {
        let legal = self.legal_moves();
        let found = legal.into_iter().find(|mv| mv.text(self.game) == text);
        found.unwrap_or_else(|| panic!("{text} is not legal in {}", self.to_hub()))
    }

    /// The position after one of the legal moves.
    pub(super) fn after(&self, mv: &Move) -> NaivePosition {
        let mut next = self.clone();
        let mut piece = self.board.at(mv.from).expect("a piece that moves");
        next.board.set(mv.from, None);
        for &cell in &mv.captured {
            next.board.set(cell, None);
        }
        // A man that ends its move on a promotion cell becomes a king.
        if mv.crowned || is_promotion(self.game, piece.color, mv.to) {
            piece.kind = Kind::King;
        }
        next.board.set(mv.to, Some(piece));
        next.to_move = self.to_move.other();
        // The piece that just moved is the vanguard if it is still a man; kings are never vanguards.
        let is_vanguard = self.game == Game::Vanguard && piece.kind == Kind::Man;
        next.vanguard = is_vanguard.then_some(mv.to);
        if self.game == Game::Frisian {
            next.king_moves = self.king_moves.after(self, mv, &next.board);
        }
        next
    }
}
