//! Positions that need no search of their own in the analysis of a game.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::steps::steps;
use crate::book::{BookLine, Choice};
use crate::notation::{PdnReplay, move_text, parse_move};
use crate::rules::{AnyGame, AnyPosition, Move, RuleOptions, Rules};
use crate::search::Score;

/// A searched position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Assessment {
    /// For the side to move.
    pub(super) score: Score,
    /// The best line; empty if the game is over.
    pub(super) line: Vec<Move>,
}

/// Positions that need no search in the analysis of a game: those that occur in several games, each searched once, and
/// those of an opening book.
#[derive(Debug, Default)]
pub struct KnownPositions {
    searched: HashMap<PositionKey, Assessment>,
    book: Option<Choice>,
}

impl From<BookLine> for Assessment {
    fn from(BookLine { score, moves }: BookLine) -> Self {
        Self { score, line: moves }
    }
}

/// The result of a search of a position that occurs in several games, in a form that can be kept in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharedPosition {
    /// The score for the side to move in men.
    score: f64,
    /// The best line, as in the Hub protocol.
    line: Vec<String>,
}

impl SharedPosition {
    pub(super) fn of(rules: &'static Rules, found: &Assessment) -> Self {
        let line = found.line.iter().map(|&mv| move_text(rules, mv)).collect();
        Self { score: found.score.men(), line }
    }
}

impl KnownPositions {
    /// The positions of a book.
    #[must_use]
    pub fn new(book: Option<Choice>) -> Self {
        Self { searched: HashMap::new(), book }
    }

    /// Adds the result of a search of the position of `game`. One that does not fit the position is left out.
    pub fn add(&mut self, game: &dyn AnyGame, found: &SharedPosition) {
        let mut position = game.position().copy();
        let mut line = Vec::new();
        for text in &found.line {
            let Ok(mv) = parse_move(&*position, text) else { return };
            position = position.after(mv);
            line.push(mv);
        }
        let score = Score::from_men(found.score);
        self.searched.insert(key(game.position()), Assessment { score, line });
    }

    pub(super) fn find(&self, game: &dyn AnyGame) -> Option<Assessment> {
        let searched = self.searched.get(&key(game.position())).cloned();
        searched.or_else(|| self.find_in_book(game))
    }

    /// A book that cannot be read any more is as good as none.
    fn find_in_book(&self, game: &dyn AnyGame) -> Option<Assessment> {
        Some(self.book.as_ref()?.best_line(game).ok()??.into())
    }

    /// What the book says of a move.
    pub(super) fn find_move(&self, before: &dyn AnyGame, mv: Move) -> Option<Assessment> {
        Some(self.book.as_ref()?.line_of(before, mv).ok()??.into())
    }
}

/// A position with its rules.
type PositionKey = (&'static Rules, RuleOptions, u64);

/// In place of the number of a game.
const SEVERAL: usize = 0;

/// The key of the position of a game.
fn key(position: &dyn AnyPosition) -> PositionKey {
    (position.rules(), position.rule_options(), position.key())
}

/// The games to positions with a choice of moves that are not `known` and occur in the main lines of several games, one
/// game for each position.
#[must_use]
pub fn shared_positions<'a>(
    games: impl IntoIterator<Item = &'a PdnReplay>,
    known: &KnownPositions,
) -> Vec<Box<dyn AnyGame>> {
    let mut seen: HashMap<PositionKey, usize> = HashMap::new();
    let mut shared = Vec::new();
    for (number, replay) in (1..).zip(games) {
        for step in steps(replay) {
            let position = key(step.before.position());
            match seen.get_mut(&position) {
                None => {
                    seen.insert(position, number);
                }
                Some(game) if *game == number || *game == SEVERAL => {}
                Some(game) => {
                    *game = SEVERAL;
                    if step.before.legal_moves().len() > 1 && known.find(&*step.before).is_none() {
                        shared.push(step.before);
                    }
                }
            }
        }
    }
    shared
}
