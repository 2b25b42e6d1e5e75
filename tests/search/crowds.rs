//! Boards full of kings, set up by hand: a shallow search must end soon although there are millions of capture
//! sequences.

use coupturc::notation::{FenFields, fen_text};
use coupturc::rules::games::Variant;
use coupturc::rules::{AnyGame, Color, Kind, RuleOptions, Rules, Setup};
use coupturc::search::{Goal, Handler, Line, Progress, Searcher, Stopped, TranspositionTable};

use crate::support::Rng;

/// The greatest number of moves of a search to depth 3.
const MAX_NODES: u64 = 2_000_000;
const DEPTH: u32 = 3;
/// The number of positions of each game.
const POSITIONS: usize = 40;

/// Counts the moves of a search, and stops it if there are too many.
#[derive(Default)]
struct Counter {
    nodes: u64,
}

impl Handler for Counter {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if nodes > MAX_NODES { Err(Stopped) } else { Ok(MAX_NODES + 1) }
    }

    fn lines(&mut self, _: &[Line], progress: Progress) {
        self.nodes = progress.nodes;
    }
}

/// A position with at least half of the board full of pieces, mostly kings except where a king ends the game.
fn crowd(rules: &'static Rules, rng: &mut Rng) -> Option<Box<dyn AnyGame>> {
    let (density, kings) = (50 + rng.below(35), 60 + rng.below(41));
    let mut setup = Setup::empty(*rng.choose(&Color::ALL));
    for &square in rules.geometry.squares() {
        let color = *rng.choose(&Color::ALL);
        let may_be_man = !rules.promotion[color].contains(square);
        let is_king = rules.variant != Some(Variant::Breakthrough) && rng.below(100) < kings;
        if rng.below(100) < density && (is_king || may_be_man) {
            setup.put(color, if is_king { Kind::King } else { Kind::Man }, square);
        }
    }
    let game = rules.set_up(&setup, &RuleOptions::default()).ok()?;
    game.outcome().is_none().then_some(game)
}

fn nodes(game: &dyn AnyGame) -> u64 {
    let table = TranspositionTable::with_mebibytes(4).expect("memory");
    let mut counter = Counter::default();
    let goal = Goal { to_depth: DEPTH, ..Goal::default() };
    let lines = Searcher::new().search_any(game, &table, goal, &mut counter);
    assert!(!lines.is_empty());
    counter.nodes
}

#[test]
fn searches_of_crowded_boards_end() {
    for &game in Variant::ALL {
        let mut rng = Rng::new(game as u64);
        let crowds = std::iter::repeat_with(|| crowd(game.rules(), &mut rng)).flatten().take(POSITIONS);
        for position in crowds {
            let nodes = nodes(&*position);
            let fen = fen_text(position.position(), &FenFields::default());
            assert!(nodes <= MAX_NODES, "{game}: {nodes} in {fen}");
        }
    }
}
