//! Harzdame: its net, made by `scripts/learn.sh`, and its search parameters.

use crate::eval::Playable;
use crate::eval::net::{Net, SmallNet};
use crate::rules::Game;
use crate::rules::games::Harzdame;
use crate::tunables::Tunables;

static NET: SmallNet = Net::embedded(Harzdame::RULES, include_bytes!("harzdame.net"));

impl Playable for Harzdame {
    const NET: Option<&'static Net> = Some(&NET);
    const SCORE_SCALE: f64 = 46.0;
    const TUNABLES: Tunables = Tunables {
        probcut_margin: 8,
        probcut_share: 43,
        reverse_futility_margin: 16,
        reduction_first_open: 4,
        reduction_base: 22,
        reduction_divisor: 175,
        history_bonus: 8,
        continuation_history_weight: 102,
        aspiration_window: 24,
        ..Tunables::DEFAULT
    };
}
