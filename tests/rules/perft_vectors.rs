//! The counts in `tests/data`, one file per game: known positions and their perft counts. Both generators, the engine's
//! and the naive one, must produce the same numbers.

use std::fs;
use std::path::{Path, PathBuf};

use coupturc::notation::{hub_position_text, parse_hub_position};
use coupturc::rules::games::Variant;
use coupturc::rules::{Game, Position, RuleOptions, perft, perft_divide};
use coupturc::with_game;

use crate::support::{extra, for_every_game, naive_position};

/// The highest count that the everyday run checks.
const EVERYDAY_LEAVES: u64 = 30_000_000;
/// The highest count that is also checked move by move.
const DIVIDED_LEAVES: u64 = 100_000;
/// The highest count that the naive referee also checks.
const NAIVE_LEAVES: u64 = 20_000;

/// One line of a file.
struct Row {
    /// The file and the comment above the line, for failure messages.
    what: String,
    options: RuleOptions,
    position: String,
    /// The extra state after the position: the vanguard's square, the kings' moves.
    more: Option<String>,
    /// The counts at depth 1, 2, 3, ...
    counts: Vec<u64>,
}

/// The folder of the files.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// The rows of the game's file.
fn rows(variant: Variant) -> Vec<Row> {
    let path = folder().join(format!("{variant}.tsv"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut comment = "";
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("# ") {
            Some(text) => comment = text,
            None => rows.push(row(line, &format!("{variant}, {comment}"))),
        }
    }
    rows
}

/// Reads a line: options, position, counts, separated by tabs.
fn row(line: &str, comment: &str) -> Row {
    let what = format!("{comment}: {line}");
    let fields: Vec<&str> = line.split('\t').collect();
    let &[options, position, counts] = fields.as_slice() else { panic!("three fields in {what}") };
    let (position, more) = match position.split_once(':') {
        Some((position, more)) => (position, Some(more.replace(':', ","))),
        None => (position, None),
    };
    let counts: Vec<u64> = counts.split(' ').map(|count| count.parse().expect("a count")).collect();
    assert!(!counts.is_empty(), "no count in {what}");
    Row { what, options: options_of(options), position: position.to_owned(), more, counts }
}

/// Reads options: `name=value` separated by commas, or `-` for none.
fn options_of(text: &str) -> RuleOptions {
    let mut options = RuleOptions::default();
    for option in text.split(',').filter(|&option| option != "-") {
        match option.split_once('=') {
            Some(("halt", value)) => options.halt = value.parse().expect("a halt rule"),
            Some(("vanguard-scope", value)) => options.vanguard_scope = value.parse().expect("a scope"),
            Some(("draw-rule", value)) => options.draw_rule = value.parse().expect("a draw rule"),
            _ => panic!("no such option: {option}"),
        }
    }
    options
}

/// Checks all rows of a game, at every depth with at most `leaves` leaves; the first depth always.
fn check<G: Game>(leaves: u64) {
    for row in rows(G::VARIANT) {
        let position =
            parse_hub_position::<G>(&row.position, row.more.as_deref().map(extra::<G>), &row.options)
                .unwrap_or_else(|error| panic!("{}: {error}", row.what));
        let naive = naive_position(&position, &row.options);
        for (depth, &count) in (1..).zip(&row.counts).filter(|&(depth, &count)| depth == 1 || count <= leaves)
        {
            assert_eq!(perft(&position, depth), Ok(count), "depth {depth} of {}", row.what);
            if count <= DIVIDED_LEAVES {
                let divided = perft_divide(&position, depth).expect("captures can be followed");
                assert_eq!(divided.len() as u64, row.counts[0], "moves of {}", row.what);
                let sum: u64 = divided.iter().map(|&(_, part)| part).sum();
                assert_eq!(sum, count, "sum of depth {depth} of {}", row.what);
            }
            if count <= NAIVE_LEAVES {
                assert_eq!(naive.perft(depth), count, "naive depth {depth} of {}", row.what);
            }
        }
    }
}

/// Checks every game.
fn check_all(leaves: u64) {
    for_every_game(|variant| with_game!(variant.rules(), G => check::<G>(leaves)));
}

/// Fails unless the game has a file that contains its starting position.
fn check_start<G: Game>() {
    let start = hub_position_text(&Position::<G>::start());
    let is_start = |row: &Row| row.what.contains(", start: ") && row.position == start;
    assert!(rows(G::VARIANT).iter().any(is_start), "{} has no row below \"# start\"", G::VARIANT);
}

#[test]
fn counts_agree() {
    check_all(EVERYDAY_LEAVES);
}

#[test]
#[ignore = "counts billions of leaves"]
fn counts_agree_in_full() {
    check_all(u64::MAX);
}

#[test]
fn every_game_has_its_start() {
    for_every_game(|variant| with_game!(variant.rules(), G => check_start::<G>()));
}
