//! Breakthrough Draughts: its net, made by `scripts/learn.sh`.

use crate::eval::Playable;
use crate::eval::net::{Net, SmallNet};
use crate::rules::Game;
use crate::rules::games::Breakthrough;

static NET: SmallNet = Net::embedded(Breakthrough::RULES, include_bytes!("bt.net"));

impl Playable for Breakthrough {
    const NET: Option<&'static Net> = Some(&NET);
    const SCORE_SCALE: f64 = 47.0;
}
