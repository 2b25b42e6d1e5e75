//! Turkish Draughts: it is played with the little knowledge that is written by hand.

use crate::eval::Playable;
use crate::rules::games::Turkish;

impl Playable for Turkish {}
