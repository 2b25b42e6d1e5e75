//! Vanguard Draughts: its net, made by `scripts/learn.sh`, and the number of kings needed to win against one.

use super::international::kings_to_win;
use crate::eval::Playable;
use crate::rules::games::Vanguard;

impl Playable for Vanguard {
    const NET: Option<&'static [u8]> = Some(include_bytes!("vanguard.net"));
    const SCORE_SCALE: f64 = 59.0;

    fn kings_to_win(options: &Self::Options) -> u32 {
        kings_to_win(options.international.halt)
    }
}
