//! Boards with more capture routes than could be followed one by one.

use coupturc::notation::{move_text, parse_hub_position};
use coupturc::rules::games::{Croda, Dameo, Harzdame, Hexdame, International};
use coupturc::rules::{Game, MoveList, PerftError, RuleOptions, TooManyCaptures, perft};
use coupturc::with_game;

use crate::support::captures::{BEFORE_ONE, expensive};
use crate::support::captures_search::{Wanted, expensive_position};
use crate::support::{Rng, for_every_game, is_wanted, naive_position};

/// Positions found by annealing: up to millions of routes, but few enough to walk them all.
fn check<G: Game>(text: &str) {
    let rules = RuleOptions::default();
    let position = parse_hub_position::<G>(text, None, &rules).expect("a position");
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    assert!(legal.is_complete());
    let mut texts: Vec<String> = legal.iter().map(|mv| move_text(G::RULES, mv.widen())).collect();
    texts.sort_unstable();
    assert_eq!(texts, naive_position(&position, &rules).moves(), "{text}");
}

#[test]
fn all_routes_are_found_in_international() {
    check::<International>("WWeWeWeeBbBBbeeeeWeebBeeeWeeBebBeeBeeWeWeBBbbWBeeeW");
}

#[test]
fn all_routes_are_found_in_dameo() {
    check::<Dameo>("WWWWWWWWWeBeeeeBeBWeBBBwBeBeeeebeeeBeeeBeeBeeeBeebWeBeeWBeBeeeeBe");
}

#[test]
fn all_routes_are_found_in_hexdame() {
    check::<Hexdame>("WeWWWeeeBBbeeeeeeeeBeebeBBeebeeeBeeeBeBeeeebBeeeBebeWbeWeWeeeW");
}

#[test]
fn all_routes_are_found_in_harzdame() {
    check::<Harzdame>("WeebeeeBeeeBeeBeeBbebbeeBeeBeeeBeeeBeeeeeWeBeeebeeBWBBBWbWeBeeeBe");
}

#[test]
fn all_routes_are_found_in_croda() {
    check::<Croda>("WeBeBeeBeeeBeeBeeeBeeeBeBBeBBBeBeeBWeeBeeBWBBeeBBeBeeeBeeeeBeeBee");
}

#[test]
fn a_board_with_too_many_routes_is_rejected() {
    let text = "WebbebebbbbebebebbbbbebebbbbbebwbebbbbbebebbbbbebebeBbbBebeBBe";
    let error =
        parse_hub_position::<Hexdame>(text, None, &RuleOptions::default()).expect_err("endless captures");
    assert!(error.to_string().contains("more ways than can be followed"), "{error}");
}

#[test]
fn perft_fails_at_a_position_with_too_many_routes() {
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

#[test]
fn expensive_positions_are_playable() {
    for_every_game(|variant| {
        for text in expensive(variant) {
            let rules = RuleOptions::default();
            let steps = with_game!(variant.rules(), G => {
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

/// Writes `<game>.tsv` with new positions into the folder `COUPTURC_CAPTURES`, for all games or those of
/// `COUPTURC_GAMES`: see `scripts/find-captures.sh`.
#[test]
#[ignore = "minutes of annealing, for new positions only"]
fn find_expensive_positions() {
    let folder = std::env::var("COUPTURC_CAPTURES").expect("COUPTURC_CAPTURES names a folder");
    let of_each: usize =
        std::env::var("COUPTURC_POSITIONS").map_or(13, |text| text.parse().expect("a number"));
    for_every_game(|variant| {
        if !is_wanted(variant) {
            return;
        }
        let mut rng = Rng::new(variant as u64);
        let mut text = String::from(
            "# Positions whose captures take most steps to find, by annealing. Fields, with tabs in between: whose captures\n\
             # they are, whether there are more pieces than at the start, the steps (many: too many to follow), the position.\n",
        );
        for number in 0..of_each {
            for (at_once, start_material) in [(true, true), (true, false), (false, true), (false, false)] {
                let wanted = Wanted { at_once, start_material };
                let tries = std::iter::repeat_with(
                    || with_game!(variant.rules(), G => expensive_position::<G>(wanted, &mut rng)),
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
