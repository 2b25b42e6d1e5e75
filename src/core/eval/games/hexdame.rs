//! Hexdame: its net, made by `scripts/learn.sh`, and its search parameters.

use crate::eval::Playable;
use crate::eval::net::{Net, SmallNet};
use crate::rules::Game;
use crate::rules::games::Hexdame;
use crate::tunables::Tunables;

static NET: SmallNet = Net::embedded(Hexdame::RULES, include_bytes!("hexdame.net"));

impl Playable for Hexdame {
    const NET: Option<&'static Net> = Some(&NET);
    const SCORE_SCALE: f64 = 40.0;
    const TUNABLES: Tunables = Tunables { probcut_capture_margin: 30, ..Tunables::DEFAULT };

    /// Two kings win against one in only a handful of positions.
    fn kings_to_win((): &()) -> u32 {
        3
    }
}
