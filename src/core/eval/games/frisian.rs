//! Frisian Draughts: its net, made by `scripts/learn.sh`. Two kings win against one, which is the default.

use crate::eval::Playable;
use crate::rules::games::Frisian;

impl Playable for Frisian {
    const NET: Option<&'static [u8]> = Some(include_bytes!("frisian.net"));
    const SCORE_SCALE: f64 = 38.0;
}
