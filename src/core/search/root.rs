//! The moves at the root with their lines.

use std::cmp::Reverse;

use super::transposition::MoveTag;
use super::{Line, Score};
use crate::rules::{Move, Word};

/// The legal moves at the root; the first moves of the best lines come first.
pub(super) struct RootMoves<W> {
    moves: Vec<RootMove<W>>,
    /// The number of best lines to find, at most one per move.
    wanted: usize,
}

struct RootMove<W> {
    mv: Move<W>,
    /// The latest best line that starts with this move.
    line: Option<Line>,
}

impl<W: Word> RootMoves<W> {
    /// The `legal` moves at the root, for a search of the `wanted` best lines. The hash move comes first; the others
    /// stay in the order in which they were generated.
    pub(super) fn of(legal: &[Move], hash_move: Option<MoveTag>, wanted: usize) -> Self {
        let mut moves: Vec<_> = legal.iter().map(|mv| RootMove { mv: mv.narrow(), line: None }).collect();
        // A stable sort.
        moves.sort_by_key(|root| hash_move != Some(MoveTag::of(root.mv)));
        let wanted = wanted.clamp(1, moves.len().max(1));
        let mut root = Self { moves, wanted };
        root.ensure_line();
        root
    }

    /// Gives the first move a line, so that there is a move to play even if the search is stopped immediately.
    fn ensure_line(&mut self) {
        if let Some(first) = self.moves.first_mut() {
            let nothing_yet = || Line { depth: 0, score: Score::DRAW, moves: vec![first.mv.widen()] };
            first.line.get_or_insert_with(nothing_yet);
        }
    }

    /// Removes the moves that are not wanted, unless that would remove all of them.
    pub(super) fn keep(&mut self, is_wanted: impl Fn(Move<W>) -> bool) {
        if self.moves.iter().any(|root| is_wanted(root.mv)) {
            self.moves.retain(|root| is_wanted(root.mv));
        }
        self.wanted = self.wanted.min(self.moves.len());
        self.ensure_line();
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The number of lines to find.
    pub(super) fn wanted(&self) -> usize {
        self.wanted
    }

    /// The moves in order, from this rank on.
    pub(super) fn from(&self, rank: usize) -> impl Iterator<Item = Move<W>> {
        self.moves[rank..].iter().map(|root| root.mv)
    }

    /// The score of the line of this rank, counted from 0, if it has one.
    pub(super) fn score(&self, rank: usize) -> Option<Score> {
        self.moves[rank].line.as_ref().map(|line| line.score)
    }

    /// Moves the move at `place` up to this rank and records its line.
    pub(super) fn note(&mut self, rank: usize, place: usize, line: Line) {
        self.moves[rank..=place].rotate_right(1);
        self.moves[rank].line = Some(line);
    }

    /// Sorts the lines, because a line searched later may score better: the deepest first, and those of a depth by their
    /// scores. Equal lines keep their order.
    pub(super) fn sort(&mut self) {
        let rank = |root: &RootMove<W>| root.line.as_ref().map(|line| (line.depth, line.score));
        self.moves[..self.wanted].sort_by_key(|root| Reverse(rank(root)));
    }

    /// The best lines, best first. Within a depth, the lines already finished come before the others.
    pub(super) fn lines(&self) -> Vec<Line> {
        self.moves.iter().take(self.wanted).filter_map(|root| root.line.clone()).collect()
    }

    /// Whether all lines are wins or losses within `depth`, which a deeper search cannot shorten.
    pub(super) fn is_decided(&self, depth: u32) -> bool {
        (0..self.wanted).all(|rank| self.score(rank).is_some_and(|score| score.is_decided_within(depth)))
    }
}
