//! Harzdame: its net, which `scripts/learn.sh` has made, and what differs in its search.

use crate::eval::Playable;
use crate::eval::net::Net;
use crate::rules::games::Harzdame;

static NET: Net = Net::embedded::<Harzdame>(include_bytes!("harzdame.net"));

impl Playable for Harzdame {
    const NET: Option<&'static Net> = Some(&NET);
}
