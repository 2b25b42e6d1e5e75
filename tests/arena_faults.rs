//! Matches against engines that are wrong on purpose: each game is scored, the match goes on, no process is left over.

#![cfg(target_os = "linux")]

mod matches;

use coupturc::arena::GameResult;
use matches::{fresh, games_of, mock, ours, run_well, wait_for_end_of};

/// What an engine does wrong, and the word for it in the record.
const FAULTS: [(&str, &str); 14] = [
    ("absent", "not-ready"),
    ("deaf", "not-ready"),
    ("plugged", "not-ready"),
    ("crash", "crash"),
    ("half", "crash"),
    ("closed", "crash"),
    ("shut", "no-answer"),
    ("stall", "no-answer"),
    ("flood", "no-answer"),
    ("endless", "no-answer"),
    ("illegal", "illegal-move"),
    ("nonsense", "illegal-move"),
    ("none", "no-move"),
    ("late", "time"),
];

#[test]
fn whatever_an_engine_does_its_game_is_scored_and_the_match_goes_on() {
    std::thread::scope(|scope| {
        for (fault, termination) in FAULTS {
            scope.spawn(move || check(fault, termination));
        }
    });
}

/// Plays a pair of games against an engine with this fault.
fn check(fault: &str, termination: &str) {
    let out = fresh(&format!("fault-{fault}"));
    let (mocks, engines) = (fresh(&format!("fault-{fault}.mocks")), fresh(&format!("fault-{fault}.engines")));
    // Nobody else has a clock: a busy machine is no fault.
    let limit = if fault == "late" { "0.1/move" } else { "depth=1" };
    // More than a pipe holds, for one that does not read it.
    let pad = if fault == "plugged" { "x".repeat(100_000) } else { String::new() };
    let players = [
        mock(fault, &mocks, &[("name", "mock"), ("tc", limit), ("param.pad", &pad)]),
        ours("ours", &engines),
    ];
    let limits = "--tc nodes=100 --patience 8 --plies 2 --rounds 1 --max-moves 40";
    run_well(&format!("{} {limits} --out '{}'", players.join(" "), out.display()));
    let games = games_of(&out);
    assert_eq!(games.len(), 2, "{fault}");
    for game in &games {
        let loses = if game.white == "mock" { GameResult::BlackWins } else { GameResult::WhiteWins };
        assert_eq!((game.termination.as_str(), game.result), (termination, loses), "{fault}: {game:?}");
        assert!(!game.detail.is_empty(), "{fault}");
    }
    assert_ne!(games[0].white, games[1].white, "colours change");
    assert!(wait_for_end_of(&mocks) >= 2, "{fault}: one for each game");
    // Where the mock does not get ready, ours may never be needed.
    if engines.exists() {
        wait_for_end_of(&engines);
    }
}
