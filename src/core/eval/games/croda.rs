//! Croda: its net, made by `scripts/learn.sh`, and its search parameters.

use crate::eval::Playable;
use crate::eval::net::{Net, SmallNet};
use crate::rules::Game;
use crate::rules::games::Croda;
use crate::tunables::Tunables;

static NET: SmallNet = Net::embedded(Croda::RULES, include_bytes!("croda.net"));

impl Playable for Croda {
    const NET: Option<&'static Net> = Some(&NET);
    const SCORE_SCALE: f64 = 52.0;
    const TUNABLES: Tunables = Tunables {
        probcut_margin: 7,
        probcut_share: 44,
        reverse_futility_depth: 5,
        reverse_futility_margin: 24,
        reduction_first_open: 4,
        reduction_base: 45,
        reduction_divisor: 201,
        history_bonus: 8,
        continuation_history_weight: 68,
        aspiration_window: 29,
        ..Tunables::DEFAULT
    };
}
