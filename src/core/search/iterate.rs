//! Iterative deepening at the root, with aspiration windows and one or several principal variations.
//!
//! CITE: David J. Slate and Lawrence R. Atkin, "Chess 4.5: the Northwestern University chess program", in "Chess skill
//! in man and machine", 1977.

use super::node::{Node, NodeKind};
use super::root::RootMoves;
use super::score::{Score, Window};
use super::selectivity::single_reply_extension;
use super::{Goal, Line, Progress, Run, Stopped};
use crate::eval::{Evaluator, Playable};
use crate::rules::Move;

/// The first depth with an aspiration window around the score of the previous depth.
const ASPIRATION_DEPTH: u32 = 5;

impl<G: Playable, E: Evaluator<G>> Run<'_, G, E> {
    /// Iterative deepening over the `legal` moves. Returns the best lines, best first.
    pub(super) fn iterate(&mut self, legal: &[Move], goal: Goal) -> Vec<Line> {
        let hash_move = self.table.probe(self.root.search_key(), 0).and_then(|entry| entry.best_move);
        let mut root = RootMoves::of(legal, hash_move, goal.lines);
        if root.len() == 0 {
            return Vec::new();
        }
        for depth in goal.from_depth.max(1)..=goal.to_depth {
            if let Some(mut lines) = self.ask_endgames(&mut root) {
                // A win in the tables may be longer than the depth limit.
                lines.iter_mut().for_each(|line| line.depth = line.depth.min(goal.to_depth));
                self.handler.lines(&lines, self.progress());
                return lines;
            }
            if self.search_depth(&mut root, depth).is_err() {
                root.sort();
                break;
            }
            if root.is_decided(depth) || !self.handler.next_depth(self.nodes) {
                break;
            }
        }
        self.report(&root);
        self.lines_of(&root)
    }

    fn search_depth(&mut self, root: &mut RootMoves<G::Word>, depth: u32) -> Result<(), Stopped> {
        for rank in 0..root.wanted() {
            self.search_line(root, rank, depth)?;
        }
        root.sort();
        self.report(root);
        Ok(())
    }

    fn report(&mut self, root: &RootMoves<G::Word>) {
        let lines = self.lines_of(root);
        let progress = self.progress();
        self.handler.lines(&lines, progress);
    }

    fn progress(&self) -> Progress {
        Progress { nodes: self.nodes, mean_depth: self.leaves.mean_depth(), table_hits: self.lookup.hits }
    }

    /// The best lines. If the root is a draw in the tables, their scores are draws.
    fn lines_of(&self, root: &RootMoves<G::Word>) -> Vec<Line> {
        let mut lines = root.lines();
        if self.lookup.is_drawn {
            lines.iter_mut().for_each(|line| line.score = Score::DRAW);
        }
        lines
    }

    /// Finds the next best line: the best whose first move does not already start one of the better lines.
    fn search_line(&mut self, root: &mut RootMoves<G::Word>, rank: usize, depth: u32) -> Result<(), Stopped> {
        let width = G::TUNABLES.aspiration_window();
        let mut window = match root.score(rank) {
            Some(score) if depth >= ASPIRATION_DEPTH && !score.is_decisive() => {
                Window { alpha: score.plus(-width), beta: score.plus(width) }
            }
            _ => Window::OPEN,
        };
        loop {
            let score = self.search_root(root, rank, depth, window)?;
            if window.contains(score) {
                return Ok(());
            }
            window = Window::OPEN;
        }
    }

    /// Searches the root moves from this rank on. A move that raises alpha is recorded immediately, so that it is not
    /// lost if the search is stopped before the remaining moves.
    fn search_root(
        &mut self,
        root: &mut RootMoves<G::Word>,
        rank: usize,
        depth: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        let position = self.root;
        let node = Node { window, depth: depth as i32, ply: 0, kind: NodeKind::Main };
        self.stack.moves(node.ply, node.kind).set_in_order(root.from(rank));
        let child_depth = single_reply_extension(root.len(), node.depth);
        let (score, _) = self.search_moves(&position, node, child_depth, |run, place, score| {
            let moves = run.stack.plies[0].line.iter().map(|mv| mv.widen()).collect();
            root.note(rank, rank + place, Line { depth, score, moves });
            if place > 0 && score < window.beta && root.wanted() == 1 {
                run.report(root);
            }
        })?;
        Ok(score)
    }
}
