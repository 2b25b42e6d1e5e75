//! Russian Draughts: it is played with the little knowledge that is written by hand, and what differs in its search.

use crate::eval::Playable;
use crate::rules::games::Russian;

impl Playable for Russian {
    /// Three win unless the lone king holds the main road; two do not.
    fn kings_to_win(_: &Self::Options) -> u32 {
        3
    }
}
