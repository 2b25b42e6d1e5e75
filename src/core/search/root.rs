//! The moves at the root, and the best lines that begin with them.

use super::transposition::MoveTag;
use super::{Line, Score};
use crate::rules::Move;

/// The legal moves at the root, those of the best lines first.
pub(super) struct RootMoves {
    moves: Vec<RootMove>,
    /// How many best lines are wanted, at most one a move.
    wanted: usize,
}

struct RootMove {
    mv: Move,
    /// The last line that was found to be the best one to begin with this move.
    line: Option<Line>,
}

impl RootMoves {
    /// The `legal` moves at the root of a search, of which `wanted` best ones are looked for; the move of the
    /// transposition table comes first, the others as they were generated.
    pub(super) fn of(legal: &[Move], hash_move: Option<MoveTag>, wanted: usize) -> Self {
        let mut moves: Vec<_> = legal.iter().map(|&mv| RootMove { mv, line: None }).collect();
        // A stable sort.
        moves.sort_by_key(|root| hash_move != Some(MoveTag::of(root.mv)));
        let wanted = wanted.clamp(1, moves.len().max(1));
        let mut root = Self { moves, wanted };
        root.expect_first();
        root
    }

    /// Something to play, should the search be stopped before it has found anything.
    fn expect_first(&mut self) {
        if let Some(first) = self.moves.first_mut() {
            let nothing_yet = || Line { depth: 0, score: Score::DRAW, moves: vec![first.mv] };
            first.line.get_or_insert_with(nothing_yet);
        }
    }

    /// Forgets all other moves, but not the last one.
    pub(super) fn keep(&mut self, is_wanted: impl Fn(Move) -> bool) {
        if self.moves.iter().any(|root| is_wanted(root.mv)) {
            self.moves.retain(|root| is_wanted(root.mv));
        }
        self.wanted = self.wanted.min(self.moves.len());
        self.expect_first();
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// How many lines are looked for.
    pub(super) fn wanted(&self) -> usize {
        self.wanted
    }

    /// The move at a place in the order.
    pub(super) fn at(&self, place: usize) -> Move {
        self.moves[place].mv
    }

    /// The score of the line of a rank, counted from 0, as far as it is known.
    pub(super) fn score(&self, rank: usize) -> Option<Score> {
        self.moves[rank].line.as_ref().map(|line| line.score)
    }

    /// Gives the move at `place` the rank, and the line that made it better than those between.
    pub(super) fn note(&mut self, rank: usize, place: usize, line: Line) {
        self.moves[rank..=place].rotate_right(1);
        self.moves[rank].line = Some(line);
    }

    /// Puts the lines of a complete depth in order: searching one can change what is known about another. Lines that
    /// are as good as each other stay as they are.
    pub(super) fn sort(&mut self) {
        self.moves[..self.wanted].sort_by_key(|root| root.line.as_ref().map(|line| -line.score));
    }

    /// The best lines, best first. In the middle of a depth those that it has come to stand before the others.
    pub(super) fn lines(&self) -> Vec<Line> {
        self.moves.iter().take(self.wanted).filter_map(|root| root.line.clone()).collect()
    }

    /// Whether all lines end in wins and losses that a deeper search cannot make shorter.
    pub(super) fn is_decided(&self, depth: u32) -> bool {
        (0..self.wanted).all(|rank| self.score(rank).is_some_and(|score| score.is_decided_within(depth)))
    }
}
