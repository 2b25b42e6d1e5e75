//! Matches against engines that are wrong on purpose: each game is scored, the match goes on, no process is left over.

#![cfg(target_os = "linux")]

use std::fs;

use coupturc::arena::GameResult;

use crate::support::matches::{fresh, games_of, mock, ours, run_match, wait_for_end_of};

/// What an engine does wrong, and the word for it in the record.
const FAULTS: [(&str, &str); 16] = [
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
    ("daemon", "no-move"),
    ("spoof", "illegal-move"),
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
    let output = run_match(&format!("{} {limits} --out '{}'", players.join(" "), out.display()));
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // The games are told, but no strength is made of them.
    assert!(!output.status.success() && errors.contains("each ended by a fault"), "{fault}: {errors}");
    assert!(said.contains(&format!("2 of 2 games ended by a fault: mock lost by {termination} 2")), "{said}");
    assert!(!said.contains("Elo") && !said.contains("LOS"), "{said}");
    let report = fs::read_to_string(out.join("report.html")).expect("a report");
    assert!(
        report.contains("2 ended by a fault.") && report.contains("results without the games"),
        "{fault}"
    );
    let files = ["games.jsonl", "games.pdn", "report.html"]
        .map(|name| fs::read_to_string(out.join(name)).expect("text"));
    let is_odd = |c: char| c == '\u{202e}' || c.is_control() && c != '\n';
    assert!(!said.contains(is_odd) && !files.iter().any(|text| text.contains(is_odd)), "{fault}: {said}");
    let games = games_of(&out);
    assert_eq!(games.len(), 2, "{fault}");
    for game in &games {
        let loses = if game.white == "mock" { GameResult::BlackWins } else { GameResult::WhiteWins };
        assert_eq!((game.termination.as_str(), game.result), (termination, loses), "{fault}: {game:?}");
        assert!(!game.detail.is_empty(), "{fault}");
    }
    assert_ne!(games[0].white, games[1].white, "colours change");
    let expected = if fault == "daemon" { 5 } else { 3 };
    assert!(wait_for_end_of(&mocks) >= expected, "{fault}: one before the match, and one for each game");
    // Where the mock does not get ready, ours may never be needed.
    if engines.exists() {
        wait_for_end_of(&engines);
    }
}
