//! A position: reading, writing, legal moves, playing one.

use std::collections::BTreeSet;

use super::captures::{TooManyCaptures, legal_captures};
use super::quiet::quiet_moves;
use crate::board::{Piece, Pieces};
use crate::choices::{Color, Vanguard};
use crate::rules::{ByColor, Rules};

/// A move. Captures with the same origin, the same final cell and the same captured pieces are one move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The cell from which the piece moves.
    pub from: usize,
    /// The cell on which it ends.
    pub to: usize,
    /// The cells of the captured pieces, in text order.
    pub captured: Vec<usize>,
    /// Whether a man has become a king before the end of the move.
    pub is_crowned: bool,
}

/// A king, and the number of its moves in a row that captured nothing.
type Row = (usize, u8);

/// A position of a game. Two positions are equal if they are the same for repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position<'r> {
    pub(super) rules: &'r Rules,
    pub(super) pieces: Pieces,
    pub(super) side: Color,
    /// The man that made the last move, in games with a vanguard.
    pub(super) vanguard: Option<usize>,
    /// The king that each player has just moved, in games in which kings must rest.
    rows: ByColor<Option<Row>>,
}

impl<'r> Position<'r> {
    /// The starting position.
    #[must_use]
    pub fn start(rules: &'r Rules) -> Self {
        Self::of(rules, rules.start.clone(), rules.begins)
    }

    fn of(rules: &'r Rules, pieces: Pieces, side: Color) -> Self {
        Self { rules, pieces, side, vanguard: None, rows: ByColor::default() }
    }

    /// Reads a Hub position: the side to move, then a letter for each cell in text order. `more` is the vanguard's
    /// cell, or the rows of king moves, such as `W46+2,B5+3`. `None` if the text is not of that form.
    #[must_use]
    pub fn from_hub(rules: &'r Rules, text: &str, more: Option<&str>) -> Option<Self> {
        let mut letters = text.chars();
        let first = letters.next()?;
        let side = [Color::White, Color::Black].into_iter().find(|color| color.letter() == first)?;
        let piece = |letter| if letter == 'e' { Some(None) } else { Piece::of_letter(letter).map(Some) };
        let pieces: Pieces = letters.map(piece).collect::<Option<_>>()?;
        if pieces.len() != rules.board.cells().len() {
            return None;
        }
        let mut position = Self::of(rules, pieces, side);
        match more {
            None => {}
            Some(cell) if rules.captures.vanguard != Vanguard::None => {
                position.vanguard = Some(rules.board.named(cell)?);
            }
            Some(rows) => position.read_rows(rows)?,
        }
        Some(position)
    }

    fn read_rows(&mut self, text: &str) -> Option<()> {
        for row in text.split(',') {
            let color =
                [Color::White, Color::Black].into_iter().find(|color| row.starts_with(color.letter()))?;
            let (cell, moves) = row.get(1..)?.split_once('+')?;
            *self.rows.of_mut(color) = Some((self.rules.board.named(cell)?, moves.parse().ok()?));
        }
        Some(())
    }

    /// The Hub position.
    #[must_use]
    pub fn to_hub(&self) -> String {
        let letters = self.pieces.iter().map(|piece| piece.map_or('e', Piece::letter));
        std::iter::once(self.side.letter()).chain(letters).collect()
    }

    /// What a position has besides pieces, in the form that [`from_hub`](Self::from_hub) reads.
    #[must_use]
    pub fn more(&self) -> Option<String> {
        let name = |number| self.rules.board.name(number);
        if let Some(vanguard) = self.vanguard {
            return Some(name(vanguard).to_owned());
        }
        let row = |color| {
            let &(king, moves) = self.rows.of(color).as_ref()?;
            Some(format!("{}{}+{moves}", Color::letter(color), name(king)))
        };
        let rows: Vec<String> = [Color::White, Color::Black].into_iter().filter_map(row).collect();
        (!rows.is_empty()).then(|| rows.join(","))
    }

    /// The side to move.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The pieces, in text order.
    #[must_use]
    pub fn pieces(&self) -> &[Option<Piece>] {
        &self.pieces
    }

    /// The cells and pieces of a player.
    pub(super) fn pieces_of(&self, color: Color) -> impl Iterator<Item = (usize, Piece)> {
        let pieces = self.pieces.iter().enumerate().filter_map(|(number, &piece)| Some((number, piece?)));
        pieces.filter(move |(_, piece)| piece.color == color)
    }

    /// The numbers of men and kings of a player.
    pub(super) fn count(&self, color: Color) -> (usize, usize) {
        let kings = self.pieces_of(color).filter(|(_, piece)| piece.is_king).count();
        (self.pieces_of(color).count() - kings, kings)
    }

    /// All legal moves, sorted.
    ///
    /// # Errors
    ///
    /// If there are more ways to capture than can be followed.
    pub fn legal_moves(&self) -> Result<Vec<Move>, TooManyCaptures> {
        if self.first_promoted().is_some() {
            return Ok(Vec::new());
        }
        // Captures are compulsory.
        let captures = legal_captures(self)?;
        Ok(if captures.is_empty() { quiet_moves(self) } else { captures })
    }

    /// The player who has won with the first king.
    pub(super) fn first_promoted(&self) -> Option<Color> {
        let has_king = |&color: &Color| self.count(color).1 > 0;
        [Color::White, Color::Black]
            .into_iter()
            .find(|color| self.rules.end.first_king_wins && has_king(color))
    }

    /// Whether a king must rest.
    pub(super) fn must_rest(&self, king: usize) -> bool {
        let most = self.rules.kings.rest_after;
        most > 0 && self.rows.of(self.side).is_some_and(|(cell, moves)| cell == king && moves >= most)
    }

    /// The position after one of the legal moves.
    #[must_use]
    pub fn after(&self, mv: &Move) -> Self {
        let mut next = self.clone();
        next.side = self.side.other();
        for &cell in mv.captured.iter().chain([&mv.from]) {
            next.pieces[cell] = None;
        }
        let Some(before) = self.pieces[mv.from] else { return next };
        // A man that ends its move on a promotion cell becomes a king.
        let is_promoted = mv.is_crowned || self.rules.promotes(before.color, mv.to);
        let piece = Piece { is_king: before.is_king || is_promoted, ..before };
        next.pieces[mv.to] = Some(piece);
        let has_vanguard = self.rules.captures.vanguard != Vanguard::None && !piece.is_king;
        next.vanguard = has_vanguard.then_some(mv.to);
        if self.rules.kings.rest_after > 0 {
            next.rows = self.rows_after(mv, before.is_king, &next);
        }
        next
    }

    /// The rows of king moves after a move that leads to `after`.
    fn rows_after(&self, mv: &Move, is_kings: bool, after: &Self) -> ByColor<Option<Row>> {
        let mut rows = self.rows.clone();
        let row = rows.of_mut(self.side);
        // Every other move of the player breaks the row.
        *row = match *row {
            Some((king, moves)) if king == mv.from => Some((mv.to, moves.saturating_add(1))),
            _ => Some((mv.to, 1)),
        }
        .filter(|_| is_kings && mv.captured.is_empty());
        let theirs = rows.of_mut(self.side.other());
        *theirs = theirs.filter(|(king, _)| !mv.captured.contains(king));
        // A player who has only kings moves them freely.
        for color in [Color::White, Color::Black] {
            let row = rows.of_mut(color);
            *row = row.filter(|_| after.count(color).0 > 0);
        }
        rows
    }

    /// The text of a move of this game: `from-to`, or `from`x`to` and every captured cell.
    #[must_use]
    pub fn text(&self, mv: &Move) -> String {
        let name = |number| self.rules.board.name(number);
        if mv.captured.is_empty() {
            return format!("{}-{}", name(mv.from), name(mv.to));
        }
        let captured: String = mv.captured.iter().map(|&cell| format!("x{}", name(cell))).collect();
        format!("{}x{}{captured}", name(mv.from), name(mv.to))
    }

    /// The number of sequences of `depth` legal moves. Draws do not end a sequence.
    ///
    /// # Errors
    ///
    /// As for [`legal_moves`](Self::legal_moves).
    pub fn perft(&self, depth: u32) -> Result<u64, TooManyCaptures> {
        if depth == 0 {
            return Ok(1);
        }
        let moves = self.legal_moves()?;
        if depth == 1 {
            return Ok(moves.len() as u64);
        }
        moves.iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
    }
}

/// Captures as moves, once each.
pub(super) fn without_repetitions(moves: impl Iterator<Item = Move>) -> Vec<Move> {
    let mut all: Vec<Move> = moves.collect::<BTreeSet<_>>().into_iter().collect();
    // Routes over a promotion cell come last, and are the same moves.
    all.dedup_by(|later, earlier| {
        let is_same =
            (later.from, later.to, &later.captured) == (earlier.from, earlier.to, &earlier.captured);
        earlier.is_crowned |= is_same && later.is_crowned;
        is_same
    });
    all
}
