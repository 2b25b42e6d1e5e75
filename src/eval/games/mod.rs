//! Knowledge of each game beyond its rules, one file a game: its net and its numbers.

mod croda;
mod dameo;
mod harzdame;
mod hexdame;
mod international;
mod vanguard;

use super::net::Net;
use crate::rules::Game;
use crate::rules::games::Variant;
use crate::tunables::Tunables;

/// A game that the engine can play: what judges its positions, and with which numbers it is searched.
#[diagnostic::on_unimplemented(
    message = "the engine does not know how to play `{Self}` well",
    note = "write `src/eval/games/<game>.rs` with `impl Playable`, as in `dameo.rs`, and its line in `mod.rs`"
)]
pub trait Playable: Game {
    /// What judges its positions, if it has been learned already.
    const NET: Option<&'static Net> = None;

    /// The numbers of search and hand-made evaluation.
    const TUNABLES: Tunables = Tunables::DEFAULT;

    /// How many pieces it takes as a rule to win against a king.
    #[must_use]
    fn kings_to_win(_options: &Self::Options) -> u32 {
        2
    }
}

/// The numbers of a game.
#[must_use]
pub fn tunables_of(game: Variant) -> &'static Tunables {
    with_game!(game, G => &G::TUNABLES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tunables_of_all_games_are_in_range() {
        for &game in Variant::ALL {
            assert_eq!(tunables_of(game).out_of_range(), [""; 0], "{game}");
        }
    }

    #[cfg(feature = "tuning")]
    #[test]
    fn tunables_that_are_changed_here_change_the_evaluation() {
        use crate::eval::evaluate;
        use crate::rules::{Position, games::Dameo};
        use crate::tunables::Setting;

        let start = Position::<Dameo>::start();
        let tempo = tunables_of(Variant::Dameo).get("tempo_opening");
        assert_eq!(tempo, Some(evaluate(&start)), "both sides have the same, but one has the move");
        let mut setting = Setting::default();
        assert!(setting.set("tempo_opening", 123) && !setting.set("no_such_number", 1));
        setting.apply_here();
        assert_eq!((tunables_of(Variant::Dameo).get("tempo_opening"), evaluate(&start)), (Some(123), 123));
        Setting::default().apply_here();
        assert_eq!(tempo, Some(evaluate(&start)));
    }
}
