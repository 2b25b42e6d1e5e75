//! In which order moves are tried: what was best before, then what often was.

use super::table::MoveTag;
use crate::rules::{Color, Game, Move, MoveList, Position};

/// How often quiet moves turned out to be good.
pub(super) struct History {
    /// `[side][from][to]`
    scores: Box<[[[i16; 64]; 64]; 2]>,
}

/// Scores stay below this, because every change pulls them back towards zero.
const LIMIT: i32 = 16_384;

/// The table's move comes before everything else.
const TABLE_MOVE: i32 = 1 << 30;
/// What it counts for a capture that it takes a king.
const CAPTURED_KING: i32 = 1 << 20;

impl Default for History {
    fn default() -> Self {
        Self { scores: Box::new([[[0; 64]; 64]; 2]) }
    }
}

impl History {
    #[inline]
    fn of(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.scores[side as usize][mv.from().index()][mv.to().index()])
    }

    /// Notes that `best` refuted a position at `depth`, and that the moves `tried` before it did
    /// not. Only quiet moves count: captures are forced.
    pub(super) fn learn(&mut self, side: Color, best: Move, tried: &[Move], depth: i32) {
        if best.is_capture() {
            return;
        }
        let bonus = (depth * depth).min(400) * 4;
        self.change(side, best, bonus);
        for &mv in tried {
            self.change(side, mv, -bonus);
        }
    }

    fn change(&mut self, side: Color, mv: Move, bonus: i32) {
        let score = &mut self.scores[side as usize][mv.from().index()][mv.to().index()];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}

/// The moves of one position, handed out best first.
#[derive(Default)]
pub(super) struct OrderedMoves {
    moves: MoveList,
    scores: Vec<i32>,
    handed_out: usize,
}

impl OrderedMoves {
    /// Generates the legal moves of `position`. They are in no order yet.
    #[inline]
    pub(super) fn generate<G: Game>(&mut self, position: &Position<G>) {
        position.legal_moves(&mut self.moves);
        self.handed_out = 0;
    }

    /// Generates the captures of `position`. They are in no order yet.
    #[inline]
    pub(super) fn generate_captures<G: Game>(&mut self, position: &Position<G>) {
        position.captures(&mut self.moves);
        self.handed_out = 0;
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Gives every move its place.
    #[inline]
    pub(super) fn rank<G: Game>(&mut self, position: &Position<G>, best: Option<MoveTag>, history: &History) {
        let side = position.side();
        let enemy_kings = position.board().kings(!side);
        self.scores.clear();
        self.scores.extend(self.moves.iter().map(|&mv| {
            if best == Some(MoveTag::of(mv)) {
                TABLE_MOVE
            } else if mv.is_capture() {
                (mv.captured() & enemy_kings).count() as i32 * CAPTURED_KING
            } else {
                history.of(side, mv)
            }
        }));
    }

    /// The best move that was not handed out yet.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Move> {
        let rest = self.scores.get(self.handed_out..)?;
        let (best, _) = rest.iter().enumerate().reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        let (first, best) = (self.handed_out, self.handed_out + best);
        self.moves.swap(first, best);
        self.scores.swap(first, best);
        self.handed_out += 1;
        Some(self.moves[first])
    }

    /// The moves that were handed out before the last one.
    #[inline]
    pub(super) fn before_last(&self) -> &[Move] {
        &self.moves[..self.handed_out.saturating_sub(1)]
    }
}
