//! Vanguard Draughts: its net, made by `scripts/learn.sh`, and the number of kings needed to win against one.

use super::international::kings_to_win;
use crate::eval::Playable;
use crate::eval::net::{Net, SmallNet};
use crate::rules::Game;
use crate::rules::games::Vanguard;

static NET: SmallNet = Net::embedded(Vanguard::RULES, include_bytes!("vanguard.net"));

impl Playable for Vanguard {
    const NET: Option<&'static Net> = Some(&NET);
    const SCORE_SCALE: f64 = 59.0;

    fn kings_to_win(options: &Self::Options) -> u32 {
        kings_to_win(options.international.halt)
    }
}
