//! Helpers for several integration tests: random numbers, and conversions between the engine's types and those of the
//! naive referee, which use only names and texts.

// Every test program compiles this module and uses only a part of it, and nothing in a test crate is public.
#![allow(dead_code, unreachable_pub)]

pub mod captures;
pub mod captures_search;
pub mod dxp_peer;
pub mod engine_process;
pub mod html_pages;
pub mod hub_replies;
pub mod matches;
pub mod perft_tables;
pub mod player;
pub mod scenes;
pub mod scripted_peer;

use coupturc::notation::{ExtraText, hub_extra_text, hub_position_text, move_text, parse_hub_position};
use coupturc::rules::games::{Vanguard, Variant};
use coupturc::rules::{DrawRule, Game, MoveList, Position, RuleOptions};

pub use coupturc_naive as naive;
use naive::NaivePosition;

/// A small generator of random numbers, reproducible from its seed.
///
/// CITE: Sebastiano Vigna, splitmix64, public domain.
pub struct Rng(u64);

impl Rng {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.0;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// One of `items`, which is not empty.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    /// Puts `items` into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

/// Runs a check for every game, each in its own thread; fails if one of them fails.
pub fn for_every_game(check: impl Fn(Variant) + Sync) {
    std::thread::scope(|scope| {
        for &variant in Variant::ALL {
            let check = &check;
            scope.spawn(move || check(variant));
        }
    });
}

/// Whether `COUPTURC_GAMES`, a list of Hub names separated by commas, contains this game or is not set.
pub fn is_wanted(variant: Variant) -> bool {
    std::env::var("COUPTURC_GAMES").map_or(true, |games| games.split(',').any(|name| name == variant.name()))
}

/// Every combination of the options that affect the moves of a game, with the default draw rule.
pub fn move_options(variant: Variant) -> Vec<RuleOptions> {
    let mut different: Vec<RuleOptions> = Vec::new();
    let by_default =
        RuleOptions::every().into_iter().filter(|options| options.draw_rule == DrawRule::default());
    for options in by_default {
        if different.iter().all(|other| variant.rules().differ(other, &options)) {
            different.push(options);
        }
    }
    different
}

/// The naive referee's value with the same name.
fn same_name<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str, wanted: &str) -> T {
    let found = all.iter().copied().find(|&value| name(value) == wanted);
    found.unwrap_or_else(|| panic!("the naive referee does not know {wanted}"))
}

/// The same game, for the naive referee.
pub fn naive_game(variant: Variant) -> naive::Game {
    same_name(&naive::Game::ALL, naive::Game::name, variant.name())
}

/// The same options, for the naive referee.
pub fn naive_options(options: &RuleOptions) -> naive::Options {
    naive::Options {
        halt: same_name(&naive::Halt::ALL, naive::Halt::name, options.halt.name()),
        scope: same_name(&naive::Scope::ALL, naive::Scope::name, options.vanguard_scope.name()),
        draw_rule: same_name(&naive::DrawRule::ALL, naive::DrawRule::name, options.draw_rule.name()),
        king_against_man: same_name(
            &naive::KingAgainstMan::ALL,
            naive::KingAgainstMan::name,
            options.king_against_man.name(),
        ),
    }
}

/// The engine's position for one of the naive referee.
pub fn position<G: Game>(naive: &NaivePosition, options: &RuleOptions) -> Position<G> {
    let text = naive.to_hub();
    let read = parse_hub_position(&text, naive.more().as_deref().map(extra::<G>), options);
    read.unwrap_or_else(|error| panic!("{}: {text}: {error}", G::VARIANT))
}

/// The naive referee's position for one of the engine.
pub fn naive_position<G: Game>(position: &Position<G>, options: &RuleOptions) -> NaivePosition {
    let (game, options) = (naive_game(G::VARIANT), naive_options(options));
    NaivePosition::from_hub(game, options, &hub_position_text(position), more(position).as_deref())
}

/// The extra state in a `pos`, in games that have any: the vanguard's square, the kings' moves.
pub fn extra<G: Game>(value: &str) -> ExtraText<'_> {
    ExtraText { name: G::RULES.extra.name(), value }
}

/// Its text, if there is one.
pub fn more<G: Game>(position: &Position<G>) -> Option<String> {
    hub_extra_text(position).map(|(_, text)| text)
}

/// The vanguard's square as `pos` gives it.
pub fn vanguard(value: &str) -> ExtraText<'_> {
    extra::<Vanguard>(value)
}

/// The legal moves.
pub fn legal_moves<G: Game>(position: &Position<G>) -> MoveList<G::Word> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list
}

/// The texts of the legal moves, sorted.
pub fn move_texts<G: Game>(position: &Position<G>) -> Vec<String> {
    let mut texts: Vec<String> =
        legal_moves(position).iter().map(|mv| move_text(G::RULES, mv.widen())).collect();
    texts.sort();
    texts
}

/// A random position of the naive referee, scattered over the board.
pub fn scattered<G: Game>(options: &RuleOptions, rng: &mut Rng) -> NaivePosition {
    naive::random_position(naive_game(G::VARIANT), naive_options(options), &mut |n| rng.below(n))
}

/// A position of the naive referee in which long captures are likely.
pub fn feast<G: Game>(options: &RuleOptions, rng: &mut Rng) -> NaivePosition {
    naive::random_feast(naive_game(G::VARIANT), naive_options(options), &mut |n| rng.below(n))
}
