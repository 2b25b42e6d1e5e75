//! The search of one node, step by step.

use super::history::history_bonus;
use super::score::{MAX_PLY, Score, Window};
use super::selectivity::{late_move_reduction, reverse_futility_pruning, single_reply_extension};
use super::transposition::{Bound, Entry, MoveTag};
use super::{Run, Stopped};
use crate::eval::{Evaluator, Playable};
use crate::rules::{Move, Outcome, Position, WithoutMove};

/// The parameters of the search of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) window: Window,
    pub(super) depth: i32,
    /// Plies from the root.
    pub(super) ply: usize,
    pub(super) kind: NodeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    /// An ordinary node.
    Main,
    /// The shallow search of ProbCut, inside the search of an ordinary node of the same position.
    ProbCut,
}

/// The best score and the last move that raised alpha.
type Best<W> = (Score, Option<Move<W>>);

impl<G: Playable, E: Evaluator<G>> Run<'_, G, E> {
    /// The score of `position`, `ply` plies from the root. A score outside the window is only a bound.
    ///
    /// The arguments are not passed as a [`Node`], because passing them in registers is 1 % faster.
    pub(super) fn search_node(
        &mut self,
        position: &Position<G>,
        mut window: Window,
        depth: i32,
        ply: usize,
        kind: NodeKind,
    ) -> Result<Score, Stopped> {
        if kind == NodeKind::Main {
            self.stack.plies[ply].line.clear();

            // Step 1. Repetition, end of the game, endgame tables.
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

            // Step 2. Win-distance pruning.
            window = match window.within_win_distance(ply) {
                Ok(window) => window,
                Err(bound) => return Ok(bound),
            };

            // Step 3. Quiescence search.
            if depth <= 0 || ply >= MAX_PLY {
                return self.quiescence(position, window, ply);
            }
        }
        let node = Node { window, depth, ply, kind };

        // Step 4. Move generation, while the entry of the transposition table is being fetched.
        let moves = self.stack.moves(ply, kind);
        moves.generate(position);
        let (count, are_captures) = (moves.len(), moves.are_captures());
        if let &[only] = moves.all() {
            self.table.prefetch_after(position, only);
        }
        if count == 0 {
            return Ok(self.leaf_without_move(position, ply));
        }
        if moves.took_long()
            && let Some(score) = self.too_many_captures_leaf(position, ply, kind)
        {
            return Ok(score);
        }

        // Step 5. Transposition table lookup.
        let entry = self.table.probe(position.search_key(), ply);
        if let Some(score) = entry.and_then(|entry| entry.cutoff(window, depth)) {
            return Ok(score);
        }
        let mut hash_move = entry.and_then(|entry| entry.best_move);
        let mut evaluation = entry.and_then(|entry| entry.evaluation);

        if kind == NodeKind::Main && !window.is_open() {
            // Step 6. Static evaluation, while the entries of the children are being fetched.
            self.prefetch_children(position, node);
            if evaluation.is_none() && !are_captures {
                evaluation = Some(self.evaluation(position, ply));
            }

            // Step 7. Enhanced transposition cutoff.
            if let Some(score) = self.enhanced_transposition_cutoff(position, node) {
                return Ok(score);
            }

            // Step 8. Reverse futility pruning.
            if let Some(score) = reverse_futility_pruning(position, evaluation, node) {
                return Ok(score);
            }

            // Step 9. ProbCut. Even if it does not cut, it may have stored a best move.
            if let Some(score) = self.probcut(position, evaluation, node)? {
                return Ok(score);
            }
            hash_move = hash_move.or_else(|| self.table.probe(position.search_key(), ply)?.best_move);
        }

        // Step 10. Move ordering.
        let previous = self.stack.plies[ply].previous;
        self.stack.moves(ply, kind).rank(position, hash_move, self.history, previous);

        // Step 11. Single-reply extension.
        let child_depth = single_reply_extension(count, depth);

        // Steps 12 to 15. The move loop.
        let (best, best_move) = self.search_moves(position, node, child_depth, |_, _, _| {})?;

        // Step 16. History update.
        if best >= window.beta
            && let Some(mv) = best_move
        {
            let tried = self.stack.moves(ply, kind).before_last();
            self.history.update(history_bonus::<G>(depth), position.side(), previous, mv, tried);
        }

        // Step 17. Transposition table store.
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

    /// The move loop of a node, including the root: searches the moves on the stack in order until one fails high.
    /// Returns the best score and the last move that raised alpha. Calls `raised` with the place in the order and the
    /// score of each move that raises alpha.
    #[inline]
    pub(super) fn search_moves(
        &mut self,
        position: &Position<G>,
        node: Node,
        child_depth: i32,
        mut raised: impl FnMut(&mut Self, usize, Score),
    ) -> Result<Best<G::Word>, Stopped> {
        let Node { mut window, depth, ply, kind } = node;
        let mut best = Score::INFINITE_LOSS;
        let mut best_move = None;
        loop {
            let moves = self.stack.moves(ply, kind);
            let Some(mv) = moves.next() else { break };
            let place = moves.place();
            if child_depth == 1
                && let Some(ahead) = moves.peek()
            {
                // The search of this move is too short to hide the latency of the next entry, so prefetch it now.
                self.table.prefetch_after(position, ahead);
            }

            // Step 12. Make the move.
            self.count_node()?;
            let next = self.play(position, mv, child_depth, ply);

            // Step 13. Late move reduction.
            let reduction = (place > 0).then(|| late_move_reduction(&next, mv, place, depth, node.window));

            // Step 14. Principal variation search.
            let score = self.principal_variation_search(&next, window, child_depth, ply, reduction)?;
            self.path.pop();

            // Step 15. A new best move.
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                best_move = Some(mv);
                self.stack.extend_line(mv, ply);
                raised(self, place, score);
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok((best, best_move))
    }

    /// Principal variation search: the score of the move that led to `next`. The first move of a node has no
    /// `reduction` and is searched with the full window, because it is expected to be the best. The others are first
    /// searched with a null window and at reduced depth, to prove that they are not better than alpha.
    ///
    /// CITE: Tony A. Marsland and Murray S. Campbell, "Parallel search of strongly ordered game trees", ACM Computing
    /// Surveys 14(4), 1982.
    fn principal_variation_search(
        &mut self,
        next: &Position<G>,
        window: Window,
        depth: i32,
        ply: usize,
        reduction: Option<i32>,
    ) -> Result<Score, Stopped> {
        let Some(reduction) = reduction else {
            return Ok(-self.search_node(next, window.reversed(), depth, ply + 1, NodeKind::Main)?);
        };
        let null = window.null_above_alpha_reversed();
        let mut score = -self.search_node(next, null, depth - reduction, ply + 1, NodeKind::Main)?;
        if reduction > 0 && score > window.alpha {
            score = -self.search_node(next, null, depth, ply + 1, NodeKind::Main)?;
        }
        if window.contains(score) {
            score = -self.search_node(next, window.reversed(), depth, ply + 1, NodeKind::Main)?;
        }
        Ok(score)
    }

    /// Makes a move and adds it to the path of the search.
    #[inline]
    fn play(&mut self, position: &Position<G>, mv: Move<G::Word>, depth: i32, ply: usize) -> Position<G> {
        self.path.push(position.key());
        self.stack.plies[ply + 1].previous = Some(mv.to());
        self.make_move(position, mv, depth, ply)
    }

    /// Makes a move and updates the state of the evaluation. Prefetches the entry of the transposition table if the new
    /// position will be searched to a `depth` above 0.
    #[inline]
    pub(super) fn make_move(
        &mut self,
        position: &Position<G>,
        mv: Move<G::Word>,
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

    /// The score of a position in which the game ends for a reason other than the lack of a legal move, such as a draw
    /// limit. If the side to move also has no legal move, the lack of a move takes precedence, except in a game won by
    /// the first king once a king has been crowned.
    #[inline]
    pub(super) fn game_over(&mut self, position: &Position<G>, ply: usize) -> Option<Score> {
        if G::first_crowned(position.board(), position.options()).is_some() {
            // The opponent's last move must have crowned this king, because a root with a king on the board is never
            // searched.
            self.leaves.add(ply);
            return Some(Score::loss_in(ply));
        }
        let ending = G::ending(position.board(), position.side(), position.options());
        let outcome = match ending {
            Some(outcome) => outcome,
            None => Outcome::Draw(position.draw_limit()?),
        };
        if !position.has_legal_move() {
            return Some(self.leaf_without_move(position, ply));
        }
        self.leaves.add(ply);
        Some(match outcome {
            Outcome::Draw(_) => Score::DRAW,
            // As in endgame tables, the winner is one move away from the end.
            Outcome::Win { winner, .. } if winner == position.side() => Score::win_in(ply + 1),
            Outcome::Win { .. } => Score::loss_in(ply),
        })
    }

    /// The score of a leaf without a legal move.
    #[inline]
    pub(super) fn leaf_without_move(&mut self, position: &Position<G>, ply: usize) -> Score {
        self.leaves.add(ply);
        match G::without_move(position.options()) {
            WithoutMove::Loses => Score::loss_in(ply),
            WithoutMove::Wins => Score::win_in(ply),
        }
    }

    /// Counts a move that is about to be made, and polls the handler from time to time.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            self.next_poll = self.handler.poll(self.nodes)?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// The score of a node that has too many captures for all of them to be found. Such a node is a leaf: the position
    /// after one of the longest captures found is evaluated. `None` if all captures were found. Either way the handler
    /// is polled before the next move, because finding the captures took as long as thousands of nodes.
    #[cold]
    pub(super) fn too_many_captures_leaf(
        &mut self,
        position: &Position<G>,
        ply: usize,
        kind: NodeKind,
    ) -> Option<Score> {
        self.next_poll = 0;
        let capture = self.stack.moves(ply, kind).one_if_incomplete()?;
        self.leaves.add(ply);
        let after = self.make_move(position, capture, 0, ply);
        Some(-self.evaluation(&after, ply + 1))
    }

    /// The static evaluation of a leaf.
    #[inline]
    pub(super) fn leaf(&mut self, position: &Position<G>, ply: usize) -> Score {
        self.leaves.add(ply);
        self.evaluation(position, ply)
    }

    /// The static evaluation of `position` at this ply.
    #[inline]
    fn evaluation(&mut self, position: &Position<G>, ply: usize) -> Score {
        Score::evaluation(self.evaluator.evaluate(position, &mut self.states[ply]))
    }
}
