//! The search of one position to a given depth, in named steps.

use super::history::history_bonus;
use super::ordering::OrderedMoves;
use super::score::{MAX_PLY, Score, Window};
use super::transposition::{Bound, Entry, MoveTag};
use super::{Run, Stopped};
use crate::eval::{Evaluator, Playable};
use crate::rules::{Move, Outcome, Position, WithoutMove};

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
    Full,
    /// A shallower search with a raised window, to learn what to expect.
    ProbCut,
}

impl<G: Playable, E: Evaluator<G>> Run<'_, G, E> {
    /// The score of `position`, `depth` plies deep and `ply` plies from the root. Outside the
    /// window it is only a bound.
    pub(super) fn node(
        &mut self,
        position: &Position<G>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.stack.plies[ply].line.clear();
        if self.path.repeats(position) {
            self.leaves.add(ply);
            return Ok(Score::DRAW);
        }
        if let Some(score) = self.game_over(position, ply) {
            return Ok(score);
        }
        if let Some(score) = self.endgame_score(position, ply) {
            return Ok(score);
        }
        let window = match window.within_win_distance(ply) {
            Ok(window) => window,
            Err(bound) => return Ok(bound),
        };
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(position, window, ply);
        }
        self.visit(position, Task { window, depth, ply, visit: Visit::Full })
    }

    /// A node that is neither drawn nor a leaf. Its moves are generated while the memory still fetches what the transposition
    /// table knows of it.
    pub(super) fn visit(&mut self, position: &Position<G>, task: Task) -> Result<Score, Stopped> {
        // Each of the visits that can happen at the same time has a list of moves of its own.
        let mut moves = self.stack.lend(task.ply, task.visit);
        moves.generate(position);
        if let &[only] = moves.all() {
            // Nothing has to be known of the position to know what comes next.
            self.table.prefetch_behind(position, only);
        }
        let result = if moves.len() == 0 {
            Ok(self.leaf_without_move(task.ply))
        } else if moves.took_long()
            && let Some(score) = self.laborious_leaf(position, &mut moves, task.ply)
        {
            Ok(score)
        } else {
            self.expand(position, &mut moves, task)
        };
        self.stack.give_back(task.ply, task.visit, moves);
        result
    }

    /// Looks whether the node is known or can be pruned, and tries its moves otherwise.
    fn expand(
        &mut self,
        position: &Position<G>,
        moves: &mut OrderedMoves,
        task: Task,
    ) -> Result<Score, Stopped> {
        let entry = self.table.probe(position.search_key(), task.ply);
        if let Some(score) = entry.and_then(|entry| entry.answer(task.window, task.depth)) {
            return Ok(score);
        }
        let mut hash_move = entry.and_then(|entry| entry.best_move);
        let mut evaluation = entry.and_then(|entry| entry.evaluation);
        if task.visit == Visit::Full && !task.window.is_open() {
            self.fetch_what_moves_lead_to(position, moves.all(), task.depth);
            if evaluation.is_none() && !moves.are_captures() {
                evaluation = Some(self.evaluation(position, task.ply));
            }
            if let Some(score) = self.enhanced_transposition_cutoff(position, moves.all(), task) {
                return Ok(score);
            }
            if let Some(score) = self.pruned_score(position, evaluation, task)? {
                return Ok(score);
            }
            if hash_move.is_none() {
                // The search of the ProbCut may have found one.
                let entry = self.table.probe(position.search_key(), task.ply);
                hash_move = entry.and_then(|entry| entry.best_move);
            }
        }
        let previous = self.stack.plies[task.ply].previous;
        moves.rank(position, hash_move, self.history, previous);
        self.try_moves(position, moves, evaluation, task)
    }

    /// Tries the moves in order, and stores what was found out.
    fn try_moves(
        &mut self,
        position: &Position<G>,
        moves: &mut OrderedMoves,
        evaluation: Option<Score>,
        task: Task,
    ) -> Result<Score, Stopped> {
        let Task { window, depth, ply, .. } = task;
        // Single-reply extension: an only move costs no depth, so forced lines are seen to their end.
        let child_depth = if moves.len() == 1 { depth } else { depth - 1 };
        let mut rest = window;
        let mut best = Score::INFINITE_LOSS;
        let mut best_move = None;
        while let Some(mv) = moves.next() {
            let place = moves.place();
            self.count_move()?;
            if child_depth == 1
                && let Some(ahead) = moves.peek()
            {
                // The search behind this move takes no longer than the memory needs to fetch what comes then.
                self.table.prefetch_behind(position, ahead);
            }
            let next = self.play(position, mv, child_depth, ply);
            let reduction = (place > 0).then(|| Self::late_move_reduction(&next, mv, place, depth, window));
            let score = self.principal_variation_search(&next, rest, child_depth, ply, reduction)?;
            self.path.pop();
            if score <= best {
                continue;
            }
            best = score;
            if score > rest.alpha {
                rest.alpha = score;
                best_move = Some(mv);
                self.stack.extend_line(mv, ply);
                if score >= window.beta {
                    let previous = self.stack.plies[ply].previous;
                    let tried = moves.before_last();
                    self.history.learn(history_bonus::<G>(depth), position.side(), previous, mv, tried);
                    break;
                }
            }
        }
        let entry = Entry {
            best_move: best_move.map(MoveTag::of),
            score: best,
            bound: Bound::of(best, window),
            depth: depth as u8,
            evaluation,
        };
        self.table.store(position.search_key(), ply, entry);
        Ok(best)
    }

    /// Makes a move as [`make_move`](Self::make_move) does, and notes where the position came from.
    #[inline]
    pub(super) fn play(&mut self, position: &Position<G>, mv: Move, depth: i32, ply: usize) -> Position<G> {
        self.path.push(position.key());
        self.stack.plies[ply + 1].previous = Some(mv.to());
        self.make_move(position, mv, depth, ply)
    }

    /// The position behind a move, which is to be searched `depth` plies deep, and whose evaluation is prepared.
    #[inline]
    pub(super) fn make_move(
        &mut self,
        position: &Position<G>,
        mv: Move,
        depth: i32,
        ply: usize,
    ) -> Position<G> {
        let after = position.play_legal(mv);
        if depth > 0 {
            self.table.prefetch(after.search_key());
        }
        let (upper, lower) = self.states.split_at_mut(ply + 1);
        self.evaluator.make_move(&upper[ply], position, mv, &after, &mut lower[0]);
        after
    }

    /// The score of the move that led to `next`. The first move of a node has no `reduction`, and gets the whole window:
    /// it is expected to begin the principal variation. Any other is first asked with a null window whether it is better
    /// than alpha at all, at a depth that is less by the reduction.
    ///
    /// CITE: Tony A. Marsland and Murray S. Campbell, "Parallel search of strongly ordered game trees", ACM Computing
    /// Surveys 14(4), 1982.
    pub(super) fn principal_variation_search(
        &mut self,
        next: &Position<G>,
        window: Window,
        depth: i32,
        ply: usize,
        reduction: Option<i32>,
    ) -> Result<Score, Stopped> {
        let Some(reduction) = reduction else {
            return Ok(-self.node(next, window.reversed(), depth, ply + 1)?);
        };
        let null = window.null_above_alpha_reversed();
        let mut score = -self.node(next, null, depth - reduction, ply + 1)?;
        if reduction > 0 && score > window.alpha {
            score = -self.node(next, null, depth, ply + 1)?;
        }
        if window.contains(score) {
            score = -self.node(next, window.reversed(), depth, ply + 1)?;
        }
        Ok(score)
    }

    /// The score of a position in which the game has ended although pieces could move. A player who has no move has lost, or
    /// won, whatever else but the first king would end the game.
    #[inline]
    pub(super) fn game_over(&mut self, position: &Position<G>, ply: usize) -> Option<Score> {
        if G::first_crowned(position.board()).is_some() {
            // By the move before: where it was so at the root there was nothing to search.
            self.leaves.add(ply);
            return Some(Score::loss_in(ply));
        }
        let ending = G::ending(position.board(), position.side(), position.options());
        let outcome = match ending {
            Some(outcome) => outcome,
            None => Outcome::Draw(position.draw_limit()?),
        };
        if !position.has_legal_move() {
            return Some(self.leaf_without_move(ply));
        }
        self.leaves.add(ply);
        Some(match outcome {
            Outcome::Draw(_) => Score::DRAW,
            // As in endgame tables: whatever moves the winner has, one of them would do.
            Outcome::Win { winner, .. } if winner == position.side() => Score::win_in(ply + 1),
            Outcome::Win { .. } => Score::loss_in(ply),
        })
    }

    /// The score of a leaf in which the side to move cannot move.
    #[inline]
    pub(super) fn leaf_without_move(&mut self, ply: usize) -> Score {
        self.leaves.add(ply);
        match G::WITHOUT_MOVE {
            WithoutMove::Loses => Score::loss_in(ply),
            WithoutMove::Wins => Score::win_in(ply),
        }
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
        self.leaves.add(ply);
        let after = self.make_move(position, capture, 0, ply);
        Some(-self.evaluation(&after, ply + 1))
    }

    /// The static value of `position` as a leaf.
    #[inline]
    pub(super) fn leaf(&mut self, position: &Position<G>, ply: usize) -> Score {
        self.leaves.add(ply);
        self.evaluation(position, ply)
    }

    /// The static value of `position`, which the search has come to at this ply.
    #[inline]
    fn evaluation(&mut self, position: &Position<G>, ply: usize) -> Score {
        Score::evaluation(self.evaluator.evaluate(position, &mut self.states[ply]))
    }
}
