//! Perft on several threads and with a hash table: the counts must not change.

use std::sync::atomic::{AtomicUsize, Ordering};

use coupturc::notation::{parse_fen, parse_hub_position};
use coupturc::rules::games::{Hexdame, International, Variant};
use coupturc::rules::{
    Game, PerftError, PerftPlan, PerftTable, Position, RuleOptions, TooManyCaptures, perft, perft_divide,
};
use coupturc::with_game;

/// Enough leaves to split the work into parts, and to overfill a small table.
const LEAVES: u64 = 3_000_000;

fn check<G: Game>() {
    let start = Position::<G>::start();
    let counts = (1..).map(|depth| (depth, perft(&start, depth).expect("a count")));
    let (depth, expected) = counts.into_iter().find(|&(_, leaves)| leaves >= LEAVES).expect("games go on");
    let divided = perft_divide(&start, depth).expect("counts");
    assert_eq!(divided.iter().map(|(_, leaves)| leaves).sum::<u64>(), expected, "{}", G::VARIANT);
    for threads in [0, 1, 2, 7] {
        for mebibytes in [None, Some(1), Some(64)] {
            let table = mebibytes.map(|size| PerftTable::with_mebibytes(size).expect("memory"));
            let plan = PerftPlan { threads, table: table.as_ref(), ..PerftPlan::default() };
            let what = format!("{} on {threads} threads, {mebibytes:?} MiB", G::VARIANT);
            assert_eq!(plan.divide(&start, depth), Ok(divided.clone()), "{what}");
            if table.is_some() {
                assert_eq!(plan.divide(&start, depth), Ok(divided.clone()), "{what}, from what it knows");
            }
        }
    }
}

#[test]
fn threads_and_tables_change_no_count() {
    for &variant in Variant::ALL {
        with_game!(variant.rules(), G => check::<G>());
    }
}

/// An entry of a table belongs to one depth and one side to move.
#[test]
fn one_table_serves_all_depths_and_positions() {
    let table = PerftTable::with_mebibytes(1).expect("memory");
    let plan = PerftPlan { table: Some(&table), ..PerftPlan::default() };
    for fen in ["W:W31-50:B1-20", "B:W31-50:B1-20", "W:WK46,K28:BK5,12", "B:WK46,K28:BK5,12"] {
        let position = parse_fen::<International>(fen, &RuleOptions::default()).expect("a position").position;
        for depth in (1..=7).rev().chain(1..=7) {
            let sum: u64 =
                plan.divide(&position, depth).expect("counts").iter().map(|(_, leaves)| leaves).sum();
            assert_eq!(Ok(sum), perft(&position, depth), "{fen} at depth {depth}");
        }
    }
}

#[test]
fn progress_reaches_the_end() {
    let (calls, last, parts) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let progress = |done, all| {
        calls.fetch_add(1, Ordering::Relaxed);
        last.fetch_max(done, Ordering::Relaxed);
        parts.store(all, Ordering::Relaxed);
    };
    let plan = PerftPlan { threads: 2, progress: &progress, ..PerftPlan::default() };
    plan.divide(&Position::<Hexdame>::start(), 6).expect("counts");
    let [calls, last, parts] = [calls, last, parts].map(AtomicUsize::into_inner);
    assert!(parts > 100, "{parts}");
    assert_eq!((calls, last), (parts, parts));
}

#[test]
fn a_game_that_has_ended_counts_nothing() {
    let blocked = parse_fen::<International>("W:W31:B26,27,21,22", &RuleOptions::default());
    let ended = blocked.expect("a position").position;
    for depth in 1..7 {
        let plan = PerftPlan { threads: 2, ..PerftPlan::default() };
        assert_eq!(plan.divide(&ended, depth), Ok(Vec::new()));
        assert_eq!(perft(&ended, depth), Ok(0));
    }
}

#[test]
fn too_many_leaves_are_an_error() {
    let kings = parse_fen::<International>("W:WK46:BK4", &RuleOptions::default()).expect("kings").position;
    let table = PerftTable::with_mebibytes(64).expect("memory");
    let plan = PerftPlan { threads: 2, table: Some(&table), ..PerftPlan::default() };
    assert_eq!(plan.divide(&kings, 60), Err(PerftError::TooManyLeaves));
}

#[test]
fn an_error_ends_all_threads() {
    // Black may clear the way for the man on e5, whose captures cannot be followed.
    let text = "BebbebebbbbebebebbbbbebebbbbbebwbebbbbbebebbbbbebebeBbbBebeBBe";
    let position = parse_hub_position::<Hexdame>(text, None, &RuleOptions::default());
    let position = position.expect("Black captures nothing");
    let table = PerftTable::with_mebibytes(1).expect("memory");
    // At these depths the threads reach the position, not the code that splits the work.
    for depth in [2, 3, 4] {
        for table in [None, Some(&table)] {
            let plan = PerftPlan { threads: 2, table, ..PerftPlan::default() };
            assert_eq!(
                plan.divide(&position, depth),
                Err(PerftError::TooManyCaptures(TooManyCaptures)),
                "depth {depth}"
            );
        }
    }
}
