//! Replay: a game of a match, played once more from its record. Its PDN and its steps in the report are made of it.

use super::record::GameRecord;
use crate::notation::{NotationError, parse_fen_setup, parse_move};
use crate::rules::{AnyPosition, Move};

/// A game as far as the rules can follow it.
#[derive(Debug)]
pub(super) struct Replay {
    /// The position before the first move.
    pub(super) start: Box<dyn AnyPosition>,
    /// The moves, and the position after each.
    pub(super) moves: Vec<(Move, Box<dyn AnyPosition>)>,
    /// Why the next of the moves cannot be played, if one cannot.
    pub(super) problem: Option<NotationError>,
}

impl Replay {
    /// Plays the moves of a record until one of them is no move.
    ///
    /// # Errors
    ///
    /// If the game is unknown, or its beginning is no position of it.
    pub(super) fn of(record: &GameRecord) -> Result<Self, NotationError> {
        let (variant, options) = record.played_by()?;
        let rules = variant.rules();
        let (setup, _) = parse_fen_setup(rules, &record.fen)?;
        let start = rules.position(&setup, &options)?;
        let mut replay = Self { start, moves: Vec::with_capacity(record.moves.len()), problem: None };
        for played in &record.moves {
            let position = replay.last();
            match parse_move(position, &played.text) {
                Ok(mv) => {
                    let next = position.after(mv);
                    replay.moves.push((mv, next));
                }
                Err(error) => {
                    replay.problem = Some(error);
                    break;
                }
            }
        }
        Ok(replay)
    }

    /// The last position.
    #[must_use]
    pub(super) fn last(&self) -> &dyn AnyPosition {
        self.moves.last().map_or(&*self.start, |(_, position)| &**position)
    }

    /// Each move between the positions before and after it.
    pub(super) fn steps(&self) -> impl Iterator<Item = (&dyn AnyPosition, Move, &dyn AnyPosition)> {
        let before = std::iter::once(&self.start).chain(self.moves.iter().map(|(_, position)| position));
        before.zip(&self.moves).map(|(before, (mv, after))| (&**before, *mv, &**after))
    }
}
