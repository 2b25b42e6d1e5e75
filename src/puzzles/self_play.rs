//! Quick games of the engine against itself, with mistakes, whose positions are examined for puzzles.

use super::look::Looker;
use crate::rules::{AnyGame, RuleOptions, Rules};

/// The number of random moves at the start.
const OPENING: std::ops::RangeInclusive<usize> = 4..=12;
/// The number of plies after which a game ends.
const MOST_PLIES: usize = 120;
/// The nodes of the search for a move: few, so that there is something to punish.
const NODES: u64 = 300;
/// One move in this many is random.
const RANDOM: u32 = 10;

/// The game with this number, from its opening to its end; the same numbers give the same game.
pub(super) fn play(
    looker: &mut Looker<'_>,
    rules: &'static Rules,
    seed: u64,
    number: u64,
) -> Vec<Box<dyn AnyGame>> {
    let mut random = fastrand::Rng::with_seed(
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03),
    );
    let mut game = rules.start(&RuleOptions::default());
    let opening = random.usize(OPENING);
    let mut games = Vec::new();
    while game.outcome().is_none() && game.plies() < MOST_PLIES {
        let is_opening = game.plies() < opening;
        if !is_opening {
            games.push(game.copy());
        }
        let mv = if is_opening || random.u32(..RANDOM) == 0 {
            random.choice(game.legal_moves()).copied()
        } else {
            looker.look(&*game, NODES, 1).and_then(|look| look.best_move())
        };
        let Some(mv) = mv else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    games
}
