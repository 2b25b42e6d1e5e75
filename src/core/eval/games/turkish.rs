//! Turkish Draughts: its net, which `scripts/learn.sh` has made.

use crate::eval::Playable;
use crate::eval::net::Net;
use crate::rules::Game;
use crate::rules::games::Turkish;

static NET: Net = Net::embedded(Turkish::RULES, include_bytes!("turkish.net"));

impl Playable for Turkish {
    const NET: Option<&'static Net> = Some(&NET);
}
