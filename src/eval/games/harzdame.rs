//! Harzdame: numbers that SPSA has found.

use crate::eval::Playable;
use crate::rules::games::Harzdame;
use crate::tunables::Tunables;

impl Playable for Harzdame {
    const TUNABLES: Tunables = Tunables {
        man_advance_opening: 9,
        man_advance_ending: 9,
        man_promotes_in_one_opening: 0,
        man_promotes_in_one_ending: 0,
        man_promotes_in_two_opening: -9,
        man_promotes_in_two_ending: -9,
        man_promotes_in_three_opening: -13,
        man_promotes_in_three_ending: -13,
        man_edge_opening: 46,
        man_edge_ending: 46,
        man_mobility_opening: -5,
        man_mobility_ending: -5,
        man_support_opening: -2,
        man_support_ending: -2,
        tempo_opening: 8,
        tempo_ending: 8,
        king_value_opening: 390,
        king_value_ending: 390,
        ..Tunables::DEFAULT
    };
}
