//! Losing Draughts: what differs in its search.

use crate::eval::Playable;
use crate::rules::games::Losing;

impl Playable for Losing {
    /// Pieces win nothing here.
    fn kings_to_win((): &()) -> u32 {
        0
    }
}
