//! Breakthrough Draughts: its net, made by `scripts/learn.sh`.

use crate::eval::Playable;
use crate::rules::games::Breakthrough;

impl Playable for Breakthrough {
    const NET: Option<&'static [u8]> = Some(include_bytes!("bt.net"));
    const SCORE_SCALE: f64 = 47.0;
}
