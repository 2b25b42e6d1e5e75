//! Russian Draughts: its net, made by `scripts/learn.sh`, and its search parameters.

use crate::eval::Playable;
use crate::rules::games::Russian;
use crate::tunables::Tunables;

impl Playable for Russian {
    const NET: Option<&'static [u8]> = Some(include_bytes!("russian.net"));
    const SCORE_SCALE: f64 = 33.0;
    const TUNABLES: Tunables = Tunables { probcut_capture_margin: 30, ..Tunables::DEFAULT };

    /// Three kings win unless the lone king holds the main road; two do not.
    fn kings_to_win(_: &Self::Options) -> u32 {
        3
    }
}
