//! Iterative deepening at the root, with aspiration windows and one or several principal variations.
//!
//! CITE: David J. Slate and Lawrence R. Atkin, "Chess 4.5: the Northwestern University chess program", in "Chess skill in
//! man and machine", 1977.

use super::endgame::{Endgames, Lookup};
use super::root::RootMoves;
use super::score::{Score, Window};
use super::stack::{Path, STACK_PLIES};
use super::{Goal, Handler, Leaves, Line, Progress, Run, Searcher, Stopped, TranspositionTable};
use crate::eval::{Evaluator, Playable};
use crate::rules::{Move, Record};

/// From this depth on there is an aspiration window: a score is first looked for near the one of the depth before.
const ASPIRATION_DEPTH: u32 = 5;

impl<'a, G: Playable, E: Evaluator<G>> Run<'a, G, E> {
    pub(super) fn new(
        Searcher { history, stack, .. }: &'a mut Searcher,
        evaluator: &'a E,
        game: &Record<G>,
        table: &'a TranspositionTable,
        endgames: &'a Endgames,
        handler: &'a mut dyn Handler,
    ) -> Self {
        let mut states = Vec::new();
        states.resize_with(STACK_PLIES, E::State::default);
        states[0] = evaluator.start(game.position());
        Self {
            history,
            stack,
            evaluator,
            states,
            root: *game.position(),
            table,
            handler,
            path: Path::of(game),
            keys: Vec::new(),
            lookup: Lookup::new(endgames),
            nodes: 0,
            next_poll: 0,
            leaves: Leaves::default(),
        }
    }

    /// Searches the `legal` moves deeper and deeper; gives the best lines found, best first.
    pub(super) fn iterate(&mut self, legal: &[Move], goal: Goal) -> Vec<Line> {
        let hash_move = self.table.probe(self.root.search_key(), 0).and_then(|entry| entry.best_move);
        let mut root = RootMoves::of(legal, hash_move, goal.lines);
        if root.len() == 0 {
            return Vec::new();
        }
        for depth in goal.from_depth.max(1)..=goal.to_depth {
            if let Some(mut lines) = self.ask_endgames(&mut root) {
                // However long a win is that the tables know, no depth is told that is greater than allowed.
                lines.iter_mut().for_each(|line| line.depth = line.depth.min(goal.to_depth));
                self.handler.lines(&lines, self.progress());
                return lines;
            }
            if self.search_depth(&mut root, depth).is_err() {
                break;
            }
            if root.is_decided(depth) || !self.handler.next_depth(self.nodes) {
                break;
            }
        }
        self.report(&root);
        self.lines_of(&root)
    }

    fn search_depth(&mut self, root: &mut RootMoves, depth: u32) -> Result<(), Stopped> {
        for rank in 0..root.wanted() {
            self.search_line(root, rank, depth)?;
        }
        root.sort();
        self.report(root);
        Ok(())
    }

    fn report(&mut self, root: &RootMoves) {
        let lines = self.lines_of(root);
        let progress = self.progress();
        self.handler.lines(&lines, progress);
    }

    fn progress(&self) -> Progress {
        Progress { nodes: self.nodes, mean_depth: self.leaves.mean_depth(), table_hits: self.lookup.hits }
    }

    /// The best lines. What is known to be a draw is said to be one.
    fn lines_of(&self, root: &RootMoves) -> Vec<Line> {
        let mut lines = root.lines();
        if self.lookup.is_drawn {
            lines.iter_mut().for_each(|line| line.score = Score::DRAW);
        }
        lines
    }

    /// Finds the best line among the moves that do not begin a better one.
    fn search_line(&mut self, root: &mut RootMoves, rank: usize, depth: u32) -> Result<(), Stopped> {
        let width = G::TUNABLES.aspiration_window();
        let mut window = match root.score(rank) {
            Some(score) if depth >= ASPIRATION_DEPTH && !score.is_decisive() => {
                Window { alpha: score.plus(-width), beta: score.plus(width) }
            }
            _ => Window::OPEN,
        };
        loop {
            let score = self.root_node(root, rank, depth, window)?;
            if window.contains(score) {
                return Ok(());
            }
            window = Window::OPEN;
        }
    }

    /// Searches the root; a move that is better than alpha is noted at once, so that it is known
    /// even if the search is stopped before the other moves are.
    fn root_node(
        &mut self,
        root: &mut RootMoves,
        rank: usize,
        depth: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        let position = self.root;
        let child_depth = if root.len() == 1 { depth } else { depth - 1 } as i32;
        let mut rest = window;
        let mut best = Score::INFINITE_LOSS;
        for place in rank..root.len() {
            let mv = root.at(place);
            self.count_move()?;
            let next = self.play(&position, mv, child_depth, 0);
            let reduction = (place > rank)
                .then(|| Self::late_move_reduction(&next, mv, place - rank, depth as i32, Window::OPEN));
            let score = self.principal_variation_search(&next, rest, child_depth, 0, reduction)?;
            self.path.pop();
            best = best.max(score);
            if score > rest.alpha {
                rest.alpha = score;
                self.stack.extend_line(mv, 0);
                root.note(rank, place, Line { depth, score, moves: self.stack.plies[0].line.clone() });
                if score >= window.beta {
                    break;
                }
                if place > rank && root.wanted() == 1 {
                    self.report(root);
                }
            }
        }
        Ok(best)
    }
}
