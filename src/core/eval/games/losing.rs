//! Losing Draughts: its net, which `scripts/learn.sh` has made, and what differs in its search.

use crate::eval::Playable;
use crate::eval::net::Net;
use crate::rules::Game;
use crate::rules::games::{Croda, Losing};
use crate::tunables::Tunables;

static NET: Net = Net::embedded(Losing::RULES, include_bytes!("losing.net"));

impl Playable for Losing {
    const NET: Option<&'static Net> = Some(&NET);
    /// The numbers that were found in Croda win here as well. To make the opponent capture is what the game is about.
    const TUNABLES: Tunables = Tunables { reduction_of_forcing: 0, ..Croda::TUNABLES };

    /// Pieces win nothing here.
    fn kings_to_win((): &()) -> u32 {
        0
    }
}
