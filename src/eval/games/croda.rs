//! Croda: its net, which `scripts/learn.sh` has made, and what differs in its search.

use crate::eval::Playable;
use crate::eval::net::Net;
use crate::rules::games::Croda;

static NET: Net = Net::embedded::<Croda>(include_bytes!("croda.net"));

impl Playable for Croda {
    const NET: Option<&'static Net> = Some(&NET);
}
