//! Dameo: its net, which `scripts/learn.sh` has made, and what differs in its search.

use crate::eval::Playable;
use crate::eval::net::Net;
use crate::rules::games::Dameo;

static NET: Net = Net::embedded::<Dameo>(include_bytes!("dameo.net"));

impl Playable for Dameo {
    const NET: Option<&'static Net> = Some(&NET);
}
