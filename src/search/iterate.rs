//! Iterative deepening at the root, with one or several best lines.

use super::node::Window;
use super::path::Path;
use super::score::Score;
use super::{Goal, Handler, Leaves, Line, Run, ScoreKind, Searcher, Stopped, TranspositionTable};
use crate::rules::{Game, Move, MoveList, Record};

/// From this depth on, a score is first looked for near the one of the depth before.
const ASPIRATION_DEPTH: u32 = 5;
/// How near, in hundredths of a man.
const ASPIRATION: i32 = 30;

impl<'a, G: Game, H: Handler> Run<'a, G, H> {
    pub(super) fn new(
        memory: &'a mut Searcher,
        game: &Record<G>,
        table: &'a TranspositionTable,
        handler: &'a mut H,
    ) -> Self {
        Self {
            memory,
            root: *game.position(),
            table,
            handler,
            path: Path::of(game),
            nodes: 0,
            next_poll: 0,
            leaves: Leaves::default(),
        }
    }

    /// Searches deeper and deeper; gives the best line found.
    pub(super) fn iterate(&mut self, goal: Goal) -> Option<Line> {
        let mut root = RootMoves::of(self);
        let lines = goal.lines.clamp(1, root.moves.len().max(1));
        // Something to play, should the search be stopped before it has found anything.
        let first = *root.moves.first()?;
        root.best = vec![self.line(1, 0, Score::DRAW, vec![first])];
        for depth in goal.from_depth.max(1)..=goal.to_depth {
            if self.search_depth(&mut root, lines, depth).is_err() {
                break;
            }
            if root.is_decided(lines, depth) || !self.handler.next_depth(self.nodes) {
                break;
            }
        }
        root.best.into_iter().next().map(|line| self.counted(line))
    }

    fn search_depth(&mut self, root: &mut RootMoves, lines: usize, depth: u32) -> Result<(), Stopped> {
        for rank in 0..lines {
            self.search_line(root, rank, depth)?;
            self.handler.line(&self.counted(root.best[rank].clone()));
        }
        Ok(())
    }

    /// Finds the best line among the moves that do not begin a better one.
    fn search_line(&mut self, root: &mut RootMoves, rank: usize, depth: u32) -> Result<(), Stopped> {
        let expected = root.best.get(rank).map(|line| line.score);
        let mut window = match expected {
            Some(score) if depth >= ASPIRATION_DEPTH && !score.is_decisive() => {
                Window { alpha: score.plus(-ASPIRATION), beta: score.plus(ASPIRATION) }
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
        let child_depth = if root.moves.len() == 1 { depth } else { depth - 1 };
        let mut rest = window;
        let mut best = Score::INFINITE_LOSS;
        for place in rank..root.moves.len() {
            let mv = root.moves[place];
            let doubt = (place > rank).then_some(0);
            let score = self.try_move(&position, mv, rest, child_depth as i32, 0, doubt)?;
            best = best.max(score);
            if score > rest.alpha {
                rest.alpha = score;
                self.prepend_to_line(mv, 0);
                let line = self.line(rank + 1, depth, score, self.memory.lines[0].clone());
                root.note(rank, place, line);
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    fn line(&self, rank: usize, depth: u32, score: Score, moves: Vec<Move>) -> Line {
        Line { rank, depth, mean_depth: self.leaves.mean_depth(), score, nodes: self.nodes, moves }
    }

    /// The line with the counts as they are now.
    fn counted(&self, line: Line) -> Line {
        self.line(line.rank, line.depth, line.score, line.moves)
    }
}

/// The legal moves at the root, those of the best lines first.
struct RootMoves {
    moves: Vec<Move>,
    best: Vec<Line>,
}

impl RootMoves {
    fn of<G: Game, H: Handler>(run: &Run<'_, G, H>) -> Self {
        let mut moves = MoveList::new();
        run.root.legal_moves(&mut moves);
        let known = run.table.probe(run.root.search_key(), 0).and_then(|known| known.best);
        let mut moves = moves.to_vec();
        // A stable sort: the table's move first, the others as they were generated.
        moves.sort_by_key(|&mv| known != Some(super::table::MoveTag::of(mv)));
        Self { moves, best: Vec::new() }
    }

    /// Notes the line of a rank, and moves its first move from its place to that rank.
    fn note(&mut self, rank: usize, place: usize, line: Line) {
        self.moves[rank..=place].rotate_right(1);
        match self.best.get_mut(rank) {
            Some(old) => *old = line,
            None => self.best.push(line),
        }
    }

    /// Whether all lines end in wins and losses that a deeper search cannot make shorter.
    fn is_decided(&self, lines: usize, depth: u32) -> bool {
        self.best.iter().take(lines).all(|line| match line.score.kind() {
            ScoreKind::WinIn(plies) | ScoreKind::LossIn(plies) => plies <= depth,
            ScoreKind::Evaluation(_) => false,
        })
    }
}
