//! Vanguard Draughts: its net, which `scripts/learn.sh` has made, and what differs in its search.

use super::international::kings_to_win;
use crate::eval::Playable;
use crate::eval::net::Net;
use crate::rules::games::Vanguard;
use crate::tunables::Tunables;

static NET: Net = Net::embedded::<Vanguard>(include_bytes!("vanguard.net"));

impl Playable for Vanguard {
    const NET: Option<&'static Net> = Some(&NET);
    const TUNABLES: Tunables = Tunables {
        probcut_share: 42,
        reverse_futility_depth: 5,
        reverse_futility_margin: 25,
        reduction_base: 16,
        reduction_divisor: 210,
        history_bonus: 7,
        continuation_history_weight: 90,
        aspiration_window: 23,
        ..Tunables::DEFAULT
    };

    fn kings_to_win(options: &Self::Options) -> u32 {
        kings_to_win(options.international.halt)
    }
}
