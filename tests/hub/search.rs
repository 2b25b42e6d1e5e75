//! Search output: `info` and `done`, whose moves must be legal.

use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::{Info, Search, engine_for, error_message, games};
use crate::support::scenes::scene;

/// A middlegame position and an endgame with kings.
fn positions(game: &str) -> [String; 2] {
    ["middle", "ending"].map(|name| format!("pos fen={}", scene(game, name).fen))
}

/// Plays the moves from `position` with another engine, which fails on an illegal one. Returns the status after them.
fn play_all(judge: &mut EngineProcess, position: &str, moves: &[String]) -> (String, String) {
    judge.quietly(&[position]);
    for mv in moves {
        judge.quietly(&[&format!("play move={mv}")]);
    }
    judge.status()
}

/// Checks that all reported moves are legal, and that a win comes after the number of plies in the score.
fn check_lines(judge: &mut EngineProcess, position: &str, search: &Search) {
    assert!(!search.infos.is_empty(), "{position}");
    for info in &search.infos {
        let status = play_all(judge, position, &info.pv);
        let plies = 10_000 - info.score.abs();
        if plies < 1_000 {
            let wins_at_odd_plies = info.score > 0;
            assert_eq!(plies % 2 == 1, wins_at_odd_plies, "{position}: {info:?}");
            if info.pv.len() as i32 == plies {
                assert!(status.0.ends_with("-win"), "{position}: {info:?}");
            }
        }
    }
    let done: Vec<String> = search.best.iter().chain(&search.ponder).cloned().collect();
    play_all(judge, position, &done);
    let line = &search.last().pv;
    assert_eq!(line.iter().take(2).collect::<Vec<_>>(), done.iter().collect::<Vec<_>>(), "{position}");
}

/// Checks that depths, nodes and times never decrease.
fn check_counts(infos: &[Info]) {
    for pair in infos.windows(2) {
        let [before, after] = pair else { unreachable!() };
        assert!(after.nodes >= before.nodes && after.seconds >= before.seconds, "{before:?} {after:?}");
        assert!(after.depth >= before.depth, "{before:?} {after:?}");
    }
}

#[test]
fn lines_are_legal() {
    for game in games() {
        let mut engine = engine_for(game);
        let mut judge = engine_for(game);
        for position in positions(game) {
            for (mode, depth) in [("think", 9), ("analyze", 6)] {
                let go = format!("go {mode}");
                let search = engine.search(&[&position, &format!("level depth={depth}"), &go]);
                check_counts(&search.infos);
                check_lines(&mut judge, &position, &search);
            }
        }
        engine.finish();
        judge.finish();
    }
}

#[test]
fn lines_are_legal_during_a_game() {
    for game in games() {
        let mut engine = engine_for(game);
        let mut judge = engine_for(game);
        for _ in 0..12 {
            let position = format!("pos fen={}", engine.fen());
            let search = engine.search(&["level nodes=2000", "go think"]);
            check_lines(&mut judge, &position, &search);
            engine.quietly(&[&format!("play move={}", search.best.expect("a move"))]);
        }
        engine.finish();
    }
}

#[test]
fn lines_of_two_threads_are_legal() {
    let mut judge = engine_for("dameo");
    let mut engine = engine_for("dameo");
    engine.quietly(&["set-param name=threads value=2"]);
    for position in positions("dameo") {
        let search = engine.search(&[&position, "level depth=8", "go think"]);
        check_counts(&search.infos);
        check_lines(&mut judge, &position, &search);
    }
    engine.quietly(&["set-param name=threads value=1", "new-game"]);
    assert!(engine.search(&["level depth=3", "go think"]).best.is_some());
    engine.finish();
}

#[test]
fn wins_are_counted_in_plies() {
    // White captures the last man; Black can only give up the last man; the same win a ply earlier.
    let cases = [("W:W28:B23", 9_999), ("B:W44:B35", -9_998), ("W:W50:B35", 9_997)];
    for (fen, score) in cases {
        for mode in ["think", "analyze"] {
            let mut engine = engine_for("normal");
            let go = format!("go {mode}");
            let search = engine.search(&[&format!("pos fen={fen}"), "level depth=6", &go]);
            assert_eq!(search.last().score, score, "{fen} {mode}");
            engine.finish();
        }
    }
}

#[test]
fn a_dameo_combination_is_found_in_a_second() {
    let mut engine = engine_for("dameo");
    engine.quietly(&["pos fen=W:We2,e3,f2,f4,g3:BKd8,e6,f7"]);
    let search = engine.search(&["level move-time=1", "go think"]);
    assert_eq!(search.best.as_deref(), Some("f2-d4"));
    engine.finish();
}

#[test]
fn a_finished_game_cannot_be_searched() {
    let positions = [
        ("normal", "W:W:B20"),
        ("normal", "W:W36:B31,27"),
        ("dameo", "B:Wc3:B"),
        ("hexdame", "W:W:BKe5"),
        ("vanguard", "B:WK46:B"),
    ];
    for (game, fen) in positions {
        let mut engine = engine_for(game);
        engine.quietly(&[&format!("pos fen={fen}")]);
        for mode in ["think", "ponder"] {
            let answers = engine.answers(&format!("go {mode}"));
            assert_eq!(answers.len(), 2, "{game} {fen}: {answers:?}");
            error_message(&answers[0]);
            assert_eq!(answers[1], "done", "{game} {fen}");
        }
        // The `go` has consumed the limits, and the engine can search other positions.
        engine.quietly(&["level depth=60", "level nodes=1"]);
        assert_eq!(engine.answers("go think").len(), 2);
        engine.quietly(&[&format!("set-param name=variant value={}", other_game(game))]);
        assert!(engine.search(&["level depth=2", "go think"]).best.is_some());
        engine.finish();
    }
}

fn other_game(game: &str) -> &'static str {
    if game == "dameo" { "hexdame" } else { "dameo" }
}

/// A client that does not know all draw rules plays on, and needs a move.
#[test]
fn a_drawn_game_may_be_played_on() {
    for fen in ["W:WK46:BK4:H10", "B:WK46,K47,K48:BK5:H40"] {
        for go in ["go analyze", "go think"] {
            let mut engine = engine_for("normal");
            engine.quietly(&[&format!("pos fen={fen}")]);
            assert_eq!(engine.status().0, "draw");
            let legal = engine.legal_moves();
            let search = engine.search(&["level depth=3", go]);
            assert!(search.best.is_some_and(|best| legal.contains(&best)), "{fen} {go}");
            engine.finish();
        }
    }
}

/// The search ignores a limit that is already reached: otherwise every move would score as a draw.
#[test]
fn the_best_move_is_found_in_a_drawn_game() {
    // Two kings against one have used up their five moves, but a sacrifice wins now.
    let position = "pos fen=W:WK26,K32:BK5:H10";
    let mut best_by_rule = Vec::new();
    for rule in ["fmjd", "repetition"] {
        let mut engine = engine_for("normal");
        engine.quietly(&[&format!("set-param name=draw-rule value={rule}"), position]);
        assert_eq!(engine.status().0 == "draw", rule == "fmjd");
        best_by_rule.push(engine.search(&["level depth=5", "go think"]).best);
        engine.finish();
    }
    assert_eq!(best_by_rule, [Some("26-37".to_owned()), Some("26-37".to_owned())]);
}
