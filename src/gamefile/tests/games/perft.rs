//! Perft: the vectors of the engine's games, and published counts of others.

use std::fs;
use std::path::Path;

use coupturc_gamefile::play::Position;
use coupturc_naive::Game as Naive;

use crate::against_naive::embedded;

/// The highest count that is checked.
const MOST_LEAVES: u64 = 100_000;

#[test]
fn vectors_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
    std::thread::scope(|scope| {
        for naive in Naive::ALL {
            let path = folder.join(format!("{}.tsv", naive.name()));
            scope.spawn(move || {
                let rules = embedded(naive.name());
                let text =
                    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let rows = text.lines().filter(|line| line.starts_with("-\t"));
                assert!(rows.clone().count() > 30, "rows of {}", path.display());
                for row in rows {
                    let fields: Vec<&str> = row.split('\t').collect();
                    let (hub, more) = fields[1]
                        .split_once(':')
                        .map_or((fields[1], None), |(hub, more)| (hub, Some(more.replace(':', ","))));
                    let position = Position::from_hub(&rules, hub, more.as_deref()).expect("a position");
                    check(&position, fields[2].split(' ').map(|count| count.parse().expect("a count")));
                }
            });
        }
    });
}

/// Checks the counts at depth 1, 2, 3, ... up to a limit.
fn check(position: &Position<'_>, counts: impl Iterator<Item = u64>) {
    for (depth, count) in (1..).zip(counts).take_while(|&(depth, count)| depth == 1 || count <= MOST_LEAVES) {
        assert_eq!(position.perft(depth), Ok(count), "depth {depth} of {}", position.to_hub());
    }
}

/// Checks the counts from the start of a game.
fn check_start(name: &str, counts: &[u64]) {
    let rules = embedded(name);
    check(&Position::start(&rules), counts.iter().copied());
}

// Published counts: Rein Halbersma, "Perft for all recognized draughts variants", damforum.nl, topic 2822, and the
// tests of his library dctl; Aart Bik's page for English Draughts. Deeper ones differ in whether captures of the same
// pieces by different routes are one move; none of these do.

#[test]
fn english() {
    check_start("english", &[7, 49, 302, 1469, 7361, 36768]);
}

#[test]
fn italian_and_spanish() {
    for name in ["italian", "spanish", "portuguese"] {
        check_start(name, &[7, 49, 302, 1469, 7361, 36473]);
    }
}

#[test]
fn pool_and_czech() {
    check_start("pool", &[7, 49, 302, 1469, 7482, 37986]);
    check_start("czech", &[7, 49, 302, 1469, 7361, 36768]);
}

#[test]
fn thai() {
    check_start("thai", &[7, 49, 392, 3136, 26592]);
}

// The topic "Perft on large boards" of the same forum, 4563.
#[test]
fn canadian() {
    check_start("canadian", &[11, 121, 1_222, 10_053, 79_049]);
}

#[test]
#[ignore = "counts a hundred million leaves"]
fn published_counts_to_greater_depth() {
    let counts: &[(&str, u32, u64)] = &[
        ("english", 9, 3_963_680),
        ("english", 10, 18_391_564),
        ("italian", 9, 3_860_875),
        ("italian", 10, 17_761_384),
        ("spanish", 9, 3_860_866),
        ("spanish", 10, 17_743_464),
        ("pool", 9, 4_570_534),
        ("pool", 10, 22_435_955),
        ("czech", 9, 3_963_671),
        ("czech", 10, 18_368_918),
        ("thai", 8, 14_533_014),
    ];
    std::thread::scope(|scope| {
        for &(name, depth, count) in counts {
            scope.spawn(move || {
                let rules = embedded(name);
                assert_eq!(Position::start(&rules).perft(depth), Ok(count), "{name}, depth {depth}");
            });
        }
    });
}
