//! International Draughts: numbers fitted to the results of its games.

use crate::eval::Playable;
use crate::rules::Halt;
use crate::rules::games::International;
use crate::tunables::Tunables;

impl Playable for International {
    const TUNABLES: Tunables = Tunables {
        man_ending: 63,
        man_advance_opening: -12,
        man_advance_ending: 7,
        man_home_opening: -133,
        man_home_ending: 42,
        man_promotes_in_one_opening: 350,
        man_promotes_in_one_ending: 38,
        man_promotes_in_two_opening: -42,
        man_promotes_in_two_ending: 30,
        man_promotes_in_three_opening: -36,
        man_promotes_in_three_ending: 18,
        man_edge_opening: 63,
        man_edge_ending: -18,
        man_near_edge_opening: 3,
        man_near_edge_ending: -9,
        man_mobility_opening: 78,
        man_mobility_ending: -4,
        man_support_opening: 80,
        man_support_ending: -9,
        man_balance_opening: 4,
        man_balance_ending: -18,
        tempo_opening: 3,
        tempo_ending: 7,
        threat_opening: -17,
        threat_ending: -53,
        king_value_opening: 444,
        king_value_ending: 97,
        king_edge_opening: 170,
        king_edge_ending: -31,
        king_mobility_opening: 210,
        king_mobility_ending: -32,
        probcut_margin: 10,
        ..Tunables::DEFAULT
    };

    fn kings_to_win(options: &Self::Options) -> u32 {
        kings_to_win(options.halt)
    }
}

/// How many kings it takes to win against one.
#[inline]
pub(super) fn kings_to_win(halt: Halt) -> u32 {
    match halt {
        Halt::None => 4,
        Halt::Killer => 2,
        Halt::Damme | Halt::KillerLight | Halt::Winther => 3,
    }
}
