//! The engine beside the referee, and its games against itself.

use std::collections::BTreeSet;
use std::fmt::Debug;

use coupturc_gamefile::play::{Move as Slow, Outcome, Position as SlowPosition};

use crate::cli::Failure;
use crate::cli::sources::Played;
use crate::cli::stats::{Figures, Survey};
use crate::cli::terminal::long_bar;
use crate::notation::{PdnResult, hub_extra_text, hub_position_text, pdn_game};
use crate::rules::{AnyGame, Color, Move, Outcome as FastOutcome, RuleOptions, Rules};
use crate::search::{Goal, Searcher, TranspositionTable};

/// A move as both have it: from, to, and the captured cells in text order.
type Plain = (usize, usize, Vec<usize>);

fn plain(rules: &Rules, mv: Move) -> Plain {
    let order = |square| rules.geometry.order(square);
    let mut captured: Vec<usize> = mv.captured().into_iter().map(order).collect();
    captured.sort_unstable();
    (order(mv.from()), order(mv.to()), captured)
}

fn plain_slow(mv: &Slow) -> Plain {
    (mv.from, mv.to, mv.captured.clone())
}

/// What differs, in a line.
fn difference<T: PartialEq + Debug>(what: &str, engine: &T, referee: &T) -> Option<String> {
    (engine != referee).then(|| format!("{what}: engine {engine:?}, referee {referee:?}"))
}

/// Follows the referee's game by the engine's rules.
pub(super) struct Follower(Box<dyn AnyGame>);

impl Follower {
    pub(super) fn new(rules: &'static Rules) -> Self {
        Self(rules.start(&RuleOptions::default()))
    }

    /// What differs: the position, its legal moves or the outcome.
    pub(super) fn differences(
        &self,
        position: &SlowPosition<'_>,
        legal: &[Slow],
        outcome: Option<&Outcome>,
    ) -> Vec<String> {
        let (Self(game), rules) = (self, self.0.rules());
        let reached = game.position();
        let found = (hub_position_text(reached), hub_extra_text(reached).map(|(_, value)| value));
        let slow: Vec<Plain> = legal.iter().map(plain_slow).collect();
        let fast: Vec<Plain> = game.legal_moves().iter().map(|&mv| plain(rules, mv)).collect();
        let only_in = |some: &[Plain], others: &[Plain]| -> Vec<String> {
            let others: BTreeSet<&Plain> = others.iter().collect();
            let own = some.iter().filter(|&mv| !others.contains(mv)).cloned();
            own.map(|(from, to, captured)| position.text(&Slow { from, to, captured, is_crowned: false }))
                .collect()
        };
        let fast_outcome = game.outcome().map(|outcome| (outcome.result(), outcome.reason()));
        let slow_outcome = outcome.map(|&(result, ref reason)| (result, reason.as_ref()));
        [
            difference("position", &found, &(position.to_hub(), position.more())),
            difference("moves that the other does not have", &only_in(&fast, &slow), &only_in(&slow, &fast)),
            difference("number of moves", &fast.len(), &slow.len()),
            difference("result", &fast_outcome, &slow_outcome),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The game after a move of the referee; none if the moves after it cannot all be generated.
    pub(super) fn after(mut self, mv: &Slow) -> Option<Self> {
        let (rules, wanted) = (self.0.rules(), plain_slow(mv));
        let own = self.0.legal_moves().iter().copied().find(|&own| plain(rules, own) == wanted)?;
        self.0.play(own).ok()?;
        Some(self)
    }
}

/// The number of plies that are random.
const OPENING: usize = 6;
/// The depth of the searches.
const DEPTH: u32 = 6;
/// The number of plies after which a game has no result.
const MOST_PLIES: usize = 300;
/// The size of the table.
const MEBIBYTES: usize = 4;

/// Lets the engine play against itself from random openings, and describes the games.
pub(super) fn describe(rules: &'static Rules, games: u32, seed: u64) -> Result<String, Failure> {
    let (usual, mut survey) = (RuleOptions::default(), Survey::of(rules));
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut searcher, table) = (Searcher::new(), TranspositionTable::with_mebibytes(MEBIBYTES)?);
    let bar = long_bar();
    bar.set_length(games.into());
    bar.set_message("games of the engine against itself");
    for _ in 0..games {
        searcher.clear();
        table.clear();
        let mut game = rules.start(&usual);
        let mut moves = Vec::new();
        while game.outcome().is_none() && moves.len() < MOST_PLIES {
            let mv = if moves.len() < OPENING {
                random.choice(game.legal_moves()).copied()
            } else {
                let goal = Goal { to_depth: DEPTH, ..Goal::default() };
                let lines = searcher.search_any(&*game, &table, goal, &mut ());
                lines.first().and_then(|line| line.moves.first().copied())
            };
            let Some(mv) = mv else { break };
            moves.push(mv);
            if game.play(mv).is_err() {
                break;
            }
        }
        let pdn = pdn_game(game.first(), &moves, game.outcome().map(result))?;
        let played = Played { place: String::new(), game: pdn };
        survey.add(&played, &usual, OPENING).map_err(|fault| fault.message)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Figures::of(rules.name, &survey).text())
}

fn result(outcome: FastOutcome) -> PdnResult {
    match outcome {
        FastOutcome::Win { winner: Color::White, .. } => PdnResult::WhiteWins,
        FastOutcome::Win { winner: Color::Black, .. } => PdnResult::BlackWins,
        FastOutcome::Draw(_) => PdnResult::Draw,
    }
}
