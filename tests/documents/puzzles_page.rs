//! Puzzles of the page: their lines must be legal, begin with the best move, and reach their aim.

use std::collections::BTreeSet;

use coupturc::notation::{move_text, parse_fen, parse_move};
use coupturc::rules::games::Variant;
use coupturc::rules::{Color, Game, MoveList, Outcome, Position, RuleOptions, WithoutMove};
use coupturc::with_game;

use super::rules_page::{attribute, examples, page};
use crate::support::hub_replies::engine_for;

/// The minimum number of puzzles of a game.
const LEAST: usize = 6;

/// A search with this many nodes must find the first move, or else one with ten times as many.
const NODES: usize = 30_000;

/// The lowest score of a certain win, in hundredths of a man.
const CERTAIN: i32 = 9_000;

struct Puzzle {
    variant: Variant,
    fen: String,
    /// The aim of the puzzle: `game`, `king` or `material`.
    aim: String,
    line: Vec<String>,
}

fn puzzles() -> Vec<Puzzle> {
    let page = page("puzzles.html");
    let mut variant = Variant::default();
    let mut puzzles = Vec::new();
    for tag in page.split('<') {
        if let Some(name) = attribute(tag, "data-game") {
            variant = name.parse().expect("a game");
        }
        let Some(fen) = attribute(tag, "data-fen") else { continue };
        let value = |name| attribute(tag, name).unwrap_or_else(|| panic!("{name} of {fen}")).to_owned();
        let line = value("data-line").split(' ').map(str::to_owned).collect();
        puzzles.push(Puzzle { variant, fen: fen.to_owned(), aim: value("data-aim"), line });
    }
    puzzles
}

/// The positions at the start and at the end of the line.
fn ends<G: Game>(puzzle: &Puzzle) -> (Position<G>, Position<G>) {
    let Puzzle { fen, line, .. } = puzzle;
    let read = parse_fen::<G>(fen, &RuleOptions::default());
    let first = read.unwrap_or_else(|error| panic!("{fen}: {error}")).position;
    let last = line.iter().fold(first, |position, text| {
        let mv = parse_move(&position, text).unwrap_or_else(|error| panic!("{fen}: {error}"));
        // The page compares texts.
        assert_eq!(&move_text(G::RULES, mv), text);
        position.play_legal(mv)
    });
    (first, last)
}

/// The material advantage of a player in men; a king counts as three.
fn lead<G: Game>(position: &Position<G>, player: Color) -> i32 {
    let board = position.board();
    let worth = |color| board.men(color).count() as i32 + 3 * board.kings(color).count() as i32;
    worth(player) - worth(!player)
}

/// Whether the other side can capture a king immediately.
fn loses_a_king<G: Game>(position: &Position<G>, player: Color) -> bool {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let kings = |position: &Position<G>| position.board().kings(player).count();
    moves.iter().any(|&mv| kings(&position.play_legal(mv)) < kings(position))
}

/// Checks that the line reaches the aim.
fn check_aim<G: Game>(puzzle: &Puzzle) {
    let (first, last) = ends::<G>(puzzle);
    let Puzzle { fen, aim, variant, .. } = puzzle;
    let player = first.side();
    let has_won = matches!(last.outcome(), Some(Outcome::Win { winner, .. }) if winner == player);
    let gain = lead(&last, player) - lead(&first, player);
    if G::WITHOUT_MOVE == WithoutMove::Wins {
        assert!(aim == "game" && gain < 0, "{variant}, {fen}: no piece is given away");
        return;
    }
    assert_eq!(aim == "game", has_won, "{variant}, {fen}");
    if aim == "game" {
        return;
    }
    assert!(gain > 0, "{variant}, {fen}: {gain}");
    let kings = |position: &Position<G>| position.board().kings(player).count();
    let keeps_one = kings(&last) > kings(&first) && !loses_a_king(&last, player);
    assert_eq!(aim == "king", keeps_one, "{variant}, {fen}");
}

#[test]
fn every_game_has_puzzles_that_reach_their_aims() {
    let puzzles = puzzles();
    for &variant in Variant::ALL {
        let own: Vec<&Puzzle> = puzzles.iter().filter(|puzzle| puzzle.variant == variant).collect();
        assert!(own.len() >= LEAST, "{variant}: {}", own.len());
        for puzzle in &own {
            assert!(
                puzzle.line.len() % 2 == 1,
                "{variant}, {}: the line must end with a move of the first side",
                puzzle.fen
            );
            with_game!(variant, G => check_aim::<G>(puzzle));
        }
        let different: BTreeSet<&str> = own.iter().map(|puzzle| puzzle.fen.as_str()).collect();
        assert_eq!(different.len(), own.len(), "{variant}: a puzzle is repeated");
    }
}

/// An example in the rules would give away the solution.
#[test]
fn no_puzzle_is_an_example_of_the_rules() {
    let examples = examples();
    for Puzzle { variant, fen, .. } in puzzles() {
        assert!(
            !examples.iter().any(|example| example.variant == variant && example.fen == fen),
            "{variant}, {fen}"
        );
    }
}

/// The page must not reject the best move. In Losing Draughts, the end of the line must be a certain win.
#[test]
fn the_first_move_of_every_puzzle_is_the_best() {
    let puzzles = puzzles();
    for &variant in Variant::ALL {
        let mut engine = engine_for(variant.name());
        for Puzzle { fen, line, .. } in puzzles.iter().filter(|puzzle| puzzle.variant == variant) {
            let position = format!("pos fen=\"{fen}\"");
            let mut finds = |nodes: usize| {
                let level = format!("level nodes={nodes}");
                engine.search(&["new-game", &position, &level, "go think"]).best.as_ref() == line.first()
            };
            assert!(finds(NODES) || finds(10 * NODES), "{variant}, {fen}");
            if variant == Variant::Losing {
                let end = format!("pos fen=\"{fen}\" moves=\"{}\"", line.join(" "));
                let search = engine.search(&["new-game", &end, "level depth=8", "go think"]);
                assert!(search.last().score < -CERTAIN, "{fen}");
            }
        }
        engine.finish();
    }
}
