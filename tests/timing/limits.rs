//! The duration of searches: limits, modes, and commands during a search.

use std::time::{Duration, Instant};

use crate::support::engine_process::EngineProcess;
use crate::support::hub_replies::{Search, engine_for, games};
use crate::support::scenes::scene;
use crate::tries::keeps;

/// Long enough to notice a search that ends by itself.
const A_WHILE: Duration = Duration::from_millis(250);
/// The limit of an immediate answer.
const AT_ONCE: Duration = Duration::ZERO;

/// The reproducible part of a search: depth, score, nodes and line of each info; the moves.
fn fingerprint(search: &Search) -> String {
    let infos = search.infos.iter().map(|info| (info.depth, info.score, info.nodes, &info.pv));
    format!("{:?} {:?} {:?}", infos.collect::<Vec<_>>(), search.best, search.ponder)
}

fn timed(engine: &mut EngineProcess, lines: &[&str]) -> (Search, Duration) {
    let started = Instant::now();
    let search = engine.search(lines);
    (search, started.elapsed())
}

/// Ends a search with `line`. Returns the time until its move.
fn end_of_search(engine: &mut EngineProcess, line: &str) -> Duration {
    let started = Instant::now();
    engine.send(line);
    assert!(engine.rest_of_search(false).best.is_some());
    let time = started.elapsed();
    engine.finish();
    time
}

/// Checks that a search from the start position with a limit gives a move within `seconds` and passes `check`.
fn ends_within(seconds: f64, game: &str, level: &str, check: impl Fn(&Search) -> bool) {
    keeps(Duration::from_secs_f64(seconds), &format!("{game}: {level}"), || {
        let mut engine = engine_for(game);
        let (search, time) = timed(&mut engine, &[level, "go think"]);
        assert!(search.best.is_some() && check(&search), "{game} {level}: {search:?}");
        engine.finish();
        time
    });
}

#[test]
fn depth_is_kept() {
    let _turn = crate::measuring();
    for game in games() {
        for depth in [1, 2, 5] {
            let mut engine = engine_for(game);
            let search = engine.search(&[&format!("level depth={depth}"), "go think"]);
            assert_eq!(search.last().depth, depth, "{game}");
            engine.finish();
        }
    }
}

#[test]
fn nodes_are_kept_and_the_same_every_time() {
    let _turn = crate::measuring();
    for game in games() {
        for nodes in [1, 2, 100, 23_456] {
            let level = format!("level nodes={nodes}");
            let mut engine = engine_for(game);
            let first = engine.search(&[&level, "go think"]);
            assert!(first.infos.iter().all(|info| info.nodes <= nodes), "{game} {nodes}: {first:?}");
            assert!(first.best.is_some());
            // Fills the memory with something else before `new-game`.
            engine.search(&["level nodes=20000", "go analyze"]);
            engine.quietly(&["new-game"]);
            let again = engine.search(&[&level, "go think"]);
            assert_eq!(fingerprint(&again), fingerprint(&first), "{game}: after new-game");
            engine.finish();
            let mut fresh = engine_for(game);
            let other = fresh.search(&[&level, "go think"]);
            assert_eq!(fingerprint(&other), fingerprint(&first), "{game}: in another process");
            fresh.finish();
        }
    }
}

#[test]
fn the_same_commands_give_the_same_answers() {
    let _turn = crate::measuring();
    let script = ["level depth=6", "go think", "level nodes=3000", "go think", "level depth=5", "go analyze"];
    let run = |engine: &mut EngineProcess| {
        let searches = script.chunks(2).map(|lines| fingerprint(&engine.search(lines)));
        searches.collect::<Vec<_>>()
    };
    for game in games() {
        let mut one = engine_for(game);
        let mut two = engine_for(game);
        two.search(&["level nodes=50000", "go think"]);
        two.quietly(&["new-game"]);
        assert_eq!(run(&mut one), run(&mut two), "{game}");
    }
}

#[test]
fn time_is_kept() {
    let _turn = crate::measuring();
    for (level, seconds) in [
        ("level move-time=0.3", 0.3),
        ("level moves=1 time=0.3", 0.3),
        ("level moves=10 time=1", 1.0),
        ("level time=2 inc=0.05", 2.05),
        ("level time=3", 3.0),
        ("level time=0.001 inc=0.3", 0.301),
    ] {
        ends_within(seconds, "normal", level, |_| true);
    }
}

#[test]
fn most_of_the_time_for_a_move_is_used() {
    let _turn = crate::measuring();
    let mut engine = engine_for("dameo");
    let (_, time) = timed(&mut engine, &["level move-time=0.5", "go think"]);
    assert!(time > Duration::from_millis(400), "only {time:?}");
    engine.finish();
}

#[test]
fn no_time_at_all_still_gives_a_move() {
    let _turn = crate::measuring();
    for level in ["level time=0", "level move-time=0", "level time=-3.5", "level moves=40 time=0"] {
        ends_within(0.0, "hexdame", level, |_| true);
    }
}

/// The protocol: "the increment is added before every move". So an empty clock still has the increment; clients
/// subtract it from the time that they send.
#[test]
fn the_increment_is_available_before_the_move() {
    let _turn = crate::measuring();
    for level in ["level time=0 inc=1", "level moves=10 time=0 inc=1"] {
        ends_within(1.0, "normal", level, |search| search.last().nodes > 1_000);
    }
}

#[test]
fn limits_accumulate_and_the_first_reached_ends_the_search() {
    let _turn = crate::measuring();
    let cases: [(&[&str], u32); 3] = [
        (&["level move-time=3600", "level depth=3"], 3),
        (&["level depth=4", "level time=7200 inc=60"], 4),
        (&["level depth=2 move-time=3600 nodes=100000000"], 2),
    ];
    for (levels, depth) in cases {
        let mut engine = engine_for("normal");
        let lines: Vec<&str> = levels.iter().copied().chain(["go think"]).collect();
        assert_eq!(engine.search(&lines).last().depth, depth, "{levels:?}");
        engine.finish();
    }
    let mut engine = engine_for("normal");
    let search = engine.search(&["level nodes=700", "level depth=60", "level move-time=3600", "go think"]);
    assert!(search.last().nodes <= 700);
    engine.finish();
}

/// The Hub GUI writes numbers in the format of the user's language.
#[test]
fn seconds_may_have_a_decimal_comma() {
    let _turn = crate::measuring();
    for (level, seconds) in [
        ("level move-time=0,05", 0.05),
        ("level moves=75 time=1,500", 1.5),
        ("level time=0,100 inc=0,010", 0.11),
        ("level time=-0,1", 0.0),
    ] {
        ends_within(seconds, "normal", level, |_| true);
    }
}

#[test]
fn limits_apply_to_one_search() {
    let _turn = crate::measuring();
    let mut engine = engine_for("normal");
    engine.search(&["level depth=2", "go think"]);
    engine.send("go think");
    engine.goes_on_for(A_WHILE);
    engine.send("stop");
    engine.rest_of_search(false);
    engine.send_all(&["level depth=2", "level infinite", "go think"]);
    engine.goes_on_for(A_WHILE);
    engine.send("stop");
    assert!(engine.rest_of_search(false).best.is_some(), "infinite removes the depth limit");
    engine.finish();
}

#[test]
fn other_commands_before_go_keep_the_limits() {
    let _turn = crate::measuring();
    let mut engine = engine_for("normal");
    engine.send_all(&["level depth=2", "new-game", "set-param name=hash value=2", "init"]);
    engine.send_all(&["set-param name=variant value=dameo", "pos fen=W:Wa1,b1:Bg8,h8", "fen", "go think"]);
    assert_eq!([engine.line(), engine.line()], ["ready", "fen fen=\"W:Wa1,b1:Bg8,h8\""]);
    assert_eq!(engine.rest_of_search(false).last().depth, 2);
    engine.finish();
}

#[test]
fn an_infinite_search_ends_when_it_is_stopped() {
    let _turn = crate::measuring();
    // The start position, and positions whose result is found quickly.
    let positions = [("normal", None), ("normal", Some("W:W28:B23,1")), ("dameo", Some("W:We2,Ka1:Be7"))];
    for (game, fen) in positions {
        for mode in ["think", "analyze"] {
            keeps(AT_ONCE, &format!("{game} {mode}: stop"), || {
                let mut engine = engine_for(game);
                if let Some(fen) = fen {
                    engine.quietly(&[&format!("pos fen={fen}")]);
                }
                if engine.legal_moves().len() == 1 && mode == "think" {
                    return AT_ONCE;
                }
                engine.send_all(&["level infinite", &format!("go {mode}")]);
                engine.goes_on_for(A_WHILE);
                end_of_search(&mut engine, "stop")
            });
        }
    }
}

/// The protocol: after an unexpected move, a client sends `stop` "and immediately sets up a new search".
#[test]
fn the_next_search_can_be_set_up_right_after_stop() {
    let _turn = crate::measuring();
    for mode in ["think", "ponder", "analyze"] {
        let mut engine = engine_for("normal");
        engine.send_all(&["level infinite", &format!("go {mode}")]);
        engine.goes_on_for(A_WHILE / 2);
        engine.send_all(&["stop", "pos fen=W:W31,36:B1,6 moves=\"31-27\"", "level depth=3", "go think"]);
        assert!(engine.rest_of_search(false).best.is_some(), "the stopped search");
        let search = engine.rest_of_search(false);
        assert_eq!(search.last().depth, 3);
        assert!(search.best.is_some_and(|mv| mv.starts_with("1-") || mv.starts_with("6-")));
        engine.finish();
    }
}

/// A client that steps through a game in analysis sends one search after another, each with its `stop`.
#[test]
fn a_stop_ends_only_the_search_before_it() {
    let _turn = crate::measuring();
    for _ in 0..20 {
        let mut engine = engine_for("normal");
        engine.send_all(&["level infinite", "go analyze"]);
        engine.goes_on_for(A_WHILE / 10);
        engine.send("stop");
        for moves in ["32-28", "32-28 19-23", "32-28 19-23 28x19x23"] {
            let position = format!("pos fen=W:W31-50:B1-20 moves=\"{moves}\"");
            engine.send_all(&[&position, "level infinite", "go analyze", "stop"]);
        }
        for beginnings in [&["3"][..], &["1", "2"], &["28x19x23"], &["13x24x19", "14x23x19"]] {
            let best = engine.rest_of_search(false).best.expect("a search that was not rejected");
            assert!(beginnings.iter().any(|beginning| best.starts_with(beginning)), "{best}");
        }
        engine.finish();
    }
}

/// A script does not wait for the answer to `stop` except by `wait-done`.
#[test]
fn wait_done_after_stop_is_not_an_error() {
    let _turn = crate::measuring();
    let mut engine = engine_for("normal");
    engine.send_all(&["level infinite", "go analyze", "stop", "wait-done", "status"]);
    assert!(engine.rest_of_search(false).best.is_some());
    assert_eq!(engine.line(), "status result=none reason=none");
    engine.finish();
}

#[test]
fn an_only_move_is_played_at_once() {
    let _turn = crate::measuring();
    let positions = games().map(|game| (game, scene(game, "only-move").fen));
    for (game, fen) in positions.chain([("normal", "B:W44,50:B35".to_owned())]) {
        let mut engine = engine_for(game);
        engine.quietly(&[&format!("pos fen={fen}")]);
        assert_eq!(engine.legal_moves().len(), 1, "{game} {fen}");
        for level in ["level time=36000", "level move-time=3600", "level moves=2 time=3600"] {
            keeps(AT_ONCE, &format!("{game} {level}"), || {
                let (search, time) = timed(&mut engine, &[level, "go think"]);
                assert!(search.best.is_some());
                time
            });
        }
        engine.finish();
    }
}

#[test]
fn a_search_on_the_opponents_time_waits() {
    let _turn = crate::measuring();
    let positions = [None, Some("W:W28:B23"), Some("W:W28,50:B23,1")];
    for (position, end) in positions.into_iter().flat_map(|fen| [(fen, "ponder-hit"), (fen, "stop")]) {
        for level in ["level depth=1", "level move-time=0.01", "level nodes=5"] {
            keeps(Duration::from_millis(10), &format!("{position:?} {level} {end}"), || {
                let mut engine = engine_for("normal");
                if let Some(fen) = position {
                    engine.quietly(&[&format!("pos fen={fen}")]);
                }
                engine.send_all(&[level, "go ponder"]);
                engine.goes_on_for(A_WHILE / 2);
                end_of_search(&mut engine, end)
            });
        }
    }
}

#[test]
fn the_time_starts_with_ponder_hit() {
    let _turn = crate::measuring();
    keeps(Duration::from_millis(500), "a search after ponder-hit", || {
        let mut engine = engine_for("normal");
        engine.send_all(&["level move-time=0.5", "go ponder"]);
        engine.goes_on_for(Duration::from_millis(700));
        let time = end_of_search(&mut engine, "ponder-hit");
        // On a busy machine up to half of the time is kept in reserve.
        assert!(time > Duration::from_millis(240), "{time:?}");
        time
    });
}

/// Time spent on the opponent's clock counts: here it is all that our clock allows.
#[test]
fn time_spent_pondering_is_saved_on_the_clock() {
    let _turn = crate::measuring();
    let mut engine = engine_for("normal");
    engine.send_all(&["level moves=1 time=2", "go ponder"]);
    engine.goes_on_for(Duration::from_millis(2_100));
    let started = Instant::now();
    engine.send("ponder-hit");
    assert!(engine.rest_of_search(false).best.is_some());
    assert!(started.elapsed() < Duration::from_millis(700), "{:?}", started.elapsed());
    engine.finish();
}

#[test]
fn a_second_ponder_hit_changes_nothing() {
    let _turn = crate::measuring();
    let mut engine = engine_for("normal");
    engine.send_all(&["level move-time=0.6", "go ponder", "ponder-hit", "ponder-hit"]);
    assert!(engine.rest_of_search(false).best.is_some());
    engine.send_all(&["level infinite", "go think", "ponder-hit"]);
    engine.goes_on_for(A_WHILE);
    engine.send("stop");
    engine.rest_of_search(false);
    engine.finish();
}

#[test]
fn stop_without_a_search_has_no_effect() {
    let _turn = crate::measuring();
    let mut engine = engine_for("normal");
    engine.quietly(&["stop", "stop", "ponder-hit", "wait-done"]);
    engine.search(&["level depth=1", "go think"]);
    engine.quietly(&["stop", "ponder-hit", "wait-done"]);
    // A `stop` does not affect a later search.
    let search = engine.search(&["stop", "level depth=5", "go think"]);
    assert_eq!(search.last().depth, 5);
    engine.finish();
}

#[test]
fn ping_is_answered_during_a_search() {
    let _turn = crate::measuring();
    let mut engine = engine_for("dameo");
    engine.send_all(&["level infinite", "go analyze"]);
    for _ in 0..3 {
        engine.send("ping");
        assert_eq!(engine.line_beside_infos(), "pong");
    }
    engine.send("stop");
    engine.rest_of_search(false);
    engine.finish();
}

#[test]
fn wait_done_holds_what_follows() {
    let _turn = crate::measuring();
    let mut engine = engine_for("hexdame");
    engine.send_all(&["level move-time=0.4", "go think", "wait-done", "fen", "level depth=2", "go think"]);
    engine.send_all(&["wait-done", "status", "ping"]);
    // `ping` is not held, so the pong comes early.
    assert_eq!(engine.line_beside_infos(), "pong");
    let order: Vec<String> = (0..4).map(|_| engine.line_beside_infos()).collect();
    let words: Vec<_> = order.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(words, ["done", "fen", "done", "status"]);
    engine.finish();
}

#[test]
fn wait_done_can_be_cut_short() {
    let _turn = crate::measuring();
    let mut engine = engine_for("normal");
    engine.send_all(&["level move-time=3600", "go think", "wait-done", "fen"]);
    engine.goes_on_for(A_WHILE);
    engine.send("stop");
    assert!(engine.rest_of_search(false).best.is_some());
    assert!(engine.line().starts_with("fen "));
    engine.finish();
}

#[test]
fn wait_done_does_not_wait_forever() {
    let _turn = crate::measuring();
    let mut engine = engine_for("normal");
    engine.send_all(&["go think", "wait-done"]);
    assert!(engine.line_beside_infos().starts_with("error message=\"wait-done: "));
    engine.send("stop");
    engine.rest_of_search(false);
    engine.send_all(&["level depth=3", "go ponder", "wait-done"]);
    assert!(engine.line_beside_infos().starts_with("error message=\"wait-done: "));
    engine.send("stop");
    engine.rest_of_search(false);
    engine.finish();
}

#[test]
fn wait_done_waits_for_a_search_after_ponder_hit() {
    let _turn = crate::measuring();
    let mut engine = engine_for("normal");
    engine.send_all(&["level move-time=0.3", "go ponder", "ponder-hit", "wait-done", "status"]);
    assert!(engine.line_beside_infos().starts_with("done "));
    assert!(engine.line().starts_with("status "));
    engine.finish();
}
