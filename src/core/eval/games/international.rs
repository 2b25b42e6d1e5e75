//! International Draughts: its net, made by `scripts/learn.sh`, and its search parameters.

use crate::eval::Playable;
use crate::eval::net::{Net, SmallNet};
use crate::rules::games::International;
use crate::rules::{Game, Halt};
use crate::tunables::Tunables;

static NET: SmallNet = Net::embedded(International::RULES, include_bytes!("international.net"));

impl Playable for International {
    const NET: Option<&'static Net> = Some(&NET);
    const SCORE_SCALE: f64 = 47.0;
    const TUNABLES: Tunables = Tunables { probcut_margin: 4, ..Tunables::DEFAULT };

    fn kings_to_win(options: &Self::Options) -> u32 {
        kings_to_win(options.halt)
    }
}

/// The number of kings needed to win against one.
#[inline]
pub(super) fn kings_to_win(halt: Halt) -> u32 {
    match halt {
        Halt::None => 4,
        Halt::Killer => 2,
        Halt::Damme | Halt::KillerLight | Halt::Winther => 3,
    }
}
