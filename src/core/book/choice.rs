//! Choice of the move to play among those that a book has.

use std::sync::Arc;

use super::{Book, BookMove, Mark, embedded};
use crate::rules::{AnyGame, AnyPosition, Move};
use crate::search::Score;
use crate::tables::files::FileProblem;

/// How to play from a book.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The book; `None` stands for the one in the program.
    pub book: Option<Arc<Book>>,
    /// How much worse than the best move a move may be, in hundredths of a man.
    pub margin: i32,
    /// The plies of a game in which the margin applies; later only equally good moves are chosen among.
    pub plies: usize,
    /// The seed of the random numbers; 0 stands for another one every time.
    pub seed: u64,
}

impl PartialEq for Choice {
    fn eq(&self, other: &Self) -> bool {
        let same_book = match (&self.book, &other.book) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        let numbers = |choice: &Self| (choice.margin, choice.plies, choice.seed);
        same_book && numbers(self) == numbers(other)
    }
}

impl Eq for Choice {}

/// A move from a book, and the best moves after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookLine {
    /// The score of the move; that of a draw if the book has none.
    pub score: Score,
    /// The moves, starting with the one to play.
    pub moves: Vec<Move>,
}

/// The length of a line in plies.
const LONGEST_LINE: usize = 20;

/// The score of the best move, if any has a score.
#[must_use]
pub fn best_score(moves: &[(Move, BookMove)]) -> Option<Score> {
    moves.iter().filter_map(|(_, mv)| mv.score).max()
}

impl Choice {
    /// A move to play in `game`. `None` if there is no book for it, or the book does not have its position.
    ///
    /// # Errors
    ///
    /// If the book is damaged.
    pub fn line(&self, game: &dyn AnyGame) -> Result<Option<BookLine>, FileProblem> {
        let Some((book, moves)) = self.find(game)? else { return Ok(None) };
        let margin = if game.plies() < self.plies { self.margin } else { 0 };
        let mut random = match self.seed {
            0 => fastrand::Rng::new(),
            seed => fastrand::Rng::with_seed(seed ^ game.position().key()),
        };
        let Some((first, known)) = chosen(&moves, margin, &mut random) else { return Ok(None) };
        let score = known.score.unwrap_or(Score::DRAW);
        Ok(Some(BookLine { score, moves: continued(book, game.position(), *first)? }))
    }

    /// The move with the best score, whatever marks, margin and seed say. `None` if no move has a score.
    ///
    /// # Errors
    ///
    /// If the book is damaged.
    pub fn best_line(&self, game: &dyn AnyGame) -> Result<Option<BookLine>, FileProblem> {
        let Some((book, moves)) = self.find(game)? else { return Ok(None) };
        let scored = moves.iter().filter_map(|(mv, known)| Some((*mv, known.score?)));
        // The first of equally good moves.
        let Some((best, score)) = scored.rev().max_by_key(|&(_, score)| score) else { return Ok(None) };
        Ok(Some(BookLine { score, moves: continued(book, game.position(), best)? }))
    }

    /// A given move with its score. `None` if it has none.
    ///
    /// # Errors
    ///
    /// If the book is damaged.
    pub fn line_of(&self, game: &dyn AnyGame, wanted: Move) -> Result<Option<BookLine>, FileProblem> {
        let Some((book, moves)) = self.find(game)? else { return Ok(None) };
        let known = moves.iter().find(|&&(mv, _)| mv == wanted);
        let Some(score) = known.and_then(|(_, known)| known.score) else { return Ok(None) };
        Ok(Some(BookLine { score, moves: continued(book, game.position(), wanted)? }))
    }

    /// The book for `game`, and what it has on its position.
    fn find(&self, game: &dyn AnyGame) -> Result<Option<(&Book, KnownMoves)>, FileProblem> {
        let Some(book) = self.book_for(game) else { return Ok(None) };
        Ok(book.look_up(game.position())?.map(|moves| (book, moves)))
    }

    /// The book for `game`, if there is one.
    #[must_use]
    pub fn book_for(&self, game: &dyn AnyGame) -> Option<&Book> {
        let (rules, options) = (game.rules(), game.position().rule_options());
        let books = self.book.as_deref().into_iter().chain(embedded(rules));
        books.into_iter().find(|book| book.about().fits(rules, &options))
    }
}

/// The moves of a position that a book has.
type KnownMoves = Vec<(Move, BookMove)>;

/// One of the moves, at random according to their weights.
pub(super) fn chosen<'a>(
    moves: &'a [(Move, BookMove)],
    margin: i32,
    random: &mut fastrand::Rng,
) -> Option<&'a (Move, BookMove)> {
    let weights: Vec<u64> = weights(moves, margin);
    let all: u64 = weights.iter().sum();
    if all == 0 {
        return None;
    }
    let mut place = random.u64(0..all);
    let (found, _) = moves.iter().zip(weights).find(|(_, weight)| {
        let is_it = place < *weight;
        place = place.saturating_sub(*weight);
        is_it
    })?;
    Some(found)
}

/// How often each move is chosen. A move within the margin has one more than the hundredths of a man that separate it
/// from the first that is beyond it. If no move has a score, the points of games decide, two for a win and one for a
/// draw.
pub(super) fn weights(moves: &[(Move, BookMove)], margin: i32) -> Vec<u64> {
    let prefers = moves.iter().any(|(_, mv)| mv.mark == Some(Mark::Prefer));
    let allowed = |mv: &BookMove| mv.mark == prefers.then_some(Mark::Prefer);
    let best = moves.iter().filter(|(_, mv)| allowed(mv)).filter_map(|(_, mv)| mv.score).max();
    let of = |mv: &BookMove| match (best, mv.score) {
        _ if !allowed(mv) => 0,
        (Some(best), Some(score)) => {
            u64::try_from(1 + margin - (best.hundredths() - score.hundredths())).unwrap_or(0)
        }
        (Some(_), None) => u64::from(prefers),
        (None, _) => 2 * u64::from(mv.results.wins) + u64::from(mv.results.draws) + u64::from(prefers),
    };
    moves.iter().map(|(_, mv)| of(mv)).collect()
}

/// `first`, and the best moves after it that the book has.
fn continued(book: &Book, position: &dyn AnyPosition, first: Move) -> Result<Vec<Move>, FileProblem> {
    let (mut line, mut position) = (vec![first], position.after(first));
    while line.len() < LONGEST_LINE {
        let Some(moves) = book.look_up(&*position)? else { break };
        let allowed = moves.iter().filter(|(_, mv)| mv.mark != Some(Mark::Veto) && mv.score.is_some());
        // The first of equally good moves.
        let best = allowed.rev().max_by_key(|(_, mv)| mv.score);
        let Some(&(best, _)) = best else { break };
        line.push(best);
        position = position.after(best);
    }
    Ok(line)
}
