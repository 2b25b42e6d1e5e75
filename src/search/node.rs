//! The search of one position to a given depth, in named steps.

use super::order::OrderedMoves;
use super::score::{MAX_PLY, Score};
use super::table::{Bound, Knowledge, MoveTag};
use super::window::Window;
use super::{Run, Stopped};
use crate::eval::evaluate;
use crate::rules::{Game, Move, Position};

/// What a node is asked: whether its score lies within a window, so many plies deep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) window: Window,
    pub(super) depth: i32,
    /// How many plies the node is from the root.
    pub(super) ply: usize,
    pub(super) visit: Visit,
}

/// A node may be searched again while it is being searched, with another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    /// The question of the node itself.
    First,
    /// A shallower search, to learn what to expect.
    Shallow,
}

impl<G: Game> Run<'_, G> {
    /// The score of `position`, `depth` plies deep and `ply` plies from the root. Outside the
    /// window it is only a bound.
    pub(super) fn node(
        &mut self,
        position: &Position<G>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.memory.plies[ply].line.clear();
        if self.path.repeats(position) {
            self.leaves.add(ply);
            return Ok(Score::DRAW);
        }
        if let Some(score) = self.limit_reached(position, ply) {
            return Ok(score);
        }
        if let Some(score) = self.table_score(position, ply) {
            return Ok(score);
        }
        let window = match window.possible_at(ply) {
            Ok(window) => window,
            Err(bound) => return Ok(bound),
        };
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(position, window, ply);
        }
        self.visit(position, Task { window, depth, ply, visit: Visit::First })
    }

    /// A node that is neither drawn nor a leaf.
    pub(super) fn visit(&mut self, position: &Position<G>, task: Task) -> Result<Score, Stopped> {
        let known = self.table.probe(position.search_key(), task.ply);
        if let Some(score) = known.and_then(|known| usable_score(known, task.window, task.depth)) {
            return Ok(score);
        }
        // Each of the visits that can happen at the same time has a list of moves of its own.
        let list = task.visit as usize;
        let mut moves = std::mem::take(&mut self.memory.plies[task.ply].moves[list]);
        moves.generate(position);
        let result = if moves.len() == 0 {
            self.leaves.add(task.ply);
            Ok(Score::loss_in(task.ply))
        } else if moves.took_long()
            && let Some(score) = self.laborious_leaf(position, &mut moves, task.ply)
        {
            Ok(score)
        } else {
            self.expand(position, &mut moves, known, task)
        };
        self.memory.plies[task.ply].moves[list] = moves;
        result
    }

    /// Looks whether the answer is plain without trying the moves, and tries them otherwise.
    fn expand(
        &mut self,
        position: &Position<G>,
        moves: &mut OrderedMoves,
        known: Option<Knowledge>,
        task: Task,
    ) -> Result<Score, Stopped> {
        let mut best = known.and_then(|known| known.best);
        if task.visit == Visit::First && !task.window.is_open() {
            let evaluation = (!moves.are_captures()).then(|| Score::evaluation(evaluate(position)));
            if let Some(score) = self.plain_score(position, evaluation, task)? {
                return Ok(score);
            }
            if best.is_none() {
                // The shallow search may have found one.
                best = self.table.probe(position.search_key(), task.ply).and_then(|known| known.best);
            }
        }
        let before = self.memory.plies[task.ply].before;
        moves.rank(position, best, &self.memory.history, before);
        self.try_moves(position, moves, task)
    }

    /// Tries the moves in order, and stores what was found out.
    fn try_moves(
        &mut self,
        position: &Position<G>,
        moves: &mut OrderedMoves,
        task: Task,
    ) -> Result<Score, Stopped> {
        let Task { window, depth, ply, .. } = task;
        // An only reply costs no depth: forced lines are seen to their end.
        let child_depth = if moves.len() == 1 { depth } else { depth - 1 };
        let mut rest = window;
        let mut best = Score::INFINITE_LOSS;
        let mut best_move = None;
        while let Some(mv) = moves.next() {
            let place = moves.before_last().len();
            let next = self.play(position, mv, ply)?;
            let doubt = (place > 0).then(|| Self::reduction(&next, mv, place, task));
            let score = self.try_move(&next, rest, child_depth, ply, doubt)?;
            self.path.pop();
            if score <= best {
                continue;
            }
            best = score;
            if score > rest.alpha {
                rest.alpha = score;
                best_move = Some(mv);
                self.memory.prepend_to_line(mv, ply);
                if score >= window.beta {
                    let before = self.memory.plies[ply].before;
                    let tried = moves.before_last();
                    self.memory.history.learn(G::VARIANT, position.side(), before, mv, tried, depth);
                    break;
                }
            }
        }
        let knowledge = Knowledge {
            best: best_move.map(MoveTag::of),
            score: best,
            bound: Bound::of(best, window),
            depth: depth as u8,
        };
        self.table.store(position.search_key(), ply, knowledge);
        Ok(best)
    }

    /// Makes a move, and notes where it came from.
    #[inline]
    pub(super) fn play(
        &mut self,
        position: &Position<G>,
        mv: Move,
        ply: usize,
    ) -> Result<Position<G>, Stopped> {
        self.count_move()?;
        self.path.push(position.key());
        self.memory.plies[ply + 1].before = Some(mv);
        Ok(position.play_legal(mv))
    }

    /// The score of the move that led to `next`. Without a `doubt` it gets the whole window. Otherwise it is first
    /// asked whether it is better than alpha at all, at a depth that is less by so many plies.
    pub(super) fn try_move(
        &mut self,
        next: &Position<G>,
        window: Window,
        depth: i32,
        ply: usize,
        doubt: Option<i32>,
    ) -> Result<Score, Stopped> {
        let Some(reduction) = doubt else {
            return Ok(-self.node(next, window.reversed(), depth, ply + 1)?);
        };
        let narrow = window.reversed_at_alpha();
        let mut score = -self.node(next, narrow, depth - reduction, ply + 1)?;
        if reduction > 0 && score > window.alpha {
            score = -self.node(next, narrow, depth, ply + 1)?;
        }
        if window.contains(score) {
            score = -self.node(next, window.reversed(), depth, ply + 1)?;
        }
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

    /// Counts a move that is about to be made, and asks from time to time whether to go on.
    #[inline]
    pub(super) fn count_move(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            self.next_poll = self.handler.poll(self.nodes)?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Has the handler asked before the next move, for the time it took to find `moves` is that of thousands of nodes. Where
    /// captures are still missing the node is a leaf: gives the value behind one of the longest that were found.
    #[cold]
    pub(super) fn laborious_leaf(
        &mut self,
        position: &Position<G>,
        moves: &mut OrderedMoves,
        ply: usize,
    ) -> Option<Score> {
        self.next_poll = 0;
        let capture = moves.one_of_too_many()?;
        Some(-self.leaf(&position.play_legal(capture), ply))
    }

    /// The static value of `position` as a leaf.
    #[inline]
    pub(super) fn leaf(&mut self, position: &Position<G>, ply: usize) -> Score {
        self.leaves.add(ply);
        Score::evaluation(evaluate(position))
    }
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
