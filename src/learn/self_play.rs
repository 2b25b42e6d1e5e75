//! Self-play: training games from random openings, with the search scores of their positions.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::parts::{Ending, PlayedGame, SeenPosition};
use crate::eval::Evaluation;
use crate::eval::net::marked;
use crate::memory::OutOfMemory;
use crate::rules::{AnyGame, AnyPosition, Color, Kind, Outcome, RuleOptions, Rules, Setup};
use crate::search::{
    Endgames, Goal, Handler, Line, ScoreKind, SearchGame, Searcher, Stopped, TranspositionTable, search_of,
};
use crate::tables::{BuildPlan, Value};

/// The settings of self-play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The evaluation.
    pub evaluation: Evaluation,
    /// The node limit of a search.
    pub nodes: u64,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The size of a player's transposition table: small, like the searches.
const TABLE_MEBIBYTES: usize = 4;
/// The number of plies after which a game is drawn.
const MAX_PLIES: usize = 250;
/// A game is decided once one side has been ahead by this score in this number of consecutive searches.
const DECIDED: (i32, u32) = (800, 6);
/// A game with kings on both sides is drawn after this number of consecutive searches with scores of at most this.
const LEVEL: (i32, u32) = (30, 20);
/// One opening in this many has random pieces, so that endings with kings occur.
const ENDINGS: u64 = 10;
/// The number of random moves of an opening.
const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 4..=14;
/// The maximum score of a level opening, in hundredths of a man.
const LEVEL_OPENING: i32 = 200;
/// One lopsided opening in this many is played, to learn the value of men.
const LOPSIDED: u64 = 6;
/// One search in this many also contributes the last position of its principal variation.
const LEAVES: u64 = 3;
/// One position of a game in this many is the start of a variation, which contributes its last position.
const VARIATIONS: u64 = 2;
/// The number of plies of a variation. It goes on while captures are possible.
const VARIATION_PLIES: std::ops::RangeInclusive<usize> = 1..=8;
/// One move of a variation in this many is random. The others are found by searches with this node limit.
const RANDOM_MOVES: u64 = 3;
const VARIATION_NODES: u64 = 300;

/// Plays training games in one thread.
pub struct Player {
    rules: &'static Rules,
    plan: Plan,
    search: SearchGame,
    searcher: Searcher,
    table: TranspositionTable,
    endgames: Endgames,
}

impl Player {
    /// A player with endgame tables of up to three pieces.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for its tables.
    pub fn new(rules: &'static Rules, plan: Plan) -> Result<Self, OutOfMemory> {
        let endgames = Endgames::to_come(BuildPlan::default().pieces);
        // Without tables, the search plays endings by itself.
        if let Ok(set) = BuildPlan::default().build(rules, &RuleOptions::default()) {
            endgames.arrive(set);
        }
        let mut searcher = Searcher::new();
        searcher.evaluation = plan.evaluation.clone();
        let (search, table) = (search_of(rules), TranspositionTable::with_mebibytes(TABLE_MEBIBYTES)?);
        Ok(Self { rules, plan, search, searcher, table, endgames })
    }

    /// Plays the game with this number; the same number gives the same game. `None` if `stop` was set meanwhile.
    pub fn play(&mut self, number: u32, stop: &AtomicBool) -> Option<PlayedGame> {
        let mut random = fastrand::Rng::with_seed(
            self.plan.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
                ^ u64::from(number).wrapping_mul(0xd1b5_4a32_d192_ed03),
        );
        self.searcher.clear();
        self.table.clear();
        let mut game = self.opening(&mut random, stop);
        let mut seen = Vec::new();
        let mut trend = Trend::default();
        loop {
            if let Some(ending) = self.ending(&*game) {
                return Some(PlayedGame { number, ending, seen });
            }
            let line = self.search(&*game, self.plan.nodes, stop);
            if stop.load(Relaxed) {
                return None;
            }
            let Some(line) = line else {
                return Some(PlayedGame { number, ending: Ending::Draw, seen });
            };
            let side = game.position().side();
            match line.score.kind() {
                ScoreKind::Evaluation(score) => {
                    let kept = SeenPosition::quiet(game.position(), score);
                    if let Some(leaf) = kept.and(self.leaf(&line, game.position(), score, &mut random)) {
                        seen.push(leaf);
                    }
                    seen.extend(kept);
                    if let Some(ending) = trend.ending(game.position(), score) {
                        return Some(PlayedGame { number, ending, seen });
                    }
                }
                ScoreKind::WinIn(_) | ScoreKind::TableWinIn(_) => {
                    return Some(PlayedGame { number, ending: Ending::won_by(side), seen });
                }
                ScoreKind::LossIn(_) | ScoreKind::TableLossIn(_) => {
                    return Some(PlayedGame { number, ending: Ending::won_by(!side), seen });
                }
            }
            if random.u64(..VARIATIONS) == 0 {
                seen.extend(self.variation(game.position(), &mut random, stop));
            }
            let mv = *line.moves.first()?;
            if game.play(mv).is_err() {
                // The captures after this move cannot all be generated.
                return Some(PlayedGame { number, ending: Ending::Draw, seen });
            }
        }
    }

    /// An opening that is level; a lopsided one is also accepted, in one of [`LOPSIDED`] cases.
    fn opening(&mut self, random: &mut fastrand::Rng, stop: &AtomicBool) -> Box<dyn AnyGame> {
        loop {
            let opening = match random.u64(..ENDINGS) {
                0 => random_ending(self.rules, random),
                _ => random_moves(self.rules, random),
            };
            let Some(game) = opening else { continue };
            let Some(line) = self.search(&*game, self.plan.nodes, stop) else { continue };
            if let ScoreKind::Evaluation(score) = line.score.kind()
                && (score.abs() <= LEVEL_OPENING || random.u64(..LOPSIDED) == 0)
            {
                return game;
            }
        }
    }

    fn search(&mut self, game: &dyn AnyGame, nodes: u64, stop: &AtomicBool) -> Option<Line> {
        self.table.next_generation();
        let mut limit = Limit { nodes, stop };
        let search = self.search;
        let goal = Goal::default();
        search(&mut self.searcher, game, &self.table, &self.endgames, goal, &mut limit).into_iter().next()
    }

    /// The result according to the rules, the endgame tables or the length of the game, if the game has ended.
    fn ending(&self, game: &dyn AnyGame) -> Option<Ending> {
        if let Some(outcome) = game.outcome() {
            return Some(match outcome {
                Outcome::Win { winner, .. } => Ending::won_by(winner),
                Outcome::Draw(_) => Ending::Draw,
            });
        }
        let side = game.position().side();
        match self.endgames.set().and_then(|set| set.probe_any(game.position())) {
            Some(Value::Draw) => Some(Ending::Draw),
            Some(Value::Win(_)) => Some(Ending::won_by(side)),
            Some(Value::Loss(_)) => Some(Ending::won_by(!side)),
            None => (game.plies() >= MAX_PLIES).then_some(Ending::Draw),
        }
    }

    /// The position at the end of a line, after one in [`LEAVES`] searches: a search evaluates such positions.
    fn leaf(
        &self,
        line: &Line,
        root: &dyn AnyPosition,
        score: i32,
        random: &mut fastrand::Rng,
    ) -> Option<SeenPosition> {
        if random.u64(..LEAVES) > 0 || line.moves.len() < 2 {
            return None;
        }
        let leaf = line.moves.iter().try_fold(root.copy(), |position, &mv| position.play(mv).ok())?;
        let score = if leaf.side() == root.side() { score } else { -score };
        let is_known = self.endgames.set().is_some_and(|set| set.probe_wdl_any(&*leaf).is_some());
        if is_known || leaf.outcome().is_some() { None } else { SeenPosition::quiet(&*leaf, score) }
    }

    /// A quiet position a few plies from `root`, after good and random moves: a search evaluates more of these than of
    /// those in games. `None` if the variation ends the game, or its result is known.
    fn variation(
        &mut self,
        root: &dyn AnyPosition,
        random: &mut fastrand::Rng,
        stop: &AtomicBool,
    ) -> Option<SeenPosition> {
        let mut game = root.to_game();
        let mut plies = random.usize(VARIATION_PLIES);
        while plies > 0 || game.position().could_capture(game.position().side()) {
            let mv = if plies > 0 && random.u64(..RANDOM_MOVES) == 0 {
                *random.choice(game.legal_moves())?
            } else {
                *self.search(&*game, VARIATION_NODES, stop)?.moves.first()?
            };
            game.play(mv).ok()?;
            if self.ending(&*game).is_some() {
                return None;
            }
            plies = plies.saturating_sub(1);
        }
        let ScoreKind::Evaluation(score) = self.search(&*game, self.plan.nodes, stop)?.score.kind() else {
            return None;
        };
        Some(SeenPosition { is_variation: true, ..SeenPosition::quiet(game.position(), score)? })
    }
}

/// Plays random moves from the start; returns `None` if they end the game.
fn random_moves(rules: &'static Rules, random: &mut fastrand::Rng) -> Option<Box<dyn AnyGame>> {
    let mut game = rules.start(&RuleOptions::default());
    for _ in 0..random.usize(RANDOM_PLIES) {
        let &mv = random.choice(game.legal_moves())?;
        game.play(mv).ok()?;
    }
    // The draw limits keep their counts; earlier positions are forgotten.
    game.outcome().is_none().then(|| game.position().to_game())
}

/// Places a few random pieces, including kings; returns `None` if the position is not valid.
fn random_ending(rules: &'static Rules, random: &mut fastrand::Rng) -> Option<Box<dyn AnyGame>> {
    let side = if random.bool() { Color::White } else { Color::Black };
    let mut setup = Setup::empty(side);
    let most = (rules.men.white().count() as usize / 2).min(8);
    let about = random.usize(2..=most);
    for color in Color::ALL {
        let pieces = random.usize(about.saturating_sub(1).max(1)..=about + 1);
        for _ in 0..pieces {
            let kind = if random.u8(..4) == 0 { Kind::King } else { Kind::Man };
            let &square = random.choice(rules.geometry.squares())?;
            if kind == Kind::King || !rules.promotion[color].contains(square) {
                let is_taken =
                    Color::ALL.iter().any(|&color| (setup.men[color] | setup.kings[color]).contains(square));
                if !is_taken {
                    setup.put(color, kind, square);
                }
            }
        }
    }
    let game = rules.set_up(&setup, &RuleOptions::default()).ok()?;
    game.outcome().is_none().then_some(game)
}

/// Detects games that have been decided or level for many searches.
#[derive(Clone, Copy, Debug, Default)]
struct Trend {
    /// The side that is ahead, and for how many searches in a row.
    ahead: Option<(Color, u32)>,
    /// The number of level searches in a row.
    level: u32,
}

impl Trend {
    /// Adds the score of a search. Returns the result once the game is decided.
    fn ending(&mut self, position: &dyn AnyPosition, score: i32) -> Option<Ending> {
        let leader = if score >= 0 { position.side() } else { !position.side() };
        self.ahead = match self.ahead {
            _ if score.abs() < DECIDED.0 => None,
            Some((color, searches)) if color == leader => Some((color, searches + 1)),
            _ => Some((leader, 1)),
        };
        let board = position.board();
        let are_kings = Color::ALL.into_iter().all(|color| board.kings(color).any());
        self.level = if are_kings && score.abs() <= LEVEL.0 { self.level + 1 } else { 0 };
        match self.ahead {
            Some((color, searches)) if searches >= DECIDED.1 => Some(Ending::won_by(color)),
            _ => (self.level >= LEVEL.1).then_some(Ending::Draw),
        }
    }
}

/// Ends a search at the node limit, or when `stop` is set.
struct Limit<'a> {
    nodes: u64,
    stop: &'a AtomicBool,
}

/// The number of nodes between two checks of `stop`.
const POLL_NODES: u64 = 4096;

impl Handler for Limit<'_> {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if nodes >= self.nodes || self.stop.load(Relaxed) {
            return Err(Stopped);
        }
        Ok(self.nodes.min(nodes + POLL_NODES))
    }

    fn next_depth(&mut self, nodes: u64) -> bool {
        nodes < self.nodes
    }
}

impl SeenPosition {
    /// The position with a score for the side to move; `None` if that side has a capture.
    fn quiet(position: &dyn AnyPosition, score: i32) -> Option<Self> {
        let side = position.side();
        if position.could_capture(side) {
            return None;
        }
        let board = position.board();
        Some(Self {
            pieces: Color::ALL.map(|color| board.pieces(color)),
            kings: board.kings(Color::White) | board.kings(Color::Black),
            mark: marked(position.extra_state()),
            side,
            is_variation: false,
            score: score.clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16,
        })
    }
}
