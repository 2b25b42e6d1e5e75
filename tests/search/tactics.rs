//! The tactical suite in `tests/data/tactics`, one file per game: every line must be legal, and the engine must find
//! nearly every first move in a second.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use coupturc::notation::{move_text, parse_fen, parse_move};
use coupturc::rules::games::Variant;
use coupturc::rules::{Game, RuleOptions};
use coupturc::with_game;

use crate::support::hub_replies::engine_for;

/// The percentage of problems that must be solved.
const LEAST_SOLVED: usize = 95;

/// A problem: one line of a file.
struct Problem {
    /// The game and the line, for failure messages.
    what: String,
    fen: String,
    /// The moves that solve it.
    best: Vec<String>,
    /// The forced line, which starts with one of them.
    line: Vec<String>,
}

/// The problems of a game.
fn problems(variant: Variant) -> Vec<Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/tactics/{variant}.tsv"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| problem(row, &format!("{variant}: {row}"))).collect()
}

/// Reads a line: FEN, best moves, line, claim and source, separated by tabs.
fn problem(row: &str, what: &str) -> Problem {
    let fields: Vec<&str> = row.split('\t').collect();
    let &[fen, best, line, claim, source] = fields.as_slice() else { panic!("five fields in {what}") };
    assert!(!claim.is_empty() && !source.is_empty(), "a claim and a source in {what}");
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    Problem { what: what.to_owned(), fen: fen.to_owned(), best: words(best), line: words(line) }
}

/// Plays the lines of a game's problems and checks the notation of their moves.
fn check<G: Game>() {
    let mut seen = BTreeSet::new();
    for Problem { what, fen, best, line } in problems(G::VARIANT) {
        let start =
            parse_fen::<G>(&fen, &RuleOptions::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(seen.insert(start.position.key()), "twice in the file: {what}");
        let legal = |position: &_, text: &str| {
            let mv = parse_move(position, text).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(move_text(G::RULES, mv), text, "the move in full, in {what}");
            mv
        };
        for text in &best {
            legal(&start.position, text);
        }
        assert!(best.contains(&line[0]), "the line begins with a best move, in {what}");
        line.iter()
            .fold(start.position, |position, text| position.play_legal(legal(&position, text).narrow()));
    }
    assert!(!seen.is_empty(), "{} has no problems", G::VARIANT);
}

#[test]
fn every_line_is_legal() {
    for &variant in Variant::ALL {
        with_game!(variant.rules(), G => check::<G>());
    }
}

#[test]
#[ignore = "searches for minutes"]
fn nearly_all_are_solved_in_a_second() {
    for &variant in Variant::ALL {
        let problems = problems(variant);
        let mut engine = engine_for(&variant.to_string());
        let unsolved = problems.iter().filter(|problem| {
            let position = format!("pos fen=\"{}\"", problem.fen);
            let search = engine.search(&["new-game", &position, "level move-time=1", "go think"]);
            !search.best.is_some_and(|best| problem.best.contains(&best))
        });
        let unsolved: Vec<&str> = unsolved.map(|problem| problem.what.as_str()).collect();
        engine.finish();
        let solved = problems.len() - unsolved.len();
        assert!(solved * 100 >= problems.len() * LEAST_SOLVED, "{variant}: not solved: {unsolved:#?}");
    }
}
