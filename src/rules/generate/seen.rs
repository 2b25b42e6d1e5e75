//! A guard against positions in which a capture can go more ways than could ever be followed.

use std::collections::HashSet;

use crate::rules::bitboard::{Bitboard, Square};

/// The states that captures have been in: whose it is, where that piece stood, whence it came, what
/// it had captured, and whether the last two of that were kings. From equal states a capture goes on
/// equally, whatever way led there, so each is followed once.
///
/// States are remembered only after so many steps as hardly any position needs. A board set up by
/// hand can have a piece that captures twenty others in billions of orders, and more states than
/// fit into memory: then the search for captures is given up.
#[derive(Default)]
pub(super) struct Seen {
    steps: u32,
    /// Made when it is needed, so that it costs nothing before.
    states: Option<HashSet<State>>,
    gave_up: bool,
}

/// A state of a capture.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) from: Square,
    pub(super) at: Bitboard,
    /// For a king, the index of the direction that it came in: it need not have stopped on `at`.
    pub(super) came: u8,
    pub(super) captured: Bitboard,
    pub(super) last_is_king: bool,
    pub(super) previous_is_king: bool,
}

/// So many steps cost less than remembering.
const STEPS_FOR_FREE: u32 = 2000;

/// So many states are followed: half a second's worth, and ten times what the worst known position
/// with no more pieces than a game begins with needs.
const MOST_STATES: usize = 2_000_000;

impl Seen {
    /// Whether a capture need not be followed from this state: it was before.
    #[inline]
    pub(super) fn again(&mut self, state: State) -> bool {
        self.steps += 1;
        self.steps > STEPS_FOR_FREE && self.remember(state)
    }

    /// Whether there were too many states to follow them all.
    #[inline]
    pub(super) fn gave_up(&self) -> bool {
        self.gave_up
    }

    #[cold]
    #[inline(never)]
    fn remember(&mut self, state: State) -> bool {
        let states = self.states.get_or_insert_default();
        self.gave_up |= states.len() >= MOST_STATES;
        self.gave_up || !states.insert(state)
    }
}
