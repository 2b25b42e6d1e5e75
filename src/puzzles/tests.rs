//! Which positions are puzzles, and which of them are kept.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::theme::Theme;
use super::*;
use crate::notation::game_of_fen;
use crate::rules::games::Variant;
use crate::rules::{AnyGame, Move, RuleOptions, Square};

const COUP_TURC: &str = "W:We2,e3,f2,f4,g3:BKd8,e6,f7";
const PLAN: FinderPlan = FinderPlan { nodes: 5_000, seed: 7 };

fn game(variant: Variant, fen: &str) -> Box<dyn AnyGame> {
    game_of_fen(variant.rules(), fen, &RuleOptions::default()).expect("a position")
}

/// What a finder makes of some positions.
fn with_finder<T>(variant: Variant, act: impl FnOnce(&mut Finder<'_>) -> T) -> T {
    let (endgames, stop) = (endgames(variant.rules()), AtomicBool::new(false));
    act(&mut Finder::new(variant.rules(), PLAN, &endgames, &stop).expect("memory"))
}

/// The puzzles among unrelated positions of games.
fn found(variant: Variant, fens: &[&str]) -> Vec<Found> {
    with_finder(variant, |finder| {
        let search = |fen: &&str| finder.from_game(&[game(variant, fen)]).expect("not stopped");
        fens.iter().flat_map(search).collect()
    })
}

/// The puzzles that pass the check again.
fn again(variant: Variant, fens: &[&str]) -> Vec<Found> {
    with_finder(variant, |finder| fens.iter().filter_map(|fen| finder.again(&*game(variant, fen))).collect())
}

#[test]
fn a_combination_is_a_puzzle_with_its_whole_line() {
    let [found] = &again(Variant::Dameo, &[COUP_TURC])[..] else { panic!("it is one") };
    let Puzzle { fen, aim, line, .. } = &found.puzzle;
    assert_eq!(line.join(" "), "f2-d4 d8xe4xd4xf4xg3xe2 e3xg7xf7xe6xe4");
    assert_eq!((*aim, fen.as_str()), (Aim::Game, COUP_TURC));
}

#[test]
fn a_win_of_material_ends_when_it_is_on_the_board() {
    let fen = "B:W31,33,40,41,42,44,45,48,49:B3,4,11,13,14,15,19,32,35";
    let [found] = &found(Variant::International, &[fen])[..] else { panic!("it is one") };
    assert_eq!((found.puzzle.aim, found.moves()), (Aim::Material, 2));
    let [first, .., last] = &found.puzzle.line[..] else { panic!("{found:?}") };
    assert_eq!((first.as_str(), last.as_str()), ("32-38", "38x29x33"));
}

#[test]
fn what_needs_no_search_is_no_puzzle() {
    let none = [
        // The only legal move.
        "W:W34:B29,12,13,14,15,20",
        // Nothing happens.
        "W:W31-50:B1-20",
        // A king at once, and in two ways.
        "W:W6,38,43,49:B14,19,24",
        "W:W7,38,43,49:B14,19,24",
    ];
    for fen in none {
        assert!(found(Variant::International, &[fen]).is_empty(), "{fen}");
    }
}

#[test]
fn a_known_puzzle_need_not_be_hidden_but_must_be_right() {
    assert!(found(Variant::Dameo, &[COUP_TURC]).is_empty(), "the best move looks best");
    assert!(again(Variant::International, &["W:W7,38,43,49:B14,19,24"]).is_empty(), "two good moves");
}

#[test]
fn games_depend_on_their_number_alone() {
    let of = |numbers: std::ops::Range<u64>| {
        with_finder(Variant::Losing, |finder| {
            let lines = numbers.map(|number| {
                let found = finder.from_self_play(number).expect("not stopped");
                found.into_iter().map(|one| (one.puzzle, one.nodes)).collect::<Vec<_>>()
            });
            lines.collect::<Vec<_>>()
        })
    };
    let all = of(0..4);
    assert!(all[2..].iter().any(|found| !found.is_empty()), "{all:?}");
    assert_eq!(of(2..4), all[2..]);
}

#[test]
fn a_stopped_finder_says_so() {
    let (endgames, stop) = (endgames(Variant::Dameo.rules()), AtomicBool::new(false));
    let mut finder = Finder::new(Variant::Dameo.rules(), PLAN, &endgames, &stop).expect("memory");
    stop.store(true, Relaxed);
    assert!(finder.from_self_play(0).is_none());
}

#[test]
fn images_of_a_puzzle_are_duplicates() {
    let mirrored = "W:Wb3,c2,c4,d2,d3:Bc7,d6,Ke8";
    let exchanged = "B:WKe1,c2,d3:Bb6,c7,c5,d7,d6";
    let mut all = again(Variant::Dameo, &[COUP_TURC, mirrored, exchanged]);
    assert_eq!(all.len(), 3);
    // The same moves in another position.
    let mut neighbour = all[0].clone();
    neighbour.theme.pieces = [Square::new(0).bitboard(); 4];
    all.push(neighbour);
    let kept = selection(all, 60);
    assert_eq!(kept.iter().map(|one| one.puzzle.fen.as_str()).collect::<Vec<_>>(), [COUP_TURC]);
}

#[test]
fn difficulty_follows_the_search_and_single_moves_are_easy() {
    let one = again(Variant::Dameo, &[COUP_TURC]).remove(0);
    let with = |nodes: u64, plies: usize| {
        let mut copy = Found { nodes, ..one.clone() };
        copy.puzzle.line.truncate(plies);
        // Different themes.
        let cell = Square::new(nodes as u8);
        copy.theme = Theme { pieces: [cell.bitboard(); 4], moves: vec![Move::quiet(cell, cell)] };
        copy
    };
    let all = vec![with(6, 3), with(5, 3), with(1, 3), with(9, 1), with(2, 3), with(4, 3), with(3, 3)];
    let named = |most| {
        let kept = selection(all.clone(), most);
        kept.iter().map(|one| (one.nodes, one.puzzle.difficulty.name())).collect::<Vec<_>>()
    };
    let [easy, medium, hard] = ["easy", "medium", "hard"];
    assert_eq!(
        named(60),
        [(9, easy), (1, medium), (2, medium), (3, medium), (4, hard), (5, hard), (6, hard)]
    );
    assert_eq!(named(3), [(1, easy), (3, medium), (5, hard)]);
}

#[test]
fn a_puzzle_is_a_problem_of_the_suite() {
    let row = tactic(&again(Variant::Dameo, &[COUP_TURC])[0]).expect("a win");
    let fields: Vec<&str> = row.split('\t').collect();
    assert_eq!(fields[..2], [COUP_TURC, "f2-d4"]);
    assert_eq!(fields[3], "win in 3 plies");
    assert!(fields[4].starts_with("search: first in "), "{row}");
}

#[test]
fn files_are_read_as_written_and_faults_are_named() {
    let row = "dameo\teasy\tgame\tW:We2,e3,f2,f4,g3:BKd8,e6,f7\tf2-d4 d8xe4xd4xf4xg3xe2 e3xg7xf7xe6xe4";
    let header = "game\tdifficulty\taim\tposition\tsolution";
    let text = format!("{header}\n{row}\n");
    assert_eq!(parse_puzzles(&text).map(|puzzles| puzzles_text(&puzzles)), Ok(text.clone()));
    let fault = |changed: String| parse_puzzles(&changed).expect_err("a fault").to_string();
    assert!(fault(row.to_owned()).starts_with("line 1: expected the names of the columns"));
    assert!(fault(text.clone() + row).starts_with("line 3: the position occurs in an earlier line"));
    let replaced = |from: &str, to: &str| fault(format!("{header}\n{}", row.replace(from, to)));
    for (from, to, said) in [
        ("\teasy", "", "4 fields"),
        ("dameo", "chess", "no game 'chess'"),
        ("easy", "simple", "'simple', expected one of: easy, medium, hard"),
        ("\tgame", "\twin", "expected one of: game, king, material, save"),
        ("f7\t", "z9\t", "z9"),
        (" e3xg7xf7xe6xe4", "", "ends with a reply"),
        ("e3xg7xf7xe6xe4", "e3xg7", "expected it in full: e3xg7xf7xe6xe4"),
        ("f2-d4", "f2-d5", "f2-d5"),
    ] {
        let message = replaced(from, to);
        assert!(message.starts_with("line 2: ") && message.contains(said), "{message}");
    }
}
