//! Hexdame: numbers fitted to the results of its games.

use crate::eval::Playable;
use crate::rules::games::Hexdame;
use crate::tunables::Tunables;

impl Playable for Hexdame {
    const TUNABLES: Tunables = Tunables {
        man_ending: 50,
        man_advance_opening: 3,
        man_advance_ending: 11,
        man_home_opening: 38,
        man_home_ending: -53,
        man_promotes_in_one_opening: -119,
        man_promotes_in_one_ending: 203,
        man_promotes_in_two_opening: -38,
        man_promotes_in_two_ending: -8,
        man_promotes_in_three_opening: -13,
        man_promotes_in_three_ending: 17,
        man_edge_opening: 21,
        man_edge_ending: 13,
        man_near_edge_opening: 13,
        man_near_edge_ending: -6,
        man_mobility_opening: -9,
        man_mobility_ending: 35,
        man_support_opening: -2,
        man_support_ending: 26,
        man_line_opening: -3,
        man_line_ending: 12,
        man_balance_opening: -7,
        man_balance_ending: -21,
        tempo_opening: 4,
        tempo_ending: 11,
        threat_opening: -22,
        threat_ending: -28,
        king_value_opening: 269,
        king_value_ending: 652,
        king_edge_opening: -29,
        king_edge_ending: -11,
        king_mobility_opening: -12,
        king_mobility_ending: -25,
        ..Tunables::DEFAULT
    };

    /// Two win against one in a handful of positions only.
    fn kings_to_win((): &()) -> u32 {
        3
    }
}
