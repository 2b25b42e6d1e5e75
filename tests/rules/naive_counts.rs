//! The naive rules against known counts in the games that only they play so far: `tests/data/other_games`.

use std::collections::HashMap;
use std::fs;

use crate::support::naive::{Game, NaivePosition, Options};

/// The games, each with its file.
const GAMES: [Game; 1] = [Game::Turkish];
/// The most leaves that the everyday run counts at once.
const EVERYDAY_LEAVES: u64 = 1_000_000;
/// Positions from which so many plies are left to count are remembered with their count. Fewer plies would be counted
/// anew as soon as they are found.
const REMEMBERED_PLIES: u32 = 3;

/// Counts leaves, and remembers what it has counted.
#[derive(Default)]
struct Counter {
    known: HashMap<(NaivePosition, u32), u64>,
}

impl Counter {
    fn leaves(&mut self, position: &NaivePosition, plies: u32) -> u64 {
        if plies < REMEMBERED_PLIES {
            return position.perft(plies);
        }
        let key = (position.clone(), plies);
        if let Some(&leaves) = self.known.get(&key) {
            return leaves;
        }
        let leaves = position.successors().iter().map(|next| self.leaves(next, plies - 1)).sum();
        self.known.insert(key, leaves);
        leaves
    }
}

/// Checks all rows of a game's file: the first depth, and all others with at most `most` leaves.
fn check(game: Game, most: u64) {
    let path = format!("{}/tests/data/other_games/{}.tsv", env!("CARGO_MANIFEST_DIR"), game.name());
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rows: Vec<&str> = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(rows.len() >= 80, "{path} has {} rows", rows.len());
    let mut start = NaivePosition::start(game, Options::default()).to_hub();
    start.push('\t');
    assert!(rows[0].contains(&start), "{path} does not begin with the start");
    for row in rows {
        let &[_, position, counts] = row.split('\t').collect::<Vec<_>>().as_slice() else { panic!("{row}") };
        let position = NaivePosition::from_hub(game, Options::default(), position, None);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().expect("a count");
            if depth == 1 || count <= most {
                let leaves = Counter::default().leaves(&position, depth);
                assert_eq!(leaves, count, "{} at depth {depth} of {row}", game.name());
            }
        }
    }
}

/// Checks every game, each in a thread of its own.
fn check_all(most: u64) {
    std::thread::scope(|scope| {
        for game in GAMES {
            scope.spawn(move || check(game, most));
        }
    });
}

#[test]
fn naive_counts_agree() {
    check_all(EVERYDAY_LEAVES);
}

#[test]
#[ignore = "counts billions of leaves with the naive rules"]
fn naive_counts_agree_in_full() {
    check_all(u64::MAX);
}
