//! `coupturc bench`: the node count of fixed searches, as a signature of the search.
//!
//! CITE: Stockfish's `bench`: a change that should not affect the search does not change the node count.

use std::time::Instant;

use clap::Args;

use super::options::RulesFile;
use super::{Failure, say};
use crate::notation::{VariantName, game_of_fen};
use crate::rules::games::Variant;
use crate::rules::{AnyGame, RuleOptions, Rules};
use crate::search::{Goal, Handler, Line, Progress, Searcher, TranspositionTable};

#[derive(Args)]
pub(super) struct Options {
    /// Search depth of each position, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// The games to search, separated by commas [default: all]
    #[arg(
        long,
        value_name = "GAMES",
        value_delimiter = ',',
        hide_default_value = true,
        default_values = Variant::ALL.iter().map(|variant| variant.name())
    )]
    variants: Vec<VariantName>,
    #[arg(long = "rules", value_name = "FILE", conflicts_with = "variants", help = RulesFile::HELP)]
    file: Option<RulesFile>,
}

/// The positions of each game in addition to its start position: a middlegame, an endgame with kings, or both.
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
    (Variant::Croda, &["W:Wa2,b1,c2,d3,e2,f3,g2,h3:Ba7,b6,c7,d6,e7,f7,g6,h7", "B:WKa1,c3,d2,f2:BKh8,c7,e6"]),
    (Variant::Brazilian, &["W:W18,21,22,25,26,27,29,30,32:B1,3,4,6,8,9,10,12,16", "B:WK31,22,K25:BK2,7,12"]),
    (Variant::Russian, &["W:Wa1,b2,c1,d4,e1,e3,f4,g1:Ba7,b6,b8,d6,d8,f6,g7,h8", "B:Wa1,Ke7,h4:BKc3,a7,h6"]),
    (
        Variant::Frisian,
        &["W:W30,34,36,38,40,42,43,44,47,48:B4,6,7,8,9,10,12,14,16,19", "B:WK46,K37,44:BK5,13,9"],
    ),
    (
        Variant::Turkish,
        &["W:Wa3,b4,c2,c3,d3,e2,e3,f4,h2:Ba6,b6,c7,d6,e6,e7,f7,h5,h6", "B:WKa8,b3,d2,g3:BKh4,c6,e7"],
    ),
    (Variant::Breakthrough, &["W:W27,32,33,36,37,38,40,45,46,47,48:B3,6,7,8,9,11,13,15,16,18,25"]),
    (
        Variant::Losing,
        &["B:W31,34,37,38,39,43,44,45,48,49:B2,3,7,8,11,12,13,19,20,25", "B:WK6,K21,45:BK3,17"],
    ),
];

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let started = Instant::now();
    let mut total = 0;
    let of_file = options.file.as_ref().map(RulesFile::name);
    let games = of_file.as_ref().map_or(&*options.variants, std::slice::from_ref);
    for &VariantName { rules: game, halt } in games {
        let fens = POSITIONS
            .iter()
            .find(|(variant, _)| Some(*variant) == game.variant)
            .map_or(&[][..], |(_, fens)| fens);
        let rules = RuleOptions { halt: halt.unwrap_or_default(), ..RuleOptions::default() };
        total += bench_game(game, fens, &rules, options.depth)?;
    }
    report(&format!("Bench: {total}"), total, started)
}

/// Searches the start position and the other positions of a game. Returns the number of nodes.
fn bench_game(
    rules: &'static Rules,
    fens: &[&str],
    options: &RuleOptions,
    depth: u32,
) -> Result<u64, Failure> {
    let started = Instant::now();
    let mut nodes = bench_position(&*rules.start(options), depth)?;
    for fen in fens {
        nodes += bench_position(&*game_of_fen(rules, fen, options)?, depth)?;
    }
    report(&format!("{rules} {nodes}"), nodes, started)?;
    Ok(nodes)
}

/// Searches a position with an empty table, so that the order of the positions does not matter.
fn bench_position(game: &dyn AnyGame, depth: u32) -> Result<u64, Failure> {
    let table = TranspositionTable::with_mebibytes(4)?;
    let goal = Goal { to_depth: depth, ..Goal::default() };
    let mut counter = Counter::default();
    Searcher::new().search_any(game, &table, goal, &mut counter);
    Ok(counter.nodes)
}

fn report(text: &str, nodes: u64, started: Instant) -> Result<(), Failure> {
    let seconds = started.elapsed().as_secs_f64();
    say(&format!("{text} ({:.2} million per second)", nodes as f64 / 1e6 / seconds.max(1e-9)))
}

/// Counts the nodes of a search.
#[derive(Default)]
struct Counter {
    nodes: u64,
}

impl Handler for Counter {
    fn lines(&mut self, _: &[Line], progress: Progress) {
        self.nodes = progress.nodes;
    }
}
