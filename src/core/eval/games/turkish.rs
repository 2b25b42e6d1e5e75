//! Turkish Draughts: its net, made by `scripts/learn.sh`.

use crate::eval::Playable;
use crate::eval::net::{Net, SmallNet};
use crate::rules::Game;
use crate::rules::games::Turkish;
use crate::tunables::Tunables;

static NET: SmallNet = Net::embedded(Turkish::RULES, include_bytes!("turkish.net"));

impl Playable for Turkish {
    const NET: Option<&'static Net> = Some(&NET);
    const SCORE_SCALE: f64 = 66.0;
    const TUNABLES: Tunables = Tunables { probcut_capture_margin: 60, ..Tunables::DEFAULT };
}
