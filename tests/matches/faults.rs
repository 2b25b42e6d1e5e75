//! Matches against engines with deliberate faults: each game is scored, the match continues, and no process is left
//! behind. Engines that cannot play at all are reported before the first game.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use coupturc::arena::{GameRecord, GameResult, Opening};
use coupturc::notation::game_of_fen;

use crate::support::matches::{engine, fresh, games_of, mock, ours, run_match, run_well, wait_for_end_of};

/// The faults of the mock engine, and the terminations in the record.
const FAULTS: [(&str, &str); 17] = [
    ("fading", "not-ready"),
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
    ("sorry", "no-move"),
    ("twice", "unasked-answer"),
    ("early", "unasked-answer"),
    ("daemon", "no-move"),
    ("spoof", "illegal-move"),
    ("late", "time"),
];

/// Games with faults are scored, and the match goes on; a match with an engine that cannot play does not start. All at
/// the same time, for many faults take as long as the patience of the match.
#[test]
fn no_fault_stops_a_match_and_some_keep_it_from_starting() {
    std::thread::scope(|scope| {
        for (fault, termination) in FAULTS {
            scope.spawn(move || check(fault, termination));
        }
        for (fault, words) in NOT_READY {
            scope.spawn(move || does_not_start(fault, words));
        }
    });
}

/// Checks that the detail has the right position if a player broke the rules of the game or of the protocol.
fn check_position(game: &GameRecord) {
    let reported = game.detail.split_once("; the position was ").map(|(_, fen)| fen);
    let is_expected = matches!(game.termination.as_str(), "illegal-move" | "no-move" | "unasked-answer");
    assert_eq!(reported.is_some(), is_expected, "{game:?}");
    let (rules, options) = game.played_by().expect("a game");
    let opening =
        Opening { fen: game.fen.clone(), moves: game.moves.iter().map(|mv| mv.text.clone()).collect() };
    let reached = opening.played(rules, &options).expect("legal moves");
    if let Some(fen) = reported {
        let position = game_of_fen(rules, fen, &options).expect("a position");
        assert_eq!(position.position().key(), reached.position().key(), "{fen}");
    }
}

/// The faults of engines that cannot play at all, and the messages about them.
const NOT_READY: [(&str, &[&str]); 8] = [
    ("nowhere", &["cannot be started: No such file", "/nowhere/none"]),
    ("no-program", &["cannot be started: Permission denied", "no-program.file"]),
    (
        "no-hub",
        &["does not answer; expected 'wait' as the answer to 'hub' within 8 s; it said 'hub'", ": cat"],
    ),
    (
        "absent",
        &["has ended with exit status: 3; expected 'wait' as the answer to 'hub'", "mock_engine.sh absent"],
    ),
    ("deaf", &["does not answer; expected 'wait' as the answer to 'hub' within 8 s"]),
    ("hasty", &["does not answer; expected 'ready' as the answer to 'init' within 8 s; it said 'ready'"]),
    ("plugged", &["does not answer; expected 'ready' as the answer to 'init' within 8 s"]),
    ("missing", &["has ended with exit status: 5; expected 'ready' as the answer to 'init'"]),
];

/// An engine with this fault, in a match of two variants, the second of which some engines cannot play.
fn odd_engine(fault: &str, mocks: &Path) -> String {
    let file = fresh("no-program.file");
    fs::write(&file, "no program").expect("it can be written");
    // Larger than the buffer of a pipe, for an engine that does not read.
    let pad = if fault == "plugged" { "x".repeat(100_000) } else { String::new() };
    match fault {
        "nowhere" => engine(&[("cmd", "/nowhere/none"), ("name", "odd")]),
        "no-program" => engine(&[("cmd", &file.display().to_string()), ("name", "odd")]),
        "no-hub" => engine(&[("cmd", "cat"), ("name", "odd")]),
        _ => mock(fault, mocks, &[("name", "odd"), ("param.pad", &pad)]),
    }
}

fn does_not_start(fault: &str, words: &[&str]) {
    let (out, mocks) = (fresh(&format!("unready-{fault}")), fresh(&format!("unready-{fault}.mocks")));
    let engines = fresh(&format!("unready-{fault}.engines"));
    let odd = odd_engine(fault, &mocks);
    let limits = format!(
        "--tc nodes=100 --patience 8 --plies 2 --rounds 1 --variants normal,dameo --out '{}'",
        out.display()
    );
    let is_refused = |arguments: &str| {
        let output = run_match(arguments);
        let (printed, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(!output.status.success() && errors.contains("engine odd "), "{fault}: {errors}");
        assert!(words.iter().all(|word| errors.contains(word)), "{fault}: {errors}");
        assert_eq!(printed, "", "{fault}: no game is reported");
    };
    let players = format!("{} {odd}", ours("ours", &engines));
    is_refused(&format!("{players} {limits}"));
    assert!(!out.exists(), "{fault} has started a match");
    // The same for a part, and for a match that is resumed.
    if fault == "nowhere" {
        is_refused(&format!("{players} {limits} --pairs 1-1"));
        assert!(!out.exists(), "a part has started");
        run_well(&format!("{players} {limits} --begin-only"));
        is_refused(&format!("--resume '{}'", out.display()));
        assert!(games_of(&out).is_empty(), "an absent engine loses no game");
    }
    for processes in [mocks, engines].iter().filter(|processes| processes.exists()) {
        wait_for_end_of(processes);
    }
}

/// The engine declares both games, but refuses one of them.
#[test]
fn a_refused_game_stops_the_match_before_it_starts() {
    let (out, mocks) = (fresh("picky"), fresh("picky.mocks"));
    let odd = mock("picky", &mocks, &[("name", "odd")]);
    let output = run_match(&format!(
        "{} {odd} --tc nodes=9 --variants normal,dameo --rounds 1 --out '{}'",
        ours("ours", &fresh("picky.engines")),
        out.display()
    ));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("engine odd: "), "{errors}");
    assert!(errors.contains("with an error: not this game") && !out.exists(), "{errors}");
}

/// An error after an unasked answer is not missed.
#[test]
fn an_answer_before_the_question_hides_no_error() {
    let out = fresh("hasty-grumble");
    let odd = mock("hasty-grumble:32-28", &fresh("hasty-grumble.mocks"), &[("name", "odd")]);
    let output = run_match(&format!(
        "{} {odd} --tc nodes=9 --rounds 1 --out '{}'",
        ours("ours", &fresh("hasty-grumble.engines")),
        out.display()
    ));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("engine odd: ") && errors.contains("with an error: no such thing"), "{errors}");
    assert!(!out.exists());
}

/// Plays a pair of games against an engine with this fault.
fn check(fault: &str, termination: &str) {
    let out = fresh(&format!("fault-{fault}"));
    let (mocks, engines) = (fresh(&format!("fault-{fault}.mocks")), fresh(&format!("fault-{fault}.engines")));
    // Only this engine has a clock: a busy machine must not cause faults.
    let limit = if fault == "late" { "0.1/move" } else { "depth=1" };
    let players = [mock(fault, &mocks, &[("name", "mock"), ("tc", limit)]), ours("ours", &engines)];
    // The mock's first moves must be legal with this fault.
    let plies = if fault == "twice" { 0 } else { 2 };
    // Both games of the pair wait at the same time.
    let limits =
        format!("--tc nodes=100 --patience 8 --plies {plies} --rounds 1 --max-moves 40 --concurrency 2");
    let output = run_match(&format!("{} {limits} --out '{}'", players.join(" "), out.display()));
    let (printed, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // The games are reported, but no strength is computed from them.
    assert!(!output.status.success() && errors.contains("every game ended by a fault"), "{fault}: {errors}");
    assert!(
        printed.contains(&format!("2 of 2 games ended by a fault: mock lost by {termination} 2")),
        "{printed}"
    );
    assert!(!printed.contains("Elo") && !printed.contains("LOS"), "{printed}");
    let report = fs::read_to_string(out.join("report.html")).expect("a report");
    assert!(report.contains("2 ended by a fault.") && report.contains("results without games"), "{fault}");
    let files = ["games.jsonl", "games.pdn", "report.html"]
        .map(|name| fs::read_to_string(out.join(name)).expect("text"));
    let is_odd = |c: char| c == '\u{202e}' || c.is_control() && c != '\n';
    assert!(
        !printed.contains(is_odd) && !files.iter().any(|text| text.contains(is_odd)),
        "{fault}: {printed}"
    );
    let games = games_of(&out);
    assert_eq!(games.len(), 2, "{fault}");
    for game in &games {
        let loses = if game.white == "mock" { GameResult::BlackWins } else { GameResult::WhiteWins };
        assert_eq!((game.termination.as_str(), game.result), (termination, loses), "{fault}: {game:?}");
        assert!(!game.detail.is_empty(), "{fault}");
        check_position(game);
    }
    assert_ne!(games[0].white, games[1].white, "colours change");
    let expected = if fault == "daemon" { 5 } else { 3 };
    assert!(wait_for_end_of(&mocks) >= expected, "{fault}: one before the match, and one for each game");
    // If the mock is not ready, ours may not have been started.
    if engines.exists() {
        wait_for_end_of(&engines);
    }
}
