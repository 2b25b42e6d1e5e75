//! Time limits on boards with more capture sequences than can be enumerated.

use std::time::{Duration, Instant};

use coupturc::rules::games::Variant;
use coupturc::rules::{Game, Removal};
use coupturc::with_game;

use crate::support::captures::{BEFORE_ONE, expensive};
use crate::support::engine_process::EngineProcess;
use crate::support::for_every_game;

/// Much later than `done` is due, and much earlier than it came when the capture search was unlimited.
const MUCH_TOO_LATE: Duration = Duration::from_secs(2);

#[test]
fn a_move_to_such_a_board_is_rejected() {
    let _turn = crate::busy();
    let mut engine = EngineProcess::start();
    engine.send_all(&["set-param name=variant value=hexdame", &format!("pos pos={BEFORE_ONE}")]);
    let before = engine.answer("fen");
    assert!(engine.answer("play move=a2-a1").contains("can capture in more ways than can be followed"));
    assert_eq!(engine.answer("fen"), before);
    expect_done(&mut engine, "level move-time=0.05", None);
    engine.finish();
}

#[test]
fn searches_with_many_captures_keep_their_time() {
    let _turn = crate::busy();
    for_every_game(|variant| {
        let positions = expensive(variant);
        // A few positions are enough where they are hard to find: on the small board hardly any position takes long,
        // and in Frisian Draughts and games that remove captured pieces immediately, each takes minutes to find.
        let (cells, removal) = with_game!(variant.rules(), G => (G::GEOMETRY.len(), G::REMOVAL));
        let few = cells < 50 || variant == Variant::Frisian || removal == Removal::AtOnce;
        let enough = if few { 8 } else { 50 };
        assert!(positions.len() >= enough, "{variant}: {}", positions.len());
        for threads in ["1", "2"] {
            let mut engine = EngineProcess::start();
            engine.send(&format!("set-param name=variant value={variant}"));
            engine.send(&format!("set-param name=threads value={threads}"));
            // About ten, of all kinds.
            for position in positions.iter().step_by(enough.div_ceil(10)) {
                engine.send(&format!("pos pos={position}"));
                expect_done(&mut engine, "level move-time=0.02", None);
                expect_done(&mut engine, "level infinite", Some("stop"));
            }
            engine.send_all(&["level infinite", "go analyze", "quit"]);
            wait_for_done(&mut engine);
            engine.ends_well();
        }
    });
}

/// Positions in which nearly every quiet move allows a capture that took half a second to find. The second has no more
/// pieces than the start position.
const EXPENSIVE_NEXT: [&str; 2] = [
    "BbeeeeeebBbWBebeeeBbbeBeeBbeeeBeBebbbbeeeeBbbbBeBeeeBbeeeBeBBe",
    "BeeeeeWeBeWeeebWebeeBeBBeeBeeebebebeeBbeeebebbeWeeeeWbeeeeWweW",
];

#[test]
fn searches_that_look_ahead_to_such_boards_keep_their_time_and_end() {
    let _turn = crate::busy();
    for position in EXPENSIVE_NEXT {
        for leave in [Some("quit"), None] {
            let mut engine = EngineProcess::start();
            engine.send_all(&["set-param name=variant value=hexdame", &format!("pos pos={position}")]);
            expect_done(&mut engine, "level move-time=0.1", None);
            engine.send("go analyze");
            std::thread::sleep(Duration::from_millis(50));
            match leave {
                Some(line) => engine.send(line),
                None => engine.close_input(),
            }
            wait_for_done(&mut engine);
            let took = engine.ends_well();
            assert!(took < MUCH_TOO_LATE, "{took:?}");
        }
    }
}

fn wait_for_done(engine: &mut EngineProcess) {
    while !engine.line().starts_with("done move=") {}
}

fn expect_done(engine: &mut EngineProcess, level: &str, then: Option<&str>) {
    engine.send_all(&[level, "go think"]);
    if let Some(line) = then {
        std::thread::sleep(Duration::from_millis(20));
        engine.send(line);
    }
    let started = Instant::now();
    wait_for_done(engine);
    if started.elapsed() > MUCH_TOO_LATE {
        engine.fail("done came much too late");
    }
}
