//! Russian Draughts: its net, made by `scripts/learn.sh`, and its search parameters.

use crate::eval::Playable;
use crate::eval::net::{Net, SmallNet};
use crate::rules::Game;
use crate::rules::games::Russian;
use crate::tunables::Tunables;

static NET: SmallNet = Net::embedded(Russian::RULES, include_bytes!("russian.net"));

impl Playable for Russian {
    const NET: Option<&'static Net> = Some(&NET);
    const SCORE_SCALE: f64 = 33.0;
    const TUNABLES: Tunables = Tunables { probcut_capture_margin: 30, ..Tunables::DEFAULT };

    /// Three kings win unless the lone king holds the main road; two do not.
    fn kings_to_win(_: &Self::Options) -> u32 {
        3
    }
}
