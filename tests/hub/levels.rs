//! Playing levels: deliberately weaker play.

use std::collections::BTreeSet;

use crate::support::hub_replies::{engine_for, games};

#[test]
fn low_levels_search_fewer_nodes_and_play_legal_moves() {
    for game in games() {
        let mut engine = engine_for(game);
        engine.quietly(&["set-param name=hash value=1"]);
        let mut before = 0;
        for level in [1, 5, 10] {
            engine.quietly(&["new-game", &format!("set-param name=level value={level}")]);
            let legal = engine.legal_moves();
            // Far more time than a low level needs: the search must end by itself.
            let search = engine.search(&["level move-time=3600", "go think"]);
            assert!(search.best.as_ref().is_some_and(|best| legal.contains(best)), "{game} {level}");
            let last = search.infos.last().expect("an info line");
            assert_eq!(search.best.as_ref(), Some(&last.pv[0]), "the last line starts with the move");
            assert!(last.nodes > before, "{game} {level}: {} nodes", last.nodes);
            before = last.nodes;
        }
        engine.finish();
    }
}

#[test]
fn the_lowest_level_varies_its_moves() {
    let mut engine = engine_for("normal");
    engine.quietly(&["set-param name=level value=1"]);
    let moves = (0..60).filter_map(|_| engine.search(&["level depth=3", "go think"]).best);
    assert!(moves.collect::<BTreeSet<_>>().len() > 2);
    engine.quietly(&["set-param name=level value=20", "new-game"]);
    let first = engine.search(&["level depth=5", "go think"]).best;
    for _ in 0..5 {
        engine.quietly(&["new-game"]);
        assert_eq!(
            engine.search(&["level depth=5", "go think"]).best,
            first,
            "the highest level is deterministic"
        );
    }
    engine.finish();
}

#[test]
fn analysis_is_never_weakened() {
    let analysis = |level: u32| {
        let mut engine = engine_for("hexdame");
        engine.quietly(&[&format!("set-param name=level value={level}")]);
        let search = engine.search(&["level depth=7", "go analyze"]);
        engine.finish();
        (search.last().nodes, search.last().pv.clone())
    };
    assert_eq!(analysis(1), analysis(20));
}

#[test]
fn there_are_twenty_levels() {
    let mut engine = engine_for("dameo");
    for level in ["0", "21", "-1", "low", "3.5", ""] {
        let message = engine.refusal(&format!("set-param name=level value={level}"));
        assert!(message.contains("level"), "{message}");
    }
    engine.quietly(&["set-param name=level value=7"]);
    let declared = engine.answers("hub");
    assert!(declared.contains(&"param name=level value=7 type=int min=1 max=20".to_owned()), "{declared:?}");
    // A low level ends neither an infinite search nor pondering.
    for go in ["go think", "go ponder"] {
        engine.send_all(&["level infinite", go]);
        engine.goes_on_for(std::time::Duration::from_millis(200));
        engine.send("stop");
        assert!(engine.rest_of_search(false).best.is_some());
    }
    engine.finish();
}
