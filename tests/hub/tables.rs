//! Endgame tables, as a client sees them.

use std::thread;
use std::time::{Duration, Instant};

use crate::support::engine_process::{EngineProcess, PATIENCE};
use crate::support::hub_replies::{Search, engine_for, error_message, games};
use crate::support::scenes::scene;

/// A won three-piece endgame of each game, without a capture.
fn wins() -> impl Iterator<Item = (&'static str, String)> {
    games().map(|game| (game, scene(game, "won").fen))
}

/// Searches until the tables are built, which takes a moment.
fn search_with_tables(engine: &mut EngineProcess, fen: &str) -> Search {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        let search = engine.search(&[&format!("pos fen={fen}"), "level move-time=0.1", "go think"]);
        if search.last().tbhits > 0 {
            return search;
        }
        // Some searches find the win without a table hit.
        thread::sleep(Duration::from_millis(20));
    }
    panic!("no tables for {fen}");
}

#[test]
fn tables_are_built_in_the_background_and_win() {
    for (game, fen) in wins() {
        let mut engine = engine_for(game);
        engine.quietly(&["set-param name=tables value=none"]);
        search_with_tables(&mut engine, &fen);
        // The first tables may have arrived during the search.
        let search = search_with_tables(&mut engine, &fen);
        let last = search.last();
        assert!(last.score > 9_700, "{game}: {last:?}");
        // Now the answer comes directly from the tables.
        assert_eq!((10_000 - last.score) as usize, last.pv.len(), "{game}: {last:?}");
        assert_eq!(last.nodes, 0, "{game}: {last:?}");
    }
}

/// The first search with a node or depth limit waits for the tables, so that later ones find the same.
#[test]
fn searches_with_node_or_depth_limits_are_reproducible() {
    for game in games() {
        let position = format!("pos fen={}", scene(game, "ending").fen);
        let mut answers = Vec::new();
        for limit in ["level nodes=3000", "level depth=5"] {
            let mut engine = engine_for(game);
            engine.quietly(&["set-param name=tables value=none"]);
            for _ in 0..3 {
                let search = engine.search(&[&position, limit, "go think"]);
                let last = search.last();
                answers.push((
                    limit,
                    search.best.clone(),
                    last.score,
                    last.nodes,
                    last.tbhits,
                    last.pv.clone(),
                ));
                // A search with more pieces must leave no trace.
                engine.search(&["new-game", "level nodes=100", "go think"]);
                engine.quietly(&["new-game"]);
            }
        }
        answers.dedup();
        assert_eq!(answers.len(), 2, "{game}: {answers:?}");
    }
}

#[test]
fn tables_can_be_switched_off() {
    for (game, fen) in wins() {
        let mut engine = engine_for(game);
        engine.quietly(&["set-param name=tables-pieces value=0"]);
        let search = engine.search(&[&format!("pos fen={fen}"), "level move-time=0.5", "go think"]);
        assert_eq!(search.last().tbhits, 0, "{game}");
    }
}

#[test]
fn scan_parameter_names_are_understood() {
    let mut engine = engine_for("dameo");
    for (sent, pieces) in [("auto", 4), ("0", 0), ("5", 5), ("8", 6)] {
        engine.quietly(&[&format!("set-param name=bb-size value={sent}")]);
        let declared = format!("param name=tables-pieces value={pieces} type=int min=0 max=6");
        assert!(engine.answers("hub").contains(&declared), "{sent}");
    }
}

#[test]
fn a_change_of_rules_changes_the_tables() {
    // Two kings win against one only under the killer rule.
    let mut engine = engine_for("normal");
    let lines = ["set-param name=tables value=none", "set-param name=draw-rule value=repetition"];
    engine.quietly(&lines);
    let fen = "W:WK6,K16:BK5";
    assert_eq!(search_with_tables(&mut engine, fen).last().score, 0);
    engine.quietly(&["set-param name=halt value=killer"]);
    assert!(search_with_tables(&mut engine, fen).last().score > 9_800);
    engine.quietly(&["set-param name=halt value=none"]);
    assert_eq!(search_with_tables(&mut engine, fen).last().score, 0);
}

#[test]
fn an_invalid_table_file_is_reported_and_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().join("dameo").join("none");
    std::fs::create_dir_all(&tables).expect("a folder");
    std::fs::write(tables.join("0M3K-0M1K.wdl"), b"nonsense").expect("a file");
    let mut engine = engine_for("dameo");
    engine.quietly(&[&format!("set-param name=tables value=\"{}\"", folder.path().display())]);
    engine.send_all(&["pos fen=W:WKa1,Kb1:BKh8", "go analyze"]);
    let mut line = engine.line();
    while !line.starts_with("error") {
        line = engine.line();
    }
    assert!(error_message(&line).contains("0M3K-0M1K.wdl"), "{line}");
    engine.send("stop");
    while !engine.line().starts_with("done") {}
    assert!(search_with_tables(&mut engine, "W:WKa1,Kb1:BKh8").last().score > 9_700);
}
