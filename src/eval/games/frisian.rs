//! Frisian Draughts: what differs in its search.

use crate::eval::Playable;
use crate::rules::games::Frisian;

impl Playable for Frisian {}
