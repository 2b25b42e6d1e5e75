//! The counts in `tests/data/perft`, which `docs/perft.md` shows: every row is counted again, and the naive rules count
//! as many rows as time allows.

use std::collections::HashMap;
use std::time::Instant;

use coupturc::notation::parse_fen;
use coupturc::rules::games::Variant;
use coupturc::rules::{Game, PerftPlan, PerftTable as Cache, Position, perft};
use coupturc::with_game;

use crate::support::naive::NaivePosition;
use crate::support::perft_tables::{PerftTable, perft_tables};
use crate::support::{for_every_game, is_wanted, naive_position};

/// The highest number of leaves that the everyday run counts for one row.
const EVERYDAY_LEAVES: u64 = 5_000_000;
/// The default maximum number of different positions from which the naive rules continue to the next ply.
const NAIVE_POSITIONS: usize = 8_000_000;

fn position<G: Game>(table: &PerftTable) -> Position<G> {
    let options = table.rule_options();
    match &table.fen {
        Some(fen) => parse_fen(fen, &options).expect("a position").position,
        None => Position::start_with(&options),
    }
}

/// Counts all rows with at most `leaves` leaves, and returns their number.
fn check<G: Game>(table: &PerftTable, leaves: u64, plan: PerftPlan<'_, G>) -> usize {
    let position = position(table);
    let rows = (1..).zip(&table.counts).filter(|&(_, &count)| count <= leaves);
    let check = |(depth, &count): (u32, &u64)| {
        let row = format!("depth {depth} of {}", table.command(G::VARIANT));
        assert_eq!(perft(&position, depth), Ok(count), "{row}");
        let divided = plan.divide(&position, depth).expect("a count");
        let sum: u64 = divided.iter().map(|(_, count)| count).sum();
        assert_eq!(sum, count, "moves at {row}");
    };
    rows.map(check).count()
}

/// Counts by the naive rules, ply by ply, until there are too many positions; the rows that the file marks as counted
/// by them must be included.
#[expect(clippy::print_stdout, reason = "the long run shows how far it is")]
fn check_naively<G: Game>(table: &PerftTable, most_positions: usize) {
    let start = naive_position(&position::<G>(table), &table.rule_options());
    let command = table.command(G::VARIANT);
    let mut positions = HashMap::from([(start, 1)]);
    let mut counted = 0;
    for (depth, &count) in (1..).zip(&table.counts) {
        let began = Instant::now();
        let moves: Vec<(usize, u64)> = positions.iter().map(|(at, &ways)| (at.moves().len(), ways)).collect();
        let leaves: u64 = moves.iter().map(|&(moves, ways)| moves as u64 * ways).sum();
        println!("{command} | {depth} | {leaves} | {:.0?}", began.elapsed());
        assert_eq!(leaves, count, "depth {depth} of {command}");
        counted = depth;
        if moves.iter().map(|(moves, _)| moves).sum::<usize>() > most_positions {
            break;
        }
        positions = next_ply(&positions);
    }
    assert!(
        counted >= table.naive_depth,
        "the naive rules have only counted to depth {counted} of {command}"
    );
}

/// The positions one ply later, each with the number of ways to reach it.
fn next_ply(positions: &HashMap<NaivePosition, u64>) -> HashMap<NaivePosition, u64> {
    let mut next = HashMap::new();
    for (position, ways) in positions {
        for after in position.successors() {
            *next.entry(after).or_default() += ways;
        }
    }
    next
}

/// Runs a check for all tables of a game; fails if it has none.
fn for_tables(variant: Variant, check: impl Fn(&PerftTable)) {
    let tables = perft_tables(variant);
    let counted: usize = tables.iter().map(|table| table.naive_depth).sum();
    assert!(counted > 5, "the naive rules have counted nothing for {variant}");
    tables.iter().for_each(check);
}

#[test]
fn the_counts_of_the_document_agree() {
    for_every_game(|variant| {
        for_tables(variant, |table| {
            with_game!(variant.rules(), G => {
                let hash = Cache::with_mebibytes(16).expect("memory");
                let plan = PerftPlan { threads: 2, table: Some(&hash), ..PerftPlan::<G>::default() };
                let rows = check::<G>(table, EVERYDAY_LEAVES, plan);
                assert!(rows > 2, "{} has no rows", table.command(variant));
            });
        });
    });
}

#[test]
#[ignore = "takes minutes, and gigabytes of memory"]
fn the_naive_rules_agree_with_the_document() {
    let positions =
        std::env::var("COUPTURC_POSITIONS").map_or(NAIVE_POSITIONS, |text| text.parse().expect("a number"));
    for_every_game(|variant| {
        if is_wanted(variant) {
            for_tables(
                variant,
                |table| with_game!(variant.rules(), G => check_naively::<G>(table, positions)),
            );
        }
    });
}
