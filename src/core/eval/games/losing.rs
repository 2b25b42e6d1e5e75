//! Losing Draughts: its net, made by `scripts/learn.sh`, and its search parameters.

use crate::eval::Playable;
use crate::eval::net::{Net, SmallNet};
use crate::rules::Game;
use crate::rules::games::{Croda, Losing};
use crate::tunables::Tunables;

static NET: SmallNet = Net::embedded(Losing::RULES, include_bytes!("losing.net"));

impl Playable for Losing {
    const NET: Option<&'static Net> = Some(&NET);
    const SCORE_SCALE: f64 = 50.0;
    /// Croda's parameters also gain Elo here, except that moves that force a capture are never reduced: such moves are
    /// the point of the game.
    /// ProbCut trusts captures less than in other games, since the piece captured is often bait.
    const TUNABLES: Tunables =
        Tunables { reduction_of_forcing: 0, probcut_capture_margin: 150, ..Croda::TUNABLES };

    /// A side wins by losing its pieces, so no kings are needed.
    fn kings_to_win((): &()) -> u32 {
        0
    }
}
