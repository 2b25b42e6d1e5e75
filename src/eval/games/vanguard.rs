//! Vanguard Draughts: numbers fitted to the results of its games.

use super::international::kings_to_win;
use crate::eval::Playable;
use crate::rules::games::Vanguard;
use crate::tunables::Tunables;

impl Playable for Vanguard {
    const TUNABLES: Tunables = Tunables {
        man_ending: 37,
        man_advance_opening: -17,
        man_advance_ending: 11,
        man_home_opening: -123,
        man_home_ending: 68,
        man_promotes_in_one_opening: 272,
        man_promotes_in_one_ending: 26,
        man_promotes_in_two_opening: -5,
        man_promotes_in_two_ending: 26,
        man_promotes_in_three_opening: -25,
        man_promotes_in_three_ending: 10,
        man_edge_opening: 57,
        man_edge_ending: -11,
        man_near_edge_opening: -5,
        man_near_edge_ending: -1,
        man_mobility_opening: 73,
        man_mobility_ending: 5,
        man_support_opening: 77,
        man_balance_opening: -5,
        man_balance_ending: -11,
        tempo_opening: 1,
        tempo_ending: 11,
        threat_opening: -23,
        threat_ending: -27,
        king_value_opening: 406,
        king_value_ending: 193,
        king_edge_opening: 53,
        king_edge_ending: -9,
        king_mobility_opening: 206,
        king_mobility_ending: -56,
        ..Tunables::DEFAULT
    };

    fn kings_to_win(options: &Self::Options) -> u32 {
        kings_to_win(options.international.halt)
    }
}
