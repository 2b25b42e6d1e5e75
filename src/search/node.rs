//! The search of one position to a given depth, in named steps.

use std::array;

use once_cell::sync::Lazy;

use super::order::OrderedMoves;
use super::score::{MAX_PLY, Score};
use super::table::{Bound, Knowledge, MoveTag};
use super::{Handler, Run, Stopped};
use crate::eval::evaluate;
use crate::rules::{Game, Move, Position};

/// From this place in the order on, counted from 0, a move is late.
const FIRST_LATE_MOVE: usize = 3;
/// The greater, the less late moves are reduced.
const REDUCTION: f64 = 2.0;

/// The scores that still matter: those between what each side can have elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const OPEN: Self = Self { alpha: Score::INFINITE_LOSS, beta: Score::INFINITE };

    /// The window as the other side sees it.
    #[inline]
    pub(super) fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window that only asks whether a score is better than alpha, as the other side sees it.
    #[inline]
    fn reversed_at_alpha(self) -> Self {
        Self { alpha: -self.alpha.plus(1), beta: -self.alpha }
    }

    /// Whether there is a score between the bounds, so that an exact one is wanted.
    #[inline]
    fn is_open(self) -> bool {
        self.beta > self.alpha.plus(1)
    }

    #[inline]
    pub(super) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}

impl<G: Game, H: Handler> Run<'_, G, H> {
    /// The score of `position`, `depth` plies deep and `ply` plies from the root. Outside the
    /// window it is only a bound.
    pub(super) fn node(
        &mut self,
        position: &Position<G>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.memory.lines[ply].clear();
        if self.path.repeats(position) {
            self.leaves.add(ply);
            return Ok(Score::DRAW);
        }
        if let Some(score) = self.limit_reached(position, ply) {
            return Ok(score);
        }
        let window = match possible_window(window, ply) {
            Ok(window) => window,
            Err(bound) => return Ok(bound),
        };
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(position, window, ply);
        }
        let known = self.table.probe(position.search_key(), ply);
        if let Some(score) = known.and_then(|known| usable_score(known, window, depth)) {
            return Ok(score);
        }
        let mut moves = std::mem::take(&mut self.memory.moves[ply]);
        moves.generate(position);
        let result = if moves.len() == 0 {
            self.leaves.add(ply);
            Ok(Score::loss_in(ply))
        } else {
            moves.rank(position, known.and_then(|known| known.best), &self.memory.history);
            self.moves_of_node(position, &mut moves, window, depth, ply)
        };
        self.memory.moves[ply] = moves;
        result
    }

    /// Tries the moves in order, and stores what was found out.
    fn moves_of_node(
        &mut self,
        position: &Position<G>,
        moves: &mut OrderedMoves,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        // An only reply costs no depth: forced lines are seen to their end.
        let child_depth = if moves.len() == 1 { depth } else { depth - 1 };
        let mut rest = window;
        let mut best = Score::INFINITE_LOSS;
        let mut best_move = None;
        while let Some(mv) = moves.next() {
            let doubt = match moves.before_last().len() {
                0 => None,
                place if mv.is_capture() || place < FIRST_LATE_MOVE => Some(0),
                place => Some(reduction(depth, place)),
            };
            let score = self.try_move(position, mv, rest, child_depth, ply, doubt)?;
            if score <= best {
                continue;
            }
            best = score;
            if score > rest.alpha {
                rest.alpha = score;
                best_move = Some(mv);
                self.prepend_to_line(mv, ply);
                if score >= window.beta {
                    self.memory.history.learn(position.side(), mv, moves.before_last(), depth);
                    break;
                }
            }
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let knowledge =
            Knowledge { best: best_move.map(MoveTag::of), score: best, bound, depth: depth as u8 };
        self.table.store(position.search_key(), ply, knowledge);
        Ok(best)
    }

    /// The score of one move. Without a `doubt` it gets the whole window. Otherwise it is first
    /// asked whether it is better than alpha at all, at a depth that is less by so many plies.
    pub(super) fn try_move(
        &mut self,
        position: &Position<G>,
        mv: Move,
        window: Window,
        depth: i32,
        ply: usize,
        doubt: Option<i32>,
    ) -> Result<Score, Stopped> {
        self.count_move()?;
        self.path.push(position.key());
        let next = position.play_legal(mv);
        let score = match doubt {
            None => -self.node(&next, window.reversed(), depth, ply + 1)?,
            Some(reduction) => {
                let narrow = window.reversed_at_alpha();
                let mut score = -self.node(&next, narrow, depth - reduction, ply + 1)?;
                if reduction > 0 && score > window.alpha {
                    score = -self.node(&next, narrow, depth, ply + 1)?;
                }
                if window.contains(score) {
                    score = -self.node(&next, window.reversed(), depth, ply + 1)?;
                }
                score
            }
        };
        self.path.pop();
        Ok(score)
    }

    /// The score of a position in which a draw limit ends the game. A player who cannot move has
    /// lost all the same.
    #[inline]
    pub(super) fn limit_reached(&mut self, position: &Position<G>, ply: usize) -> Option<Score> {
        position.draw_limit()?;
        self.leaves.add(ply);
        Some(if position.has_legal_move() { Score::DRAW } else { Score::loss_in(ply) })
    }

    /// Puts `mv` before the best line of the next ply.
    pub(super) fn prepend_to_line(&mut self, mv: Move, ply: usize) {
        let (upper, lower) = self.memory.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Counts a move that is about to be made, and asks from time to time whether to go on.
    #[inline]
    pub(super) fn count_move(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            self.next_poll = self.handler.poll(self.nodes)?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// The static value of `position` as a leaf.
    #[inline]
    pub(super) fn leaf(&mut self, position: &Position<G>, ply: usize) -> Score {
        self.leaves.add(ply);
        Score::evaluation(evaluate(position))
    }
}

/// How many plies less a late quiet move is searched at first: it seldom is the best.
///
/// CITE: the late move reductions of Fruit and Stockfish, logarithmic in depth and place.
#[inline]
fn reduction(depth: i32, place: usize) -> i32 {
    static PLIES: Lazy<[[u8; 64]; 64]> = Lazy::new(|| {
        let logarithm = |n: usize| (n.max(1) as f64).ln();
        array::from_fn(|depth| {
            array::from_fn(|place| (logarithm(depth) * logarithm(place) / REDUCTION) as u8)
        })
    });
    i32::from(PLIES[depth.clamp(0, 63) as usize][place.min(63)])
}

/// The part of the window that scores at this ply can reach: nothing is worse than to have lost
/// here, nothing better than to win with the next move. Where no part is left, the bound that
/// every score here lies beyond.
#[inline]
fn possible_window(window: Window, ply: usize) -> Result<Window, Score> {
    let alpha = window.alpha.max(Score::loss_in(ply));
    let beta = window.beta.min(Score::win_in(ply + 1));
    if alpha < beta { Ok(Window { alpha, beta }) } else { Err(alpha) }
}

/// The stored score, if it answers the question. Where an exact score is wanted, the search goes
/// on so that its line is known.
#[inline]
fn usable_score(known: Knowledge, window: Window, depth: i32) -> Option<Score> {
    if i32::from(known.depth) < depth || window.is_open() {
        return None;
    }
    let answers = match known.bound {
        Bound::Exact => true,
        Bound::Lower => known.score >= window.beta,
        Bound::Upper => known.score <= window.alpha,
    };
    answers.then_some(known.score)
}
