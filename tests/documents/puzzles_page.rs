//! Puzzles of the page: there are enough of each difficulty, and they begin with the best move.

use std::collections::BTreeSet;

use coupturc::puzzles::{Aim, Difficulty, Puzzle, parse_puzzles, puzzles_text};
use coupturc::rules::WithoutMove;
use coupturc::rules::games::Variant;

use super::pages::read;
use super::rules_page::examples;
use crate::support::hub_replies::engine_for;

/// The minimum number of puzzles of a game.
const LEAST: usize = 60;

/// A search with this many nodes must find the first move, or else one with ten or a hundred times as many.
const NODES: usize = 30_000;

/// One puzzle in this many is searched.
const SEARCHED: usize = 8;

/// The puzzles, whose moves are legal.
fn puzzles() -> Vec<Puzzle> {
    let text = read("src/web/page/puzzles.tsv");
    let puzzles = parse_puzzles(&text).unwrap_or_else(|fault| panic!("puzzles.tsv: {fault}"));
    assert_eq!(puzzles_text(&puzzles), text);
    puzzles
}

fn of(puzzles: &[Puzzle], variant: Variant) -> Vec<&Puzzle> {
    puzzles.iter().filter(|puzzle| puzzle.rules == variant.rules()).collect()
}

#[test]
fn every_game_has_puzzles_of_all_difficulties() {
    let puzzles = puzzles();
    for &variant in Variant::ALL {
        let own = of(&puzzles, variant);
        assert!(own.len() >= LEAST, "{variant}: {}", own.len());
        assert!(own.is_sorted_by_key(|puzzle| puzzle.difficulty), "{variant}: from easy to hard");
        let difficulties: BTreeSet<_> = own.iter().map(|puzzle| puzzle.difficulty).collect();
        assert_eq!(difficulties.len(), Difficulty::ALL.len(), "{variant}: {difficulties:?}");
        let rules = variant.rules();
        let is_decided_by_pieces = rules.without_move == WithoutMove::Wins || rules.first_king_wins;
        for Puzzle { fen, difficulty, aim, line, .. } in own {
            assert!(*difficulty == Difficulty::Easy || line.len() > 1, "{variant}, {fen}: one move is easy");
            let is_for_material = matches!(aim, Aim::King | Aim::Material);
            assert!(!(is_decided_by_pieces && is_for_material), "{variant}, {fen}: only the game counts");
        }
    }
}

/// An example in the rules would give away the solution.
#[test]
fn no_puzzle_is_an_example_of_the_rules() {
    let examples = examples();
    for Puzzle { rules, fen, .. } in puzzles() {
        assert!(
            !examples.iter().any(|example| example.variant.rules() == rules && example.fen == fen),
            "{rules}, {fen}"
        );
    }
}

/// The page must not reject the best move.
#[test]
fn the_first_move_of_a_puzzle_is_the_best() {
    let puzzles = puzzles();
    for &variant in Variant::ALL {
        let mut engine = engine_for(variant.name());
        for Puzzle { fen, line, .. } in of(&puzzles, variant).into_iter().step_by(SEARCHED) {
            let position = format!("pos fen=\"{fen}\"");
            let mut finds = |nodes: usize| {
                let level = format!("level nodes={nodes}");
                engine.search(&["new-game", &position, &level, "go think"]).best.as_ref() == line.first()
            };
            assert!([1, 10, 100].into_iter().any(|times| finds(times * NODES)), "{variant}, {fen}");
        }
        engine.finish();
    }
}
