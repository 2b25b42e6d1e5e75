//! Whether the log of a match is one: other programs put logs together, too, and so do people.

use std::collections::HashSet;

use crate::arena::{GameRecord, Pairing};

/// Every game must be one of the schedule, and be there once.
pub(super) fn check(games: &[GameRecord], schedule: &[Pairing]) -> Result<(), String> {
    let mut unplayed: HashSet<u64> = schedule.iter().map(|game| game.number).collect();
    let all = schedule.len();
    for (index, game) in games.iter().enumerate() {
        if !unplayed.remove(&game.number) {
            let is_known = schedule.iter().any(|known| known.number == game.number);
            let why = if is_known { "which is there already" } else { "which the match does not have" };
            let place = format!("games.jsonl: line {} is game {}", index + 1, game.number);
            return Err(format!("{place}, {why}, expected each of its {all} games once at most"));
        }
    }
    Ok(())
}
