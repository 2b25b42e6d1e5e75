//! The engine beside the referee.

use std::collections::BTreeSet;
use std::fmt::Debug;

use coupturc_gamefile::play::{Move as Slow, Outcome, Position as SlowPosition};

use crate::notation::{hub_extra_text, hub_position_text};
use crate::rules::{AnyGame, Move, RuleOptions, Rules};

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
