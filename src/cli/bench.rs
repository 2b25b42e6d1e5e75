//! `coupturc bench`: the signature of the search.
//!
//! CITE: the habit of Stockfish's `bench`: a change that is not meant to change the search leaves
//! the number of nodes as it is.

use std::time::Instant;

use clap::Args;

use super::{Failure, say};
use crate::notation::{VariantName, parse_fen_setup};
use crate::rules::games::Variant;
use crate::rules::{AnyGame, RuleOptions};
use crate::search::{Goal, Handler, Line, Progress, Searcher, TranspositionTable};

#[derive(Args)]
pub(super) struct Options {
    /// How many plies deep to search each position
    #[arg(long, value_name = "PLIES", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// The games, with commas between; the signature is that of the default
    #[arg(
        long,
        value_name = "GAMES",
        value_delimiter = ',',
        default_values = POSITIONS.iter().map(|(variant, _)| variant.name())
    )]
    variants: Vec<VariantName>,
}

/// The games of the signature, with their positions beside the start: a middle game and an ending with kings. A new game does
/// not come here, so that it leaves the signature of the others as it is.
const POSITIONS: &[(Variant, &[&str])] = &[
    (
        Variant::International,
        &[
            "W:W25,27,28,30,32,33,35,37,38,39,42,43,48:B2,3,8,9,12,13,14,16,18,19,22,23,24",
            "B:WK6,K21,45:BK3,17",
        ],
    ),
    (Variant::Vanguard, &["B:W26,27,28,32,33,36,37,38,41,43,48:B2,6,8,9,12,13,16,17,18,19,22:V27"]),
    (Variant::Dameo, &["W:We2,e3,f2,f4,g3:BKd8,e6,f7", "B:WKa1,c3,d4,e4,f2:BKh8,c6,d7,e7"]),
    (Variant::Hexdame, &["W:Wa3,b2,c4,d4,e4,d2:Bf6,g6,h8,e7,i7,f9", "B:WKa1,Kc3:BKi9,e6"]),
    (Variant::Harzdame, &["W:Wa3,b4,c4,d3,e2,d4:Be7,f5,g5,e6,h4,g7", "B:WKa8,c4,d2:BKh1,f6"]),
];

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let began = Instant::now();
    let mut total = 0;
    for &VariantName { variant, halt } in &options.variants {
        let fens = POSITIONS.iter().find(|(game, _)| *game == variant).map_or(&[][..], |(_, fens)| fens);
        let rules = RuleOptions { halt: halt.unwrap_or_default(), ..RuleOptions::default() };
        total += bench_game(variant, fens, &rules, options.depth)?;
    }
    report(&format!("Bench: {total}"), total, began)
}

/// Searches the start and the other positions of a game; gives the number of nodes.
fn bench_game(variant: Variant, fens: &[&str], options: &RuleOptions, depth: u32) -> Result<u64, Failure> {
    let (began, rules) = (Instant::now(), variant.rules());
    let mut nodes = bench_position(&*rules.start(options), depth)?;
    for fen in fens {
        nodes += bench_position(&*rules.set_up(&parse_fen_setup(rules, fen)?.0, options)?, depth)?;
    }
    report(&format!("{variant} {nodes}"), nodes, began)?;
    Ok(nodes)
}

/// Every position is searched with an empty table, so that the order does not matter.
fn bench_position(game: &dyn AnyGame, depth: u32) -> Result<u64, Failure> {
    let table = TranspositionTable::with_mebibytes(4)?;
    let goal = Goal { to_depth: depth, ..Goal::default() };
    let mut counter = Counter::default();
    Searcher::new().search_any(game, &table, goal, &mut counter);
    Ok(counter.nodes)
}

fn report(text: &str, nodes: u64, began: Instant) -> Result<(), Failure> {
    let seconds = began.elapsed().as_secs_f64();
    say(&format!("{text} ({:.2} million a second)", nodes as f64 / 1e6 / seconds.max(1e-9)))
}

/// Notes how many moves the search has made.
#[derive(Default)]
struct Counter {
    nodes: u64,
}

impl Handler for Counter {
    fn lines(&mut self, _: &[Line], progress: Progress) {
        self.nodes = progress.nodes;
    }
}
