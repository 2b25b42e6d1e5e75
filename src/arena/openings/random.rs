//! Random openings: random moves from the start position, filtered by the score of a shallow search.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::Opening;
use crate::notation::{FenFields, NotationError, fen_text, move_text};
use crate::rules::{AnyGame, RuleOptions, Rules};
use crate::search::{Goal, ScoreKind, Searcher, TranspositionTable};

/// Random openings: a given number of random moves from the start position, to a position that a shallow search scores
/// within a window and in which the player to move has a choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomOpenings {
    /// The number of moves.
    pub plies: u32,
    /// The minimum distance of the score from zero, in hundredths of a man: 0 for balanced openings.
    pub least: i32,
    /// The maximum distance.
    pub most: i32,
    /// The seed of the random moves.
    pub seed: u64,
}

impl RandomOpenings {
    /// The first `count` openings of a game, without repeated positions. The same seed gives the same openings.
    ///
    /// # Errors
    ///
    /// If fewer can be found.
    pub fn generate(
        &self,
        rules: &'static Rules,
        options: &RuleOptions,
        count: usize,
    ) -> Result<Vec<Opening>, NotationError> {
        let number = rules.variant.map_or(u8::MAX, |variant| variant as u8);
        let mut random =
            fastrand::Rng::with_seed(self.seed ^ u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let start = rules.start(options);
        let fen = fen_text(start.position(), &FenFields::default());
        let (mut seen, mut openings, mut failures) = (HashSet::new(), Vec::with_capacity(count), 0);
        while openings.len() < count {
            let tried = self
                .random_game(start.clone(), &mut random)
                .filter(|(game, _)| seen.insert(game.position().key()));
            match tried {
                Some((game, moves)) if is_within(&*game, self.least..=self.most) => {
                    failures = 0;
                    openings.push(Opening { fen: fen.clone(), moves });
                }
                _ => failures += 1,
            }
            if failures > MAX_FAILURES {
                return Err(NotationError::new(format!(
                    "found only {} openings of {} plies in {} with scores from {} to {}, expected {count}; try more plies",
                    openings.len(),
                    self.plies,
                    rules.name,
                    self.least,
                    self.most
                )));
            }
        }
        Ok(openings)
    }

    /// Plays random moves; `None` if the game ends during them, or the player to move has no choice after them.
    fn random_game(
        &self,
        mut game: Box<dyn AnyGame>,
        random: &mut fastrand::Rng,
    ) -> Option<(Box<dyn AnyGame>, Vec<String>)> {
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let legal = game.legal_moves();
            let &mv = legal.get(random.usize(..legal.len().max(1)))?;
            moves.push(move_text(game.rules(), mv));
            game.play(mv).ok()?;
        }
        (game.legal_moves().len() > 1 && game.outcome().is_none()).then_some((game, moves))
    }
}

/// The number of consecutive failed tries after which generation fails.
const MAX_FAILURES: u32 = 5_000;

/// Deep enough to see hanging pieces.
const DEPTH: u32 = 6;

/// Whether the distance of the score from zero lies within a window, in hundredths of a man.
fn is_within(game: &dyn AnyGame, window: RangeInclusive<i32>) -> bool {
    let Ok(table) = TranspositionTable::with_mebibytes(1) else { return false };
    let goal = Goal { to_depth: DEPTH, ..Goal::default() };
    let lines = Searcher::new().search_any(game, &table, goal, &mut ());
    match lines.first().map(|line| line.score.kind()) {
        Some(ScoreKind::Evaluation(score)) => window.contains(&score.abs()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::Variant;

    const BALANCED: RandomOpenings = RandomOpenings { plies: 6, least: 0, most: 50, seed: 1 };

    fn check(variant: Variant, wanted: RandomOpenings) {
        let (rules, options) = (variant.rules(), RuleOptions::default());
        let openings = wanted.generate(rules, &options, 30).expect("enough openings");
        assert_eq!(Ok(&openings), wanted.generate(rules, &options, 30).as_ref(), "the same seed");
        let other = RandomOpenings { seed: 2, ..wanted }.generate(rules, &options, 30);
        assert_ne!(Ok(&openings), other.as_ref());
        let mut seen = HashSet::new();
        for opening in &openings {
            assert_eq!(opening.moves.len(), wanted.plies as usize);
            let game = opening.played(rules, &options).expect("legal moves");
            assert!(seen.insert(game.position().key()), "no position twice");
            assert!(is_within(&*game, wanted.least..=wanted.most));
        }
    }

    #[test]
    fn random_openings_are_distinct_legal_and_within_the_window() {
        check(Variant::International, BALANCED);
        check(Variant::Dameo, BALANCED);
        check(Variant::Hexdame, RandomOpenings { plies: 8, least: 50, most: 150, seed: 5 });
    }

    #[test]
    fn too_many_openings_are_refused() {
        let few = RandomOpenings { plies: 1, ..BALANCED };
        let generated = few.generate(Variant::International.rules(), &RuleOptions::default(), 10);
        let error = generated.expect_err("there are nine");
        assert!(error.to_string().contains("more plies"), "{error}");
    }
}
