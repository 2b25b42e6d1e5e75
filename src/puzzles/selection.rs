//! The puzzles that are kept: no two of the same theme, as many as wanted, graded by difficulty.

use super::Difficulty;
use super::finder::Found;

/// One puzzle in this many of a difficulty may be one of saving a draw.
const SAVES: usize = 3;

/// At most `most` of the puzzles of a game, from easy to hard, a third of each difficulty if possible.
///
/// Of two puzzles with the same position or the same moves, also in a mirror or with exchanged colours, the first is
/// kept. The difficulty is that of the search: the later it finds the move, the harder is the puzzle. A puzzle of one
/// move is easy.
#[must_use]
pub fn selection(found: Vec<Found>, most: usize) -> Vec<Found> {
    let mut different: Vec<Found> = Vec::new();
    for one in found {
        if !different.iter().any(|other| is_like(&one, other)) {
            different.push(one);
        }
    }
    let total = different.len();
    let most_of_each = most.div_ceil(Difficulty::ALL.len());
    let (mut longer, short): (Vec<Found>, Vec<Found>) =
        different.into_iter().partition(|one| one.moves() > 1);
    longer.sort_by_key(|one| one.nodes);
    // Where few puzzles are longer, fewer of them are easy.
    let third = longer.len().div_ceil(3).max(total.div_ceil(3).min(most_of_each));
    let hard = longer.split_off(longer.len().saturating_sub(third));
    let medium = longer.split_off(longer.len().saturating_sub(third));
    let easy = [longer, short].concat();
    let parts = Difficulty::ALL.iter().zip([easy, medium, hard]);
    parts.flat_map(|(&difficulty, part)| graded(part, difficulty, most_of_each)).collect()
}

/// The best `most` puzzles of one difficulty.
fn graded(mut part: Vec<Found>, difficulty: Difficulty, most: usize) -> Vec<Found> {
    // Longer solutions show more, and fewer pieces are easier to take in.
    part.sort_by_key(|one| (!one.is_given, one.moves() == 1, one.pieces()));
    let mut saves = 0;
    part.retain(|one| {
        saves += usize::from(one.is_save());
        !one.is_save() || saves <= most / SAVES
    });
    part.truncate(most);
    part.sort_by_key(|one| (!one.is_given, one.nodes));
    part.iter_mut().for_each(|one| one.puzzle.difficulty = difficulty);
    part
}

fn is_like(one: &Found, other: &Found) -> bool {
    one.theme.pieces == other.theme.pieces || one.theme.moves == other.theme.moves
}

impl Found {
    /// How many pieces are on the board.
    fn pieces(&self) -> u32 {
        self.theme.pieces.iter().map(|set| set.count()).sum()
    }
}
