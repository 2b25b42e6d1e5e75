//! Dameo: its net, made by `scripts/learn.sh`, and its search parameters.

use crate::eval::Playable;
use crate::eval::net::{Net, SmallNet};
use crate::rules::Game;
use crate::rules::games::Dameo;
use crate::tunables::Tunables;

static NET: SmallNet = Net::embedded(Dameo::RULES, include_bytes!("dameo.net"));

impl Playable for Dameo {
    const NET: Option<&'static Net> = Some(&NET);
    const SCORE_SCALE: f64 = 69.0;
    const TUNABLES: Tunables = Tunables {
        probcut_margin: 7,
        probcut_share: 47,
        reverse_futility_depth: 7,
        reverse_futility_margin: 25,
        reduction_first_open: 2,
        reduction_first: 2,
        reduction_base: 51,
        reduction_divisor: 203,
        history_bonus: 2,
        continuation_history_weight: 77,
        ..Tunables::DEFAULT
    };
}
