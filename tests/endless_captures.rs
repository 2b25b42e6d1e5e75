//! Boards on which a capture can go more ways than could be followed one by one.

mod naive;
mod support;

#[path = "support/captures_search.rs"]
mod captures_search;
#[path = "support/engine_process.rs"]
mod engine_process;

use std::time::{Duration, Instant};

use captures_search::{Wanted, expensive_position};
use coupturc::notation::{move_text, parse_hub_position};
use coupturc::rules::games::{Dameo, Harzdame, Hexdame, International, Variant};
use coupturc::rules::{Game, MoveList, PerftError, RuleOptions, TooManyCaptures, perft};
use coupturc::with_game;
use engine_process::EngineProcess;
use support::{Rng, for_every_game, naive_position};

/// Found by annealing: hundreds of thousands to millions of ways, but few enough to walk them all.
fn check<G: Game>(text: &str) {
    let rules = RuleOptions::default();
    let position = parse_hub_position::<G>(text, None, &rules).expect("a position");
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    assert!(legal.is_complete());
    let mut texts: Vec<String> = legal.iter().map(|&mv| move_text::<G>(mv)).collect();
    texts.sort_unstable();
    assert_eq!(texts, naive_position(&position, &rules).moves(), "{text}");
}

#[test]
fn all_ways_are_found_in_international() {
    check::<International>("WWeWeWeeBbBBbeeeeWeebBeeeWeeBebBeeBeeWeWeBBbbWBeeeW");
}

#[test]
fn all_ways_are_found_in_dameo() {
    check::<Dameo>("WWWWWWWWWeBeeeeBeBWeBBBwBeBeeeebeeeBeeeBeeBeeeBeebWeBeeWBeBeeeeBe");
}

#[test]
fn all_ways_are_found_in_hexdame() {
    check::<Hexdame>("WeWWWeeeBBbeeeeeeeeBeebeBBeebeeeBeeeBeBeeeebBeeeBebeWbeWeWeeeW");
}

#[test]
fn all_ways_are_found_in_harzdame() {
    check::<Harzdame>("WeebeeeBeeeBeeBeeBbebbeeBeeBeeeBeeeBeeeeeWeBeeebeeBWBBBWbWeBeeeBe");
}

#[test]
fn a_board_with_too_many_is_refused() {
    let text = "WebbebebbbbebebebbbbbebebbbbbebwbebbbbbebebbbbbebebeBbbBebeBBe";
    let error =
        parse_hub_position::<Hexdame>(text, None, &RuleOptions::default()).expect_err("endless captures");
    assert!(error.to_string().contains("more ways than can be followed"), "{error}");
}

/// Black may make way for the man on e5.
const BEFORE_ONE: &str = "BebbebebbbbebebebbbbbebebbbbbebwbebbbbbebebbbbbebebeBbbBebeBBe";

#[test]
fn a_move_that_leads_to_one_is_refused() {
    let mut engine = EngineProcess::start();
    engine.send_all(&["set-param name=variant value=hexdame", &format!("pos pos={BEFORE_ONE}")]);
    let before = engine.answer("fen");
    assert!(engine.answer("play move=a2-a1").contains("can capture in more ways than can be followed"));
    assert_eq!(engine.answer("fen"), before);
    expect_done(&mut engine, "level move-time=0.05", None);
    engine.finish();
}

#[test]
fn a_count_that_meets_one_says_so() {
    let position = parse_hub_position::<Hexdame>(BEFORE_ONE, None, &RuleOptions::default())
        .expect("Black captures nothing");
    for depth in 2..=4 {
        assert_eq!(
            perft(&position, depth),
            Err(PerftError::TooManyCaptures(TooManyCaptures)),
            "depth {depth}"
        );
    }
}

/// The positions of a game in `tests/data/captures`, the most expensive ones that annealing has found.
fn expensive(variant: Variant) -> Vec<String> {
    let path = format!("{}/tests/data/captures/{variant}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').next_back().expect("a line has fields").to_owned()).collect()
}

/// Long after `done` should have come, and long before it came when searches for captures had no end.
const MUCH_TOO_LATE: Duration = Duration::from_secs(2);

#[test]
fn searches_keep_their_time_whatever_can_be_captured() {
    for_every_game(|variant| {
        let positions = expensive(variant);
        assert!(positions.len() >= 50, "{variant}: {}", positions.len());
        for threads in ["1", "2"] {
            let mut engine = EngineProcess::start();
            engine.send(&format!("set-param name=variant value={variant}"));
            engine.send(&format!("set-param name=threads value={threads}"));
            // One of each kind in ten.
            for position in positions.iter().step_by(5) {
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

/// Behind the quiet moves of these, single captures took half a second, and there is one behind nearly every move. The
/// second has no more pieces than the game begins with.
const EXPENSIVE_NEXT: [&str; 2] = [
    "BbeeeeeebBbWBebeeeBbbeBeeBbeeeBeBebbbbeeeeBbbbBeBeeeBbeeeBeBBe",
    "BeeeeeWeBeWeeebWebeeBeBBeeBeeebebebeeBbeeebebbeWeeeeWbeeeeWweW",
];

#[test]
fn searches_that_look_ahead_to_such_boards_keep_their_time_and_end() {
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
    let began = Instant::now();
    wait_for_done(engine);
    if began.elapsed() > MUCH_TOO_LATE {
        engine.fail("done came much too late");
    }
}

#[test]
fn expensive_positions_can_be_played_from() {
    for_every_game(|variant| {
        for text in expensive(variant) {
            let rules = RuleOptions::default();
            let steps = with_game!(variant, G => {
                let position = parse_hub_position::<G>(&text, None, &rules);
                let position = position.unwrap_or_else(|error| panic!("{variant} {text}: {error}"));
                let mut legal = MoveList::new();
                position.legal_moves(&mut legal);
                assert!(legal.is_complete() && !legal.is_empty(), "{variant} {text}");
                legal.take_steps()
            });
            assert!(steps < 420_000, "{variant} {text}: {steps}");
        }
    });
}

#[expect(clippy::print_stderr, reason = "it takes minutes")]
fn report(line: &str) {
    eprintln!("{line}");
}

/// Writes `<game>.tsv` with new positions into the folder `COUPTURC_CAPTURES`: see `scripts/find-captures.sh`.
#[test]
#[ignore = "minutes of annealing, for new positions only"]
fn find_expensive_positions() {
    let folder = std::env::var("COUPTURC_CAPTURES").expect("COUPTURC_CAPTURES names a folder");
    let of_each: usize =
        std::env::var("COUPTURC_POSITIONS").map_or(13, |text| text.parse().expect("a number"));
    for_every_game(|variant| {
        let mut rng = Rng::new(variant as u64);
        let mut text = String::from(
            "# Positions whose captures take most steps to find, by annealing. Fields, with tabs in between: whose captures\n\
             # they are, whether there are more pieces than at the start, the steps (many: too many to follow), the position.\n",
        );
        for number in 0..of_each {
            for (at_once, start_material) in [(true, true), (true, false), (false, true), (false, false)] {
                let wanted = Wanted { at_once, start_material };
                let tries = std::iter::repeat_with(
                    || with_game!(variant, G => expensive_position::<G>(wanted, &mut rng)),
                );
                let (position, steps) = tries.flatten().next().expect("there is no end");
                let whose = if at_once { "mover" } else { "opponent" };
                let pieces = if start_material { "as at the start" } else { "any" };
                let steps = if steps == u32::MAX { "many".to_owned() } else { steps.to_string() };
                text += &format!("{whose}\t{pieces}\t{steps}\t{position}\n");
            }
            report(&format!("{variant}: {} of {of_each}", number + 1));
        }
        std::fs::write(format!("{folder}/{variant}.tsv"), text).expect("the folder can be written");
    });
}
