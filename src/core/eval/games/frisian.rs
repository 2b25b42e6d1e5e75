//! Frisian Draughts: its net, made by `scripts/learn.sh`. Two kings win against one, which is the default.

use crate::eval::Playable;
use crate::eval::net::{Net, SmallNet};
use crate::rules::Game;
use crate::rules::games::Frisian;

static NET: SmallNet = Net::embedded(Frisian::RULES, include_bytes!("frisian.net"));

impl Playable for Frisian {
    const NET: Option<&'static Net> = Some(&NET);
    const SCORE_SCALE: f64 = 38.0;
}
