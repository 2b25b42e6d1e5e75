//! Boards on which a capture can go more ways than could be followed one by one.

mod naive;
mod support;

use coupturc::notation::{move_text, parse_hub_position};
use coupturc::rules::games::{Dameo, Harzdame, Hexdame, International};
use coupturc::rules::{Game, MoveList, PerftError, RuleOptions, perft};
use support::naive_position;

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

#[test]
fn a_count_that_meets_one_says_so() {
    // Black may make way for the man on e5.
    let text = "BebbebebbbbebebebbbbbebebbbbbebwbebbbbbebebbbbbebebeBbbBebeBBe";
    let position =
        parse_hub_position::<Hexdame>(text, None, &RuleOptions::default()).expect("Black captures nothing");
    for depth in 2..=4 {
        assert_eq!(perft(&position, depth), Err(PerftError::TooManyCaptures), "depth {depth}");
    }
}
