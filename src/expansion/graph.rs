//! The graph of a book.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};
use std::hash::{Hash, Hasher};

use crate::book::{About, BookMove, Key, Views};
use crate::rules::{AnyPosition, SetupError};
use crate::search::Score;

use super::contents::Contents;
use super::costs::{Costs, NEVER, cost_of_ply};
use super::scores::{a_little_less, final_score, hundredths, one_ply_later};

/// The number of a node.
pub(super) type Node = u32;

/// The score of a position by the search that chooses its best move, and the position after that move.
pub(super) type Choice = (Score, Key);

/// A position.
#[derive(Debug)]
struct Position {
    key: Key,
    /// The score for the side to move: that of a search at a leaf, backed up elsewhere.
    score: Score,
    /// The smallest costs of the way to a leaf that can be expanded.
    costs: Costs,
    /// The cost of the ply that leads here.
    step: u32,
    kind: Kind,
    parents: Vec<Node>,
}

impl Position {
    fn is_inner(&self) -> bool {
        matches!(self.kind, Kind::Inner(_))
    }
}

#[derive(Debug)]
enum Kind {
    /// Searched, but not expanded.
    Leaf,
    /// A leaf that is being expanded.
    Pending,
    /// The game is over.
    Final,
    /// Expanded: the numbers of all moves, in order, and what they lead to.
    Inner(Box<[(u32, Node)]>),
}

/// A position after a move.
#[derive(Debug)]
pub(super) struct Child {
    pub(super) number: u32,
    pub(super) key: Key,
    pub(super) position: Box<dyn AnyPosition>,
    /// The score for the side to move, if the game is over.
    pub(super) ending: Option<Score>,
}

/// The graph of a book, whose first node is the start of the game.
#[derive(Debug)]
pub(super) struct Graph {
    about: About,
    views: Views,
    seed: u32,
    /// The cost of a ply in hundredths of a man.
    ply: u32,
    nodes: Vec<Position>,
    places: HashMap<Key, Node>,
    expanded: usize,
}

/// Computes an inner node from its moves, and returns whether it has changed.
type Update<'a> = &'a dyn Fn(&mut Graph, Node, &[(u32, Node)]) -> bool;

/// The start of the game.
const ROOT: Node = 0;

impl Graph {
    /// The graph of the complete positions of a book: those of which all moves have scores.
    pub(super) fn of(contents: &Contents, seed: u32) -> Self {
        let about = contents.about.clone();
        let views = Views::of(about.rules);
        let start = about.rules.start(&about.options);
        let root = views.view(start.position()).key;
        let ply = cost_of_ply(about.rules);
        let (nodes, places) = (Vec::new(), HashMap::new());
        let mut graph = Self { about, views, seed, ply, nodes, places, expanded: 0 };
        graph.add(root, Score::DRAW, false);
        for (key, moves) in &contents.positions {
            let Ok(children) = graph.children_of(key) else { continue };
            let scores: HashMap<u32, Score> =
                moves.iter().filter_map(|mv| Some((mv.number, mv.score?))).collect();
            let scored: Option<Vec<_>> = children
                .into_iter()
                .map(|child| Some((scores.get(&child.number).map(|score| one_ply_later(*score))?, child)))
                .collect();
            if let Some(scored) = scored.filter(|scored| !scored.is_empty()) {
                let node = graph.add(*key, Score::DRAW, false);
                // Merged books may have two scores of a leaf.
                scored.iter().for_each(|(score, child)| graph.raise(&child.key, *score));
                graph.attach(node, scored);
            }
        }
        let all: Vec<Node> = (ROOT..graph.nodes.len() as Node).collect();
        graph.back_up(&all);
        graph
    }

    /// The number of expanded positions.
    pub(super) fn expanded(&self) -> usize {
        self.expanded
    }

    /// The score of the start for White.
    pub(super) fn start_score(&self) -> Score {
        self.nodes[ROOT as usize].score
    }

    /// The score of a position, if the graph has it.
    pub(super) fn score(&self, key: &Key) -> Option<Score> {
        Some(self.known(key)?.score)
    }

    fn known(&self, key: &Key) -> Option<&Position> {
        self.places.get(key).map(|&node| &self.nodes[node as usize])
    }

    /// The key of a node.
    pub(super) fn key(&self, node: Node) -> &Key {
        &self.nodes[node as usize].key
    }

    /// The position with this key.
    pub(super) fn position(&self, key: &Key) -> Result<Box<dyn AnyPosition>, SetupError> {
        self.views.position(key, &self.about.options)
    }

    /// The key of a position.
    pub(super) fn key_of(&self, position: &dyn AnyPosition) -> Key {
        self.views.view(position).key
    }

    /// Whether a position is expanded.
    pub(super) fn is_expanded(&self, key: &Key) -> bool {
        self.known(key).is_some_and(Position::is_inner)
    }

    /// The positions after each move, in the order of the moves' numbers.
    pub(super) fn children_of(&self, key: &Key) -> Result<Vec<Child>, SetupError> {
        let position = self.position(key)?;
        let moves = self.views.view(&*position).moves(&*position);
        let child = |(number, mv)| {
            let after = position.after(mv);
            let key = self.key_of(&*after);
            // Of all images the same one is searched, so that its score does not depend on the way.
            let position = self.position(&key).unwrap_or(after);
            Child { number, key, ending: final_score(&*position), position }
        };
        Ok((0..).zip(moves).map(child).collect())
    }

    /// Marks the next leaf as being expanded, and returns it with the positions after its moves. `None` if nothing is
    /// left to expand.
    pub(super) fn next_leaf(&mut self) -> Option<(Node, Vec<Child>)> {
        loop {
            let leaf = self.cheapest_leaf()?;
            self.nodes[leaf as usize].kind = Kind::Pending;
            let children = self.children_of(&self.nodes[leaf as usize].key).unwrap_or_default();
            if children.is_empty() {
                // A draw limit or the rules have ended the game here.
                self.nodes[leaf as usize].kind = Kind::Final;
            }
            self.back_up(&[leaf]);
            if !children.is_empty() {
                return Some((leaf, children));
            }
        }
    }

    /// The leaf at the end of the way that costs least.
    fn cheapest_leaf(&self) -> Option<Node> {
        let mut node = ROOT;
        let Costs { ours, theirs } = self.nodes[ROOT as usize].costs;
        let mut is_ours = ours <= theirs;
        if ours.min(theirs) == NEVER {
            return None;
        }
        loop {
            let Kind::Inner(moves) = &self.nodes[node as usize].kind else { return Some(node) };
            // Every ply costs something, so the way does not return.
            let ways = moves.iter().map(|&(_, child)| child);
            node = ways.min_by_key(|&child| self.costs_through(node, child).of(is_ours))?;
            is_ours = !is_ours;
        }
    }

    /// The numbers of the moves of a position that lead to an expanded one.
    pub(super) fn expanded_moves(&self, key: &Key) -> Vec<u32> {
        let Some(Kind::Inner(moves)) = self.known(key).map(|position| &position.kind) else {
            return Vec::new();
        };
        let expanded = moves.iter().filter(|&&(_, child)| self.nodes[child as usize].is_inner());
        expanded.map(|&(number, _)| number).collect()
    }

    /// Expands a leaf whose moves lead to positions with these scores.
    pub(super) fn expand(&mut self, leaf: Node, children: Vec<(Score, Child)>, choice: Option<Choice>) {
        self.attach(leaf, children);
        let mut changed = vec![leaf];
        if let Some(choice) = choice {
            changed.extend(self.choose(leaf, choice));
        }
        self.back_up(&changed);
    }

    /// Gives a leaf at least this score.
    fn raise(&mut self, key: &Key, score: Score) {
        let Some(&node) = self.places.get(key) else { return };
        let position = &mut self.nodes[node as usize];
        if matches!(position.kind, Kind::Leaf) {
            position.score = position.score.max(score);
        }
    }

    /// Gives the chosen move its score, and less to others that rest on one search only: of many scores, the highest is
    /// too high. Returns the leaves whose scores have changed.
    fn choose(&mut self, node: Node, (score, best): Choice) -> Vec<Node> {
        let Kind::Inner(moves) = &self.nodes[node as usize].kind else { return Vec::new() };
        let children: Vec<Node> = moves.iter().map(|&(_, child)| child).collect();
        let (of_best, least_of_others) = (one_ply_later(score), one_ply_later(a_little_less(score)));
        let mut changed = Vec::new();
        for child in children {
            let position = &mut self.nodes[child as usize];
            // A win or loss that a search has found is certain.
            if !matches!(position.kind, Kind::Leaf) || position.score.is_decisive() {
                continue;
            }
            let new = if position.key == best { of_best } else { position.score.max(least_of_others) };
            if std::mem::replace(&mut position.score, new) != new {
                changed.push(child);
            }
        }
        changed
    }

    /// Makes a node an inner one.
    fn attach(&mut self, node: Node, children: Vec<(Score, Child)>) {
        let moves: Box<[(u32, Node)]> = children
            .into_iter()
            .map(|(score, child)| {
                let to = self.add(child.key, child.ending.unwrap_or(score), child.ending.is_some());
                let parents = &mut self.nodes[to as usize].parents;
                if parents.last() != Some(&node) {
                    parents.push(node);
                }
                (child.number, to)
            })
            .collect();
        self.nodes[node as usize].kind = Kind::Inner(moves);
        self.expanded += 1;
    }

    /// The node of a position, which is new or known.
    fn add(&mut self, key: Key, score: Score, is_final: bool) -> Node {
        let next = self.nodes.len() as Node;
        let node = *self.places.entry(key).or_insert(next);
        if node == next {
            let kind = if is_final { Kind::Final } else { Kind::Leaf };
            let costs = Costs::both(if is_final || score.is_decisive() { NEVER } else { 0 });
            let step = self.step(&key);
            self.nodes.push(Position { key, score, costs, step, kind, parents: Vec::new() });
        }
        node
    }

    /// The cost of a ply to a position: with a seed, it varies by a half, so that books with different seeds differ.
    fn step(&self, key: &Key) -> u32 {
        if self.seed == 0 {
            return self.ply;
        }
        let mut hasher = crc32fast::Hasher::new_with_initial(self.seed);
        key.hash(&mut hasher);
        (self.ply / 2 + (Hasher::finish(&hasher) % u64::from(self.ply + 1)) as u32).max(1)
    }

    /// The costs of the way through a move.
    fn costs_through(&self, node: Node, child: Node) -> Costs {
        let child = &self.nodes[child as usize];
        child.costs.before(child.step, self.loss(node, child))
    }

    /// What a move loses against the best one.
    fn loss(&self, node: Node, child: &Position) -> u32 {
        let best = hundredths(self.nodes[node as usize].score);
        (best - hundredths(child.score.one_ply_earlier())).max(0) as u32
    }

    /// The keys of the expanded positions, those first that are reached from the start at the least cost.
    pub(super) fn nearest(&self) -> Vec<Key> {
        let mut found = Vec::new();
        // For the book of the side to move, and for that of its opponent.
        let mut is_visited = vec![[false; 2]; self.nodes.len()];
        let mut waiting = BinaryHeap::from([true, false].map(|is_ours| (Reverse(0), Reverse(ROOT), is_ours)));
        while let Some((Reverse(cost), Reverse(node), is_ours)) = waiting.pop() {
            let Position { key, kind: Kind::Inner(moves), .. } = &self.nodes[node as usize] else { continue };
            let visited = &mut is_visited[node as usize];
            if *visited == [false; 2] {
                found.push(*key);
            }
            if !std::mem::replace(&mut visited[usize::from(is_ours)], true) {
                waiting.extend(moves.iter().map(|&(_, to)| {
                    let child = &self.nodes[to as usize];
                    let cost = Costs::both(cost).before(child.step, self.loss(node, child));
                    (Reverse(cost.of(is_ours)), Reverse(to), !is_ours)
                }));
            }
        }
        found
    }

    /// Backs up scores and costs from these nodes.
    ///
    /// In a graph with cycles, the value of a position is what can be forced in any number of moves, and a draw if
    /// nothing can. Starting from draws at all inner nodes, sweeps reach that from below for the winning side. So the
    /// ancestors of a changed node start again.
    fn back_up(&mut self, changed: &[Node]) {
        let ancestors = self.ancestors(changed);
        for &node in &ancestors {
            let position = &mut self.nodes[node as usize];
            match position.kind {
                Kind::Inner(_) => (position.score, position.costs) = (Score::DRAW, Costs::both(NEVER)),
                Kind::Leaf if !position.score.is_decisive() => position.costs = Costs::both(0),
                Kind::Leaf | Kind::Pending | Kind::Final => position.costs = Costs::both(NEVER),
            }
        }
        self.sweep(&ancestors, &|graph, node, moves| {
            let scores = moves.iter().map(|&(_, child)| graph.nodes[child as usize].score.one_ply_earlier());
            let best = scores.max().unwrap_or(Score::DRAW);
            let position = &mut graph.nodes[node as usize];
            std::mem::replace(&mut position.score, best) != best
        });
        self.sweep(&ancestors, &|graph, node, moves| {
            // Below a won or lost position nothing is left to find out.
            let is_decided = graph.nodes[node as usize].score.is_decisive();
            let ways =
                moves.iter().filter(|_| !is_decided).map(|&(_, child)| graph.costs_through(node, child));
            let costs = ways.fold(Costs::both(NEVER), Costs::min);
            std::mem::replace(&mut graph.nodes[node as usize].costs, costs) != costs
        });
    }

    /// These nodes and all from which they can be reached, the nearest first.
    fn ancestors(&self, of: &[Node]) -> Vec<Node> {
        let mut found = of.to_vec();
        let mut is_found: HashSet<Node> = of.iter().copied().collect();
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            next += 1;
            for &parent in &self.nodes[node as usize].parents {
                if is_found.insert(parent) {
                    found.push(parent);
                }
            }
        }
        found
    }

    /// Updates the inner nodes among `nodes` until none changes.
    fn sweep(&mut self, nodes: &[Node], update: Update<'_>) {
        let mut waiting: VecDeque<Node> = nodes.iter().copied().collect();
        let mut is_waiting: HashSet<Node> = nodes.iter().copied().collect();
        while let Some(node) = waiting.pop_front() {
            is_waiting.remove(&node);
            let Kind::Inner(moves) = &mut self.nodes[node as usize].kind else { continue };
            let moves = std::mem::take(moves);
            let is_changed = update(self, node, &moves);
            self.nodes[node as usize].kind = Kind::Inner(moves);
            if is_changed {
                for &parent in &self.nodes[node as usize].parents {
                    if is_waiting.insert(parent) {
                        waiting.push_back(parent);
                    }
                }
            }
        }
    }

    /// Writes the backed-up scores of all expanded positions into `contents`, whose other values stay.
    pub(super) fn write_to(&self, contents: &mut Contents) {
        for position in &self.nodes {
            let Kind::Inner(moves) = &position.kind else { continue };
            let known = contents.positions.entry(position.key).or_default();
            known.sort_by_key(|mv| mv.number);
            for &(number, child) in moves {
                let score = Some(self.nodes[child as usize].score.one_ply_earlier());
                match known.binary_search_by_key(&number, |mv| mv.number) {
                    Ok(place) => known[place].score = score,
                    Err(place) => known.insert(place, BookMove { number, score, ..BookMove::default() }),
                }
            }
        }
        contents.sort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleOptions;
    use crate::rules::games::Variant;

    /// A graph that was grown with made-up scores.
    fn grown(
        variant: Variant,
        expansions: usize,
        check: &dyn Fn(&Graph),
        choice: &dyn Fn(&[Child]) -> Option<Choice>,
    ) -> Graph {
        let about = About::new(variant.rules(), &RuleOptions::default());
        let mut graph = Graph::of(&Contents::new(about), 0);
        for _ in 0..expansions {
            check(&graph);
            let (leaf, children) = graph.next_leaf().expect("a leaf");
            let score = |child: &Child| {
                let mut hasher = crc32fast::Hasher::new();
                child.key.hash(&mut hasher);
                Score::from_men((Hasher::finish(&hasher) % 100) as f64 / 100.0 - 0.5)
            };
            let choice = choice(&children);
            graph.expand(leaf, children.into_iter().map(|child| (score(&child), child)).collect(), choice);
        }
        graph
    }

    /// The cheapest way to a leaf: its cost and its last node, by trying all ways that cost at most `most`.
    fn cheapest(graph: &Graph, node: Node, is_ours: bool, most: u32) -> Option<(u32, Node)> {
        let Kind::Inner(moves) = &graph.nodes[node as usize].kind else { return Some((0, node)) };
        let mut best = None;
        let mut most = most;
        for &(_, to) in moves {
            let child = &graph.nodes[to as usize];
            let lost = hundredths(graph.nodes[node as usize].score) + hundredths(child.score);
            let cost = graph.ply + if is_ours { lost } else { lost / 4 } as u32;
            let Some(rest) = most.checked_sub(cost) else { continue };
            if let Some((after, leaf)) = cheapest(graph, to, !is_ours, rest)
                && best.is_none_or(|(best, _)| cost + after < best)
            {
                best = Some((cost + after, leaf));
                most = cost + after;
            }
        }
        best
    }

    #[test]
    fn the_leaf_that_costs_one_of_the_players_least_is_next() {
        for variant in [Variant::Dameo, Variant::Breakthrough] {
            let check = |graph: &Graph| {
                let ways = [true, false].map(|is_ours| cheapest(graph, ROOT, is_ours, 200).expect("a way"));
                let Costs { ours, theirs } = graph.nodes[ROOT as usize].costs;
                assert_eq!([ours, theirs], ways.map(|(cost, _)| cost), "{variant}");
                let (_, leaf) = if ours <= theirs { ways[0] } else { ways[1] };
                assert_eq!(graph.cheapest_leaf(), Some(leaf), "{variant}");
            };
            let graph = grown(variant, 60, &check, &|_| None);
            assert_eq!((graph.expanded(), graph.nearest().len()), (60, 60), "{variant}");
        }
    }

    #[test]
    fn the_move_of_the_better_search_is_best_until_searches_behind_a_move_say_otherwise() {
        for variant in [Variant::Dameo, Variant::Turkish] {
            // By their own searches, some moves are worth up to half a man.
            let choice = |children: &[Child]| Some((Score::evaluation(7), children[children.len() / 2].key));
            let once = grown(variant, 1, &|_| {}, &choice);
            let Kind::Inner(moves) = &once.nodes[ROOT as usize].kind else { panic!("it is expanded") };
            let best = moves[moves.len() / 2].1;
            assert_eq!(once.start_score(), Score::evaluation(7), "{variant}");
            for &(_, child) in moves {
                let score = hundredths(-once.nodes[child as usize].score);
                assert!(if child == best { score == 7 } else { score <= 6 }, "{variant}: {score}");
            }
            // A search behind each move says that it is worth -7.
            let later = grown(variant, 40, &|_| {}, &choice);
            for node in &later.nodes {
                let Kind::Inner(moves) = &node.kind else { continue };
                let scores =
                    moves.iter().map(|&(_, child)| later.nodes[child as usize].score.one_ply_earlier());
                assert_eq!(Some(node.score), scores.max(), "{variant}");
            }
            assert!(later.start_score() < Score::evaluation(7), "{variant}");
        }
    }
}
