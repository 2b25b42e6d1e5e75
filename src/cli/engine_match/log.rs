//! Whether the log of a match is one: other programs put logs together, too, and so do people.

use std::collections::HashSet;

use crate::arena::{GameRecord, Pairing};

/// The games of a log, each once. A game that stands there again, as where two processes have played the same match, counts
/// as it stood there first.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) games: Vec<GameRecord>,
    /// Lines that do not count.
    pub(super) repeated: usize,
}

impl Log {
    /// Every game must be one of the schedule.
    pub(super) fn new(games: Vec<GameRecord>, schedule: &[Pairing]) -> Result<Self, String> {
        let known: HashSet<u64> = schedule.iter().map(|game| game.number).collect();
        let (lines, all) = (games.len(), schedule.len());
        if let Some((index, game)) = games.iter().enumerate().find(|(_, game)| !known.contains(&game.number))
        {
            let place = format!("games.jsonl: line {} is game {}", index + 1, game.number);
            return Err(format!("{place}, which the match does not have, expected one of its {all} games"));
        }
        let mut seen = HashSet::new();
        let games: Vec<_> = games.into_iter().filter(|game| seen.insert(game.number)).collect();
        Ok(Self { repeated: lines - games.len(), games })
    }

    /// What is to be told of lines that do not count.
    pub(super) fn note(&self) -> Option<String> {
        let Self { repeated, .. } = self;
        let what =
            if *repeated == 1 { "1 line is of a game" } else { &format!("{repeated} lines are of games") };
        let note = format!("games.jsonl: {what} that stood there before; the first line of each game counts");
        (*repeated > 0).then_some(note)
    }
}
