//! The positions of a book in memory: reading, writing, merging, and what people add.

use std::cmp::Reverse;
use std::fmt;
use std::io;
use std::path::Path;

use super::graph::Graph;
use super::scorer::Effort;
use crate::book::{About, Book, BookMove, Positions, Results, Views, book_bytes, known_move};
use crate::exclusive::write_whole;
use crate::notation::{PdnReplay, PdnStep};
use crate::rules::Color;
use crate::search::Score;
use crate::tables::files::FileProblem;

/// The contents of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// What it is about.
    pub about: About,
    /// Its positions and their moves, the best first.
    pub positions: Positions,
}

/// The error for books that cannot be merged: of different games or rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeError(String);

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MergeError {}

/// The name of the value that has the effort of the searches.
pub(super) const EFFORT: &str = "effort";
/// The name of the value that has the seed.
pub(super) const SEED: &str = "seed";
/// The name of the value that has the number of expanded positions before a book was trimmed.
const WHOLE: &str = "trimmed-from";

impl Contents {
    /// An empty book.
    #[must_use]
    pub fn new(about: About) -> Self {
        Self { about, positions: Positions::new() }
    }

    /// Reads a whole file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not a book, or is damaged.
    pub fn read(path: &Path) -> Result<Self, FileProblem> {
        let book = Book::open(path)?;
        Ok(Self { about: book.about().clone(), positions: book.all()? })
    }

    /// Writes a file, completely or not at all. An existing one is replaced.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        write_whole(path, book_bytes(&self.about, &self.positions), true)
    }

    /// The effort of its searches, if it is known and the same for all.
    #[must_use]
    pub fn effort(&self) -> Option<Effort> {
        Effort::read(self.about.value(EFFORT)?)
    }

    /// Whether this is a part of another book, which lacks most moves.
    #[must_use]
    pub fn is_trimmed(&self) -> bool {
        self.about.value(WHOLE).is_some()
    }

    /// Sorts moves: the best first, then those with the most games.
    pub(super) fn sort(&mut self) {
        for moves in self.positions.values_mut() {
            moves.sort_by_key(|mv| (Reverse(mv.score), Reverse(mv.results.games()), mv.number));
        }
    }

    /// The union of two books. Where both have searched a position, the score of the greater effort counts, and of
    /// equal efforts the lower score for the player who moves there. Scores are backed up again; results of games are
    /// added.
    ///
    /// # Errors
    ///
    /// If the books are of different games or rules.
    pub fn merged(self, other: Self) -> Result<Self, MergeError> {
        if !self.about.fits(other.about.rules, &other.about.options) {
            let names = [&self.about, &other.about].map(|about| about.rules.name);
            let rules = if names[0] == names[1] { " under different rules" } else { "" };
            return Err(MergeError(format!(
                "expected two books of one game, found {} and {}{rules}",
                names[0], names[1]
            )));
        }
        let weight = |contents: &Self| contents.effort().map(Effort::weight);
        let is_alike = weight(&other) == weight(&self);
        let (mut best, other) = if weight(&other) > weight(&self) { (other, self) } else { (self, other) };
        for name in [EFFORT, SEED] {
            if let (Some(one), Some(two)) = (best.about.value(name), other.about.value(name)) {
                let both = if one == two { one.to_owned() } else { format!("{one}, {two}") };
                best.about = best.about.with(name, &both);
            }
        }
        for (key, moves) in other.positions {
            let known = best.positions.entry(key).or_default();
            moves.into_iter().for_each(|mv| add(known, mv, is_alike));
        }
        best.back_up();
        Ok(best)
    }

    /// Backs up the scores of all positions of which every move has a score.
    fn back_up(&mut self) {
        Graph::of(self, 0).write_to(self);
        self.sort();
    }

    /// Adds the moves of a game and its result. Positions after the first `plies` plies are left out.
    pub fn add_game(&mut self, replay: &PdnReplay, result: Option<Option<Color>>, plies: usize) {
        let views = Views::of(self.about.rules);
        for node in replay.main_line().take(plies) {
            let PdnStep::Move(mv) = node.step else { break };
            let before = replay.before(node);
            let results = result.map(|winner| Results::of_game(winner, before.side()));
            let known = known_move(&mut self.positions, &views, before, mv);
            known.results = known.results.and(results.unwrap_or_default());
        }
        self.sort();
    }

    /// The book reduced to the positions nearest to the start, in as many bytes as are allowed, with the best move, and
    /// of those that lose at most `margin` men the ones to expanded positions: the scores of others are those of short
    /// searches. At the start all moves are kept, because they say what each first move is worth. Such a book is only
    /// for playing: without all its moves, it cannot be continued.
    #[must_use]
    pub fn trimmed(&self, bytes: usize, margin: f64) -> Self {
        let graph = Graph::of(self, 0);
        let about = self.about.clone().with(WHOLE, &graph.expanded().to_string());
        // The start is the first of the nearest.
        let kept = graph.nearest().into_iter().enumerate().filter_map(|(place, key)| {
            let moves = self.positions.get(&key)?;
            let good = || near_best(moves, &graph.expanded_moves(&key), margin);
            let moves = if place == 0 { moves.clone() } else { good() };
            (!moves.is_empty()).then_some((key, moves))
        });
        let nearest: Vec<_> = kept.collect();
        let of_first = |count: usize| {
            let positions = nearest.iter().take(count).cloned().collect();
            Self { about: about.clone(), positions }
        };
        let (mut fits, mut too_many) = (0, nearest.len() + 1);
        while fits + 1 < too_many {
            let middle = fits.midpoint(too_many);
            let trimmed = of_first(middle);
            if book_bytes(&trimmed.about, &trimmed.positions).len() <= bytes {
                fits = middle;
            } else {
                too_many = middle;
            }
        }
        of_first(fits)
    }
}

/// The best move, the moves to expanded positions that lose at most `margin` men, and those with a mark or a note.
fn near_best(moves: &[BookMove], expanded: &[u32], margin: f64) -> Vec<BookMove> {
    let best = moves.iter().filter_map(|mv| mv.score).max().map_or(0.0, Score::men);
    let is_kept = |mv: &&BookMove| {
        let is_good = mv.score.is_some_and(|score| best - score.men() <= margin + ROUNDING)
            && expanded.contains(&mv.number);
        is_good || mv.mark.is_some() || !mv.note.is_empty()
    };
    // The best comes first.
    let (first, others) = moves.split_at(moves.len().min(1));
    first.iter().chain(others.iter().filter(is_kept)).cloned().collect()
}

/// Far less than a hundredth of a man.
const ROUNDING: f64 = 1e-6;

/// Adds what another book knows about a move, whose searches were as good or worse.
fn add(known: &mut Vec<BookMove>, mv: BookMove, is_as_good: bool) {
    let Some(own) = known.iter_mut().find(|own| own.number == mv.number) else {
        known.push(mv);
        return;
    };
    own.score = match (own.score, mv.score) {
        (Some(one), Some(other)) if is_as_good => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    own.results = own.results.and(mv.results);
    own.mark = own.mark.or(mv.mark);
    if own.note.is_empty() {
        own.note = mv.note;
    }
}
