//! Vanguard Draughts: its net, which `scripts/learn.sh` has made, and what differs in its search.

use super::international::kings_to_win;
use crate::eval::Playable;
use crate::eval::net::Net;
use crate::rules::Game;
use crate::rules::games::Vanguard;

static NET: Net = Net::embedded(Vanguard::RULES, include_bytes!("vanguard.net"));

impl Playable for Vanguard {
    const NET: Option<&'static Net> = Some(&NET);

    fn kings_to_win(options: &Self::Options) -> u32 {
        kings_to_win(options.international.halt)
    }
}
