//! DXP patience: how long a peer is waited for.

use std::time::{Duration, Instant};

/// How many games may be begun and moves taken back before the peer makes a move.
const MOST_REQUESTS: u32 = 100;

/// What is left of our patience. Only what brings a game forward renews it: a legal move of the peer, and the beginning
/// and the end of a game in which it has made one. Nothing else that a peer sends gives it more time.
#[derive(Debug)]
pub(super) struct Patience {
    whole: Duration,
    /// What was used up before the peer was waited for this time.
    used: Duration,
    /// Since when the peer is waited for, if it is.
    since: Option<Instant>,
    /// Whether the peer has made a move since a game was begun.
    has_moved: bool,
    /// How often games and moves back were wanted since the peer's last move.
    requests: u32,
}

impl Patience {
    /// A peer that is waited for from now on.
    pub(super) fn new(whole: Duration, now: Instant) -> Self {
        Self { whole, used: Duration::ZERO, since: Some(now), has_moved: true, requests: 0 }
    }

    /// Whether the peer is waited for from now on. If it was before, the time goes on.
    pub(super) fn wait(&mut self, waits: bool, now: Instant) {
        match (self.since, waits) {
            (Some(since), false) => {
                self.used += now.saturating_duration_since(since);
                self.since = None;
            }
            (None, true) => self.since = Some(now),
            _ => {}
        }
    }

    /// When it is over with a peer that has this time beside it; never while the peer is not waited for.
    pub(super) fn deadline(&self, time: Duration) -> Option<Instant> {
        self.since.map(|since| since + (self.whole + time).saturating_sub(self.used))
    }

    /// The peer has made a legal move.
    pub(super) fn moved(&mut self, now: Instant) {
        (self.has_moved, self.requests) = (true, 0);
        self.renew(now);
    }

    /// A game begins.
    pub(super) fn begun(&mut self, now: Instant) {
        self.renew(now);
        self.has_moved = false;
    }

    /// The peer wants something that it may want often, but not for ever: whether it gets it.
    pub(super) fn admit_request(&mut self) -> bool {
        self.requests = self.requests.saturating_add(1);
        self.requests <= MOST_REQUESTS
    }

    /// A game begins or ends, or its end was answered: all the time is there again if the peer has made a move.
    pub(super) fn renew(&mut self, now: Instant) {
        if self.has_moved {
            self.used = Duration::ZERO;
            self.since = self.since.map(|_| now);
        }
    }
}
