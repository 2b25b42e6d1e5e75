//! Analysis output: several lines in order, regular but not too frequent reports, and the reported move as the answer.

use std::time::{Duration, Instant};

use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::{Info, Search, engine_for, games, info};
use crate::support::scenes::scene;

/// A middlegame and an endgame with kings in every game, with the game's name.
fn positions() -> impl Iterator<Item = (&'static str, String)> {
    games().flat_map(|game| ["middle", "ending"].map(|name| (game, scene(game, name).fen)))
}

/// Splits ranked lines into groups that start with rank 1; the ranks of each must be 1, 2, 3, ...
fn groups(infos: &[Info]) -> Vec<Vec<&Info>> {
    let mut groups: Vec<Vec<&Info>> = Vec::new();
    for info in infos {
        if info.multipv == Some(1) {
            groups.push(Vec::new());
        }
        let group = groups.last_mut().expect("the first rank comes first");
        group.push(info);
        assert_eq!(info.multipv, Some(group.len()), "{info:?}");
    }
    groups
}

/// Checks the lines of one report: their number, different first moves, sorted.
fn check_group(group: &[&Info], lines: usize) {
    assert_eq!(group.len(), lines, "{group:?}");
    let mut first: Vec<&String> = group.iter().map(|info| &info.pv[0]).collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), lines, "a move twice in {group:?}");
    for pair in group.windows(2) {
        let key = |info: &Info| (info.depth, info.score);
        assert!(key(pair[0]) >= key(pair[1]), "not in order: {group:?}");
    }
}

/// Checks the last report of a search, whose first move must be the answer.
fn check_end(search: &Search, lines: usize) {
    let groups = groups(&search.infos);
    let last = groups.last().expect("a report");
    check_group(last, lines);
    assert_eq!(search.best.as_ref(), Some(&last[0].pv[0]));
}

#[test]
fn several_lines_come_in_order() {
    let _turn = crate::measuring();
    for (game, fen) in positions() {
        let mut engine = engine_for(game);
        engine.quietly(&[&format!("pos fen={fen}"), "set-param name=multi-pv value=3"]);
        let lines = engine.legal_moves().len().min(3);
        let search = engine.search_ranked(&["level depth=7", "go analyze"], true);
        let groups = groups(&search.infos);
        assert!(groups.len() >= 5 || search.last().score.abs() > 9_000, "{fen}: {} depths", groups.len());
        for group in &groups {
            check_group(group, lines);
            assert!(group.iter().all(|info| info.depth == group[0].depth), "{group:?}");
        }
        assert_eq!(search.best.as_ref(), Some(&search.last().pv[0]));
        engine.finish();
    }
}

#[test]
fn several_lines_are_the_same_every_time() {
    let _turn = crate::measuring();
    for (game, fen) in positions() {
        let lines = || {
            let mut engine = engine_for(game);
            // The time at which tables are ready during the search varies.
            engine.quietly(&["set-param name=tables-pieces value=0"]);
            engine.quietly(&[&format!("pos fen={fen}"), "set-param name=multi-pv value=4"]);
            let search = engine.search_ranked(&["level depth=6", "go analyze"], true);
            engine.finish();
            let lines = search.infos.into_iter().map(|info| (info.depth, info.score, info.pv, info.multipv));
            lines.collect::<Vec<_>>()
        };
        assert_eq!(lines(), lines(), "{game} {fen}");
    }
}

#[test]
fn a_stopped_search_repeats_all_lines() {
    let _turn = crate::measuring();
    let mut engine = engine_for("hexdame");
    engine.quietly(&["set-param name=multi-pv value=4"]);
    for milliseconds in [30, 100, 250] {
        engine.send("go analyze");
        std::thread::sleep(Duration::from_millis(milliseconds));
        engine.send("stop");
        check_end(&engine.rest_of_search(true), 4);
    }
    engine.finish();
}

#[test]
fn lines_of_a_depth_broken_off_come_in_order() {
    let _turn = crate::measuring();
    for (game, fen) in positions() {
        let mut engine = engine_for(game);
        engine.quietly(&[&format!("pos fen={fen}"), "set-param name=multi-pv value=4"]);
        let lines = engine.legal_moves().len().min(4);
        for nodes in (1..=30).map(|step| 1_000 * step) {
            let search = engine.search_ranked(&[&format!("level nodes={nodes}"), "go analyze"], true);
            check_end(&search, lines);
        }
        engine.finish();
    }
}

#[test]
fn there_are_no_more_lines_than_moves() {
    let _turn = crate::measuring();
    let mut engine = engine_for("normal");
    engine.quietly(&["pos fen=W:W31,32:B1,2", "set-param name=multi-pv value=100"]);
    let search = engine.search_ranked(&["level depth=4", "go analyze"], true);
    for group in groups(&search.infos) {
        check_group(&group, 4);
    }
    engine.quietly(&["set-param name=multi-pv value=1"]);
    // Reads the lines without ranks.
    engine.search(&["level depth=2", "go analyze"]);
    engine.finish();
}

/// The `info` lines received within `time`, each with its time.
fn infos_within(engine: &mut EngineProcess, time: Duration, ranked: bool) -> Vec<(Duration, Info)> {
    let started = Instant::now();
    let mut infos = Vec::new();
    while let Some(left) = time.checked_sub(started.elapsed()) {
        if let Some(line) = engine.line_within(left) {
            infos.push((started.elapsed(), info(&line, ranked)));
        }
    }
    infos
}

#[test]
fn lines_are_reported_a_few_times_a_second() {
    let _turn = crate::measuring();
    for (game, name) in [("normal", "middle"), ("normal", "ending"), ("hexdame", "middle")] {
        let fen = scene(game, name).fen;
        for lines in [1, 3] {
            let mut engine = engine_for(game);
            let multi_pv = format!("set-param name=multi-pv value={lines}");
            engine.quietly(&[&format!("pos fen={fen}"), &multi_pv]);
            engine.send("go analyze");
            let infos = infos_within(&mut engine, Duration::from_millis(2_000), lines > 1);
            let late = infos.iter().filter(|(time, info)| {
                info.multipv.unwrap_or(1) == 1 && *time > Duration::from_millis(1_000)
            });
            assert!(late.count() <= 5, "{game} {fen}: too many reports after the first second");
            assert!(!infos.is_empty());
            engine.send("stop");
            let search = engine.rest_of_search(lines > 1);
            let last = search.infos.last().or(infos.last().map(|(_, info)| info));
            assert!(last.is_some() && search.best.is_some());
            engine.finish();
        }
    }
}

#[test]
fn the_move_played_is_the_one_reported_last() {
    let _turn = crate::measuring();
    for (game, fen) in positions() {
        let mut engine = engine_for(game);
        for milliseconds in [1, 3, 10, 30, 100, 300] {
            let time = format!("level move-time={}", f64::from(milliseconds) / 1_000.0);
            let search = engine.search(&[&format!("pos fen={fen}"), &time, "go think"]);
            let last = search.infos.last().expect("a report");
            assert_eq!(search.best.as_ref(), Some(&last.pv[0]), "{game} {fen} {milliseconds}");
            assert_eq!(search.ponder.as_ref(), last.pv.get(1));
        }
        engine.finish();
    }
}

#[test]
fn the_table_fills() {
    let _turn = crate::measuring();
    let mut engine = engine_for("normal");
    engine.quietly(&["set-param name=hash value=1"]);
    let search = engine.search(&["level nodes=3000000", "go think"]);
    let full: Vec<u32> = search.infos.iter().map(|info| info.hashfull).collect();
    assert!(full[0] < 50 && full[full.len() - 1] > 800, "{full:?}");
    engine.finish();
}
