//! Turkish Draughts: its net, made by `scripts/learn.sh`.

use crate::eval::Playable;
use crate::rules::games::Turkish;
use crate::tunables::Tunables;

impl Playable for Turkish {
    const NET: Option<&'static [u8]> = Some(include_bytes!("turkish.net"));
    const SCORE_SCALE: f64 = 66.0;
    const TUNABLES: Tunables = Tunables { probcut_capture_margin: 60, ..Tunables::DEFAULT };
}
