//! Frisian Draughts: its net, which `scripts/learn.sh` has made. Two kings win against one, which is what a game without other
//! numbers expects.

use crate::eval::Playable;
use crate::eval::net::Net;
use crate::rules::Game;
use crate::rules::games::Frisian;

static NET: Net = Net::embedded(Frisian::RULES, include_bytes!("frisian.net"));

impl Playable for Frisian {
    const NET: Option<&'static Net> = Some(&NET);
}
