//! Knowledge of each game beyond its rules, one file per game: its net and its search parameters.

mod brazilian;
mod breakthrough;
mod croda;
mod dameo;
mod frisian;
mod harzdame;
mod hexdame;
mod international;
mod losing;
mod russian;
mod turkish;
mod vanguard;

use super::{Evaluation, StaticEvaluation};
use crate::rules::{AnyPosition, FileGame, Game, Rules, Word};
use crate::tunables::Tunables;

/// A game that the engine can play: its rules with an evaluation and search parameters.
#[diagnostic::on_unimplemented(
    message = "the engine does not know how to play `{Self}` well",
    note = "write `src/core/eval/games/<game>.rs` with `impl Playable`, as in `dameo.rs`, and its line in `mod.rs`"
)]
pub trait Playable: Game {
    /// The file of the evaluation net, if one has been trained.
    const NET: Option<&'static [u8]> = None;

    /// The search parameters.
    const TUNABLES: Tunables = Tunables::DEFAULT;

    /// The score at which the side to move can expect 73 % of the points, in hundredths of a man: the scale of the
    /// logistic curve that maps scores to expected results. `coupturc stats` measures it in games of the engine
    /// against itself.
    const SCORE_SCALE: f64 = 100.0;

    /// The number of pieces usually needed to win against a king.
    #[must_use]
    fn kings_to_win(_options: &Self::Options) -> u32 {
        2
    }
}

/// A net comes from a file, and parameters of the search would have to.
impl<W: Word> Playable for FileGame<W> {}

/// See [`Evaluation::evaluate`].
pub(super) fn evaluate(evaluation: &Evaluation, position: &dyn AnyPosition) -> StaticEvaluation {
    with_any_game!(position.rules(), G => {
        let evaluator = evaluation.evaluator::<G>(position.rules());
        let men = position.of::<G>().map_or(0.0, |position| evaluator.men(position));
        StaticEvaluation { men, by_net: evaluator.is_net() }
    })
}

/// The search parameters of a game.
#[must_use]
pub fn tunables_of(game: &'static Rules) -> &'static Tunables {
    with_any_game!(game, G => &G::TUNABLES)
}

/// See [`Playable::SCORE_SCALE`].
#[must_use]
pub fn score_scale_of(game: &'static Rules) -> f64 {
    with_any_game!(game, G => G::SCORE_SCALE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::Variant;

    #[test]
    fn the_tunables_of_all_games_are_in_range() {
        for game in Variant::ALL {
            assert_eq!(tunables_of(game.rules()).out_of_range(), [""; 0], "{game}");
        }
    }

    #[cfg(feature = "tuning")]
    #[test]
    fn tunables_of_a_thread_can_be_changed() {
        use crate::tunables::Setting;

        let value = || tunables_of(Variant::Dameo.rules()).get("probcut_margin");
        let before = value();
        let mut setting = Setting::default();
        assert!(setting.set("probcut_margin", 47) && !setting.set("no_such_number", 1));
        setting.apply_here();
        assert_eq!(value(), Some(47));
        Setting::default().apply_here();
        assert_eq!((value(), before.is_some()), (before, true));
    }
}
