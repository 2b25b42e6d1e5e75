//! The counts that `docs/perft.md` publishes: every row is counted anew from the command above its table, and the
//! naive rules vouch for as many rows as there is time for.

use std::collections::HashMap;
use std::time::Instant;

use coupturc::notation::parse_fen;
use coupturc::rules::games::Variant;
use coupturc::rules::{Game, PerftPlan, PerftTable, Position, RuleOptions, perft};
use coupturc::with_game;

use crate::support::naive::NaivePosition;
use crate::support::{for_every_game, is_wanted, naive_position};

const REFERENCE: &str = include_str!("../../docs/perft.md");

/// The most leaves that the everyday run counts for one row.
const EVERYDAY_LEAVES: u64 = 5_000_000;
/// How many different positions the naive rules go on from after each ply, unless the environment says otherwise.
const NAIVE_POSITIONS: usize = 8_000_000;

/// What stands below one heading.
struct Table {
    command: &'static str,
    variant: Variant,
    options: RuleOptions,
    fen: Option<&'static str>,
    rows: Vec<Row>,
}

/// A row of a table.
struct Row {
    depth: u32,
    leaves: u64,
    /// Whether the naive rules are said to have found the same.
    naive: bool,
}

/// All tables of the document.
fn tables() -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    for line in REFERENCE.lines() {
        if let Some(command) = line.strip_prefix("    coupturc perft ") {
            tables.push(table(command));
        } else if let Some(row) = row(line) {
            tables.last_mut().expect("a command before its table").rows.push(row);
        }
    }
    tables
}

/// Reads the command that a table belongs to.
fn table(command: &'static str) -> Table {
    let (mut variant, mut options, mut fen) = (None, RuleOptions::default(), None);
    let mut words = command.split(' ');
    while let (Some(name), Some(value)) = (words.next(), words.next()) {
        match name {
            "--variant" => variant = Some(value.parse().expect("a game")),
            "--halt" => options.halt = value.parse().expect("a halt rule"),
            "--vanguard-scope" => options.vanguard_scope = value.parse().expect("a scope"),
            "--fen" => fen = Some(value),
            "--depth" => assert_eq!(value, "N", "{command}"),
            _ => panic!("{name} in {command}"),
        }
    }
    Table { command, variant: variant.expect("a game"), options, fen, rows: Vec::new() }
}

/// Reads `| depth | leaves | ... |`, if the line is that.
fn row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
    let depth = cells[0].parse().ok()?;
    let leaves = cells[1].replace(',', "").parse().expect("a number of leaves");
    Some(Row { depth, leaves, naive: cells[2] == "yes" })
}

impl Table {
    fn position<G: Game>(&self) -> Position<G> {
        match self.fen {
            Some(fen) => parse_fen(fen, &self.options).expect("a position").position,
            None => Position::start_with(&self.options),
        }
    }

    /// Counts all rows with at most `leaves` leaves, and says how many those were.
    fn check<G: Game>(&self, leaves: u64, plan: PerftPlan<'_, G>) -> usize {
        let position = self.position();
        let rows = self.rows.iter().filter(|row| row.leaves <= leaves);
        let check = |row: &Row| {
            assert_eq!(
                perft(&position, row.depth),
                Ok(row.leaves),
                "depth {} of {}",
                row.depth,
                self.command
            );
            let divided = plan.divide(&position, row.depth).expect("a count");
            let sum: u64 = divided.iter().map(|(_, count)| count).sum();
            assert_eq!(sum, row.leaves, "moves at depth {} of {}", row.depth, self.command);
        };
        rows.map(check).count()
    }

    /// Has the naive rules count, ply by ply, as long as there are not too many positions; the rows that they are
    /// said to have counted must be among those.
    #[expect(clippy::print_stdout, reason = "the long run shows how far it is")]
    fn check_naively<G: Game>(&self, most_positions: usize) {
        let start = naive_position(&self.position::<G>(), &self.options);
        let mut positions = HashMap::from([(start, 1)]);
        let mut rows = self.rows.iter();
        for row in rows.by_ref() {
            let began = Instant::now();
            let moves: Vec<(usize, u64)> =
                positions.iter().map(|(at, &ways)| (at.moves().len(), ways)).collect();
            let leaves: u64 = moves.iter().map(|&(moves, ways)| moves as u64 * ways).sum();
            println!("{} | {} | {leaves} | {:.0?}", self.command, row.depth, began.elapsed());
            assert_eq!(leaves, row.leaves, "depth {} of {}", row.depth, self.command);
            if moves.iter().map(|(moves, _)| moves).sum::<usize>() > most_positions {
                break;
            }
            positions = next_ply(&positions);
        }
        for row in rows {
            assert!(!row.naive, "nobody has checked depth {} of {}", row.depth, self.command);
        }
    }
}

/// The positions one ply on, and in how many ways each comes about.
fn next_ply(positions: &HashMap<NaivePosition, u64>) -> HashMap<NaivePosition, u64> {
    let mut next = HashMap::new();
    for (position, ways) in positions {
        for after in position.successors() {
            *next.entry(after).or_default() += ways;
        }
    }
    next
}

/// Runs a check for all tables of a game, and fails if there is none.
fn for_tables(variant: Variant, check: impl Fn(&Table)) {
    let tables: Vec<Table> = tables().into_iter().filter(|table| table.variant == variant).collect();
    let rows = tables.iter().flat_map(|table| &table.rows);
    assert!(rows.filter(|row| row.naive).count() > 5, "the naive rules have counted nothing for {variant}");
    tables.iter().for_each(check);
}

#[test]
fn the_counts_of_the_document_agree() {
    for_every_game(|variant| {
        for_tables(variant, |table| {
            with_game!(variant, G => {
                let hash = PerftTable::with_mebibytes(16).expect("memory");
                let plan = PerftPlan { threads: 2, table: Some(&hash), ..PerftPlan::<G>::default() };
                assert!(table.check(EVERYDAY_LEAVES, plan) > 2, "{} has no rows", table.command);
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
            for_tables(variant, |table| with_game!(variant, G => table.check_naively::<G>(positions)));
        }
    });
}
