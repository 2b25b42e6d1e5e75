//! Benchmarks of the rules: move generation, making moves, keys and perft in each game.
//!
//! Every benchmark asserts its counts, so that wrong results are never timed.

use std::collections::HashSet;
use std::fs;
use std::hint::black_box;
use std::time::Duration;

use coupturc_core::notation::parse_hub_position;
use coupturc_core::rules::games::Variant;
use coupturc_core::rules::{Game, MoveList, Position, RuleOptions, perft};
use coupturc_core::with_game;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};

/// The number of positions in each benchmark.
const POSITIONS: usize = 1000;

/// The highest perft count from the start in `tests/data` that is benchmarked.
const MOST_LEAVES: u64 = 15_000_000;

/// The expected counts of one game.
#[derive(Clone, Copy)]
struct Expected {
    /// Legal moves in all positions.
    moves: u64,
    /// Captures among them.
    captures: u64,
    /// Different positions after those moves.
    successors: usize,
    /// A position full of kings, with a depth and its number of leaves.
    kings: Option<(&'static str, u32, u64)>,
}

/// Counts from an earlier, well-tested version of the rules. For other games only the perft counts are checked
/// independently.
const KNOWN: &[(Variant, Expected)] = &[
    (
        Variant::International,
        Expected {
            moves: 8_052,
            captures: 354,
            successors: 7_924,
            kings: Some(("WBBBBBBBBBBBBBBBBBBBBeeeeeeeeeeWWWWWWWWWWWWWWWWWWWW", 8, 1_333_217)),
        },
    ),
    (
        Variant::Vanguard,
        Expected {
            moves: 8_202,
            captures: 368,
            successors: 8_043,
            kings: Some(("WBBBBBBBBBBBBBBBBBBBBeeeeeeeeeeWWWWWWWWWWWWWWWWWWWW", 8, 1_333_217)),
        },
    ),
    (
        Variant::Dameo,
        Expected {
            moves: 22_751,
            captures: 353,
            successors: 21_917,
            kings: Some(("WWBBeeBeWeBeeeeWbeeeeBeeBeeewWeeBWBeebBeeeBebbeeBeeeBbeweeeeBweew", 6, 404_354)),
        },
    ),
    (
        Variant::Hexdame,
        Expected {
            moves: 15_183,
            captures: 322,
            successors: 14_903,
            kings: Some(("WeeeeeBeeeBeWeBeeBeeeeeeeeeeeeebeBeeeeeeeWeeeeweWBeBeeWewWewBB", 5, 250_218)),
        },
    ),
    (
        Variant::Harzdame,
        Expected {
            moves: 11_434,
            captures: 324,
            successors: 11_221,
            kings: Some(("BeeWeebeeBweeeeeWWBeeeeeeeeeeWebeeeeeeeeWeeeeeeeeeeeeeeweeeBeewee", 6, 194_036)),
        },
    ),
];

/// The expected counts of a game: the known ones, or else those counted now, one position at a time.
fn expected<G: Game>(positions: &[Position<G>]) -> Expected {
    let known = KNOWN.iter().find(|(variant, _)| *variant == G::VARIANT);
    known.map_or_else(|| counted(positions), |&(_, expected)| expected)
}

fn counted<G: Game>(positions: &[Position<G>]) -> Expected {
    let (mut moves, mut captures, mut different) = (0, 0, HashSet::new());
    for position in positions {
        let mut list = MoveList::new();
        moves += position.count_legal_moves(&mut list);
        position.captures(&mut list);
        captures += list.len() as u64;
        position.legal_moves(&mut list);
        different.extend(list.iter().map(|&mv| position.play_legal(mv).key()));
    }
    Expected { moves, captures, successors: different.len(), kings: None }
}

/// A depth and the number of leaves from the start of a game, from `tests/data`.
fn start_counts(variant: Variant) -> (u32, u64) {
    let path = format!("{}/../tests/data/{variant}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut lines = text.lines().skip_while(|line| *line != "# start");
    let row = lines.nth(1).and_then(|row| row.split('\t').nth(2)).unwrap_or_default();
    let counts = (1..).zip(row.split(' ').filter_map(|count| count.parse().ok()));
    let small = counts.take_while(|&(_, leaves)| leaves <= MOST_LEAVES);
    small.last().unwrap_or_else(|| panic!("{path}: no counts below '# start'"))
}

/// Positions from games whose moves are chosen by a fixed pseudorandom sequence.
fn positions<G: Game>() -> Vec<Position<G>> {
    let (mut positions, mut moves) = (Vec::new(), MoveList::new());
    let (mut position, mut number) = (Position::start(), 1_u64);
    while positions.len() < POSITIONS {
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            position = Position::start();
            continue;
        }
        positions.push(position);
        // CITE: Donald Knuth's MMIX, the constants of its random numbers.
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        position = position.play_legal(moves[(number >> 33) as usize % moves.len()]);
    }
    positions
}

/// Measures `count`, which must return `expected` each time.
fn bench(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    expected: u64,
    mut count: impl FnMut() -> u64,
) {
    group.throughput(Throughput::Elements(expected));
    group.bench_function(name, |bencher| bencher.iter(|| assert_eq!(count(), expected)));
}

/// The sum of `count` over all positions.
fn sum<G: Game>(positions: &[Position<G>], mut count: impl FnMut(&Position<G>) -> u64) -> u64 {
    positions.iter().map(|position| count(black_box(position))).sum()
}

fn bench_game<G: Game>(criterion: &mut Criterion) {
    let positions = positions::<G>();
    let expected = expected(&positions);
    let mut list = MoveList::new();
    let mut group = criterion.benchmark_group(G::VARIANT.name());

    bench(&mut group, "generate", expected.moves, || {
        sum(&positions, |position| {
            position.legal_moves(&mut list);
            list.len() as u64
        })
    });
    bench(&mut group, "generate-captures", expected.captures, || {
        sum(&positions, |position| {
            position.captures(&mut list);
            list.len() as u64
        })
    });
    bench(&mut group, "count", expected.moves, || {
        sum(&positions, |position| position.count_legal_moves(&mut list))
    });
    bench(&mut group, "generate-and-play", expected.moves, || {
        sum(&positions, |position| {
            position.legal_moves(&mut list);
            let played = list.iter().map(|&mv| black_box(position.play_legal(mv)));
            played.filter(|next| next.board() != position.board()).count() as u64
        })
    });
    // Wrong keys are unlikely to give the same number of different keys.
    let mut different = HashSet::new();
    for position in &positions {
        position.legal_moves(&mut list);
        different.extend(list.iter().map(|&mv| position.play_legal(mv).key()));
    }
    assert_eq!(different.len(), expected.successors);
    bench(&mut group, "generate-play-and-key", expected.moves, || {
        sum(&positions, |position| {
            position.legal_moves(&mut list);
            list.iter().filter(|&&mv| position.play_legal(mv).key() != position.key()).count() as u64
        })
    });
    let (depth, leaves) = start_counts(G::VARIANT);
    let start = Position::<G>::start();
    bench(&mut group, "perft", leaves, || perft(black_box(&start), depth).unwrap_or_default());
    if let Some((text, depth, leaves)) = expected.kings {
        match parse_hub_position::<G>(text, None, &RuleOptions::default()) {
            Ok(kings) => {
                bench(&mut group, "perft-kings", leaves, || {
                    perft(black_box(&kings), depth).unwrap_or_default()
                });
            }
            Err(error) => unreachable!("{text}: {error}"),
        }
    }
    group.finish();
}

fn bench_games(criterion: &mut Criterion) {
    for &variant in Variant::ALL {
        with_game!(variant.rules(), G => bench_game::<G>(criterion));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(300));
    targets = bench_games
}
criterion_main!(benches);
