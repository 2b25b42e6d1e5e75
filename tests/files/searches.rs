//! Searches of games from files: those of the listed games, and how fast they are.

use std::time::{Duration, Instant};

use coupturc_core::eval::Evaluation;
use coupturc_core::rules::file::{named, names};
use coupturc_core::rules::games::Variant;
use coupturc_core::rules::{AnyGame, RuleOptions, Rules};
use coupturc_core::search::{Goal, Handler, Line, Progress, Searcher, TranspositionTable};

use super::{both, both_of, largest};

/// The number of nodes of a search.
#[derive(Default)]
struct Nodes(u64);

impl Handler for Nodes {
    fn lines(&mut self, _: &[Line], progress: Progress) {
        self.0 = progress.nodes;
    }
}

/// Searches to a fixed depth with the hand-crafted evaluation; returns the lines, the number of nodes and the time.
fn search(game: &dyn AnyGame, depth: u32) -> (Vec<Line>, u64, Duration) {
    let table = TranspositionTable::with_mebibytes(16).expect("memory");
    let mut searcher = Searcher::new();
    searcher.evaluation = Evaluation::HandMade;
    let (mut nodes, started) = (Nodes::default(), Instant::now());
    let lines = searcher.search_any(game, &table, Goal { to_depth: depth, ..Goal::default() }, &mut nodes);
    (lines, nodes.0, started.elapsed())
}

#[test]
fn searches_by_file_are_those_of_listed_games() {
    // The games whose search has no parameters of its own.
    for game in [Variant::Brazilian, Variant::Frisian, Variant::Breakthrough] {
        let mut random = fastrand::Rng::with_seed(1);
        let mut games = both(game).map(|rules| rules.start(&RuleOptions::default()));
        for _ in 0..8 {
            let [listed, by_file] = games.each_ref().map(|game| search(&**game, 7));
            assert_eq!((listed.0, listed.1), (by_file.0, by_file.1), "{game}");
            for _ in 0..3 {
                let legal = games[0].legal_moves();
                let mv = legal[random.usize(..legal.len())];
                games.iter_mut().for_each(|game| game.play(mv).expect("a legal move"));
            }
        }
    }
}

#[test]
fn searches_play_embedded_games_to_their_end() {
    for name in names() {
        let mut game = named(name).expect("a game").start(&RuleOptions::default());
        while game.outcome().is_none() && game.plies() < 300 {
            let (lines, ..) = search(&*game, 2);
            game.play(lines[0].moves[0]).expect("a legal move");
        }
        assert!(game.plies() > 20, "{name}");
    }
}

#[test]
#[ignore = "measures, best on an idle machine"]
#[expect(clippy::print_stdout, reason = "prints the figures with --nocapture")]
fn speed_by_file_is_known() {
    for &game in Variant::ALL {
        let [listed, by_file] = both(game).map(|rules| speed(rules, 11));
        println!("{game}: {listed:.0} and {by_file:.0} nodes per second, {:.2}", by_file / listed);
    }
    for (name, depth) in [("canadian", 11), ("big-dameo", 7)] {
        println!("{name}: {:.0} nodes per second", speed(named(name).expect("a game"), depth));
    }
    let (_, largest) = both_of(&largest("big-dameo", 12, ""));
    println!("the same on 12x12: {:.0} nodes per second", speed(largest, 7));
}

/// The nodes per second of a search from the start, the best of three.
fn speed(rules: &'static Rules, depth: u32) -> f64 {
    let start = rules.start(&RuleOptions::default());
    let runs = (0..3).map(|_| {
        let (_, nodes, time) = search(&*start, depth);
        nodes as f64 / time.as_secs_f64()
    });
    runs.fold(0.0, f64::max)
}
