//! Breakthrough Draughts: what differs in its search.

use crate::eval::Playable;
use crate::rules::games::Breakthrough;

impl Playable for Breakthrough {}
