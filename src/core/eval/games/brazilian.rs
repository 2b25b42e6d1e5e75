//! Brazilian Draughts: its net, made by `scripts/learn.sh`, and the number of kings needed to win against one.

use crate::eval::Playable;
use crate::eval::net::{Net, SmallNet};
use crate::rules::Game;
use crate::rules::games::Brazilian;

static NET: SmallNet = Net::embedded(Brazilian::RULES, include_bytes!("brazilian.net"));

impl Playable for Brazilian {
    const NET: Option<&'static Net> = Some(&NET);
    const SCORE_SCALE: f64 = 31.0;

    /// Three kings win unless the lone king holds the long diagonal; two do not.
    fn kings_to_win(_: &Self::Options) -> u32 {
        3
    }
}
