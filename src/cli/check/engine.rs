//! The engine beside the referee, and its games against itself.

use coupturc_gamefile::play::{Move as Slow, Outcome, Position as SlowPosition};

use crate::cli::Failure;
use crate::cli::sources::Played;
use crate::cli::stats::{Figures, Survey};
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

/// Follows the referee's game by the engine's rules.
pub(super) struct Follower(Box<dyn AnyGame>);

impl Follower {
    pub(super) fn new(rules: &'static Rules) -> Self {
        Self(rules.start(&RuleOptions::default()))
    }

    /// Compares the position, its legal moves and the outcome.
    ///
    /// # Errors
    ///
    /// If they differ.
    pub(super) fn compare(
        &self,
        position: &SlowPosition<'_>,
        legal: &[Slow],
        outcome: Option<&Outcome>,
    ) -> Result<(), Failure> {
        let (Self(game), rules) = (self, self.0.rules());
        let mut slow: Vec<Plain> = legal.iter().map(plain_slow).collect();
        let mut fast: Vec<Plain> = game.legal_moves().iter().map(|&mv| plain(rules, mv)).collect();
        slow.sort();
        fast.sort();
        let reached = game.position();
        let found = (hub_position_text(reached), hub_extra_text(reached).map(|(_, value)| value));
        let fast_outcome = game.outcome().map(|outcome| (outcome.result(), outcome.reason()));
        let slow_outcome = outcome.map(|&(result, ref reason)| (result, reason.as_ref()));
        if found == (position.to_hub(), position.more()) && fast == slow && fast_outcome == slow_outcome {
            return Ok(());
        }
        Err(format!(
            "the engine and the referee differ, which is a fault of this program: please report it with the file, and \
             with position {} after {} plies",
            position.to_hub(),
            game.plies()
        )
        .into())
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
    }
    Ok(Figures::of(rules.name, &survey).text())
}

fn result(outcome: FastOutcome) -> PdnResult {
    match outcome {
        FastOutcome::Win { winner: Color::White, .. } => PdnResult::WhiteWins,
        FastOutcome::Win { winner: Color::Black, .. } => PdnResult::BlackWins,
        FastOutcome::Draw(_) => PdnResult::Draw,
    }
}
