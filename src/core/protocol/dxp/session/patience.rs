//! DXP patience: how long a session waits for its peer.

use std::time::{Duration, Instant};

/// The number of games and take-backs that a peer may request before it makes a move.
const MAX_REQUESTS: u32 = 100;

/// The peer's remaining time. Only progress renews it: a legal move of the peer, and the start and the end of a game
/// after a move of the peer. Nothing else that it sends gives it more time. With 60 s:
///
/// | at | event | remaining |
/// |---:|---|---:|
/// | 0 s | the peer connects | 60 s |
/// | 20 s | it requests a game, which starts; we search | 60 s, not running |
/// | 25 s | we move: the peer's clock runs, and once it has run out, the peer's patience | 60 s |
/// | 30 s | it ends the game without having moved | 55 s |
/// | 40 s | it requests another game | 45 s: no move yet, so nothing is renewed |
#[derive(Debug)]
pub(super) struct Patience {
    whole: Duration,
    /// The time used before the current wait.
    used: Duration,
    /// The start of the current wait.
    since: Option<Instant>,
    /// Whether the peer has moved since a game was started.
    has_moved: bool,
    /// The number of requests since the peer's last move.
    requests: u32,
}

impl Patience {
    /// Full patience; the wait starts now.
    pub(super) fn new(whole: Duration, now: Instant) -> Self {
        Self { whole, used: Duration::ZERO, since: Some(now), has_moved: true, requests: 0 }
    }

    /// Starts or pauses the wait. A running wait continues.
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

    /// The deadline of a peer that has `time` on its clock in addition; `None` while the wait is paused.
    pub(super) fn deadline(&self, time: Duration) -> Option<Instant> {
        self.since.map(|since| since + (self.whole + time).saturating_sub(self.used))
    }

    /// Notes a legal move of the peer.
    pub(super) fn moved(&mut self, now: Instant) {
        (self.has_moved, self.requests) = (true, 0);
        self.renew(now);
    }

    /// Notes the start of a game.
    pub(super) fn started(&mut self, now: Instant) {
        self.renew(now);
        self.has_moved = false;
    }

    /// Counts a request, and returns whether the peer may make it: often, but not forever.
    pub(super) fn admit_request(&mut self) -> bool {
        self.requests = self.requests.saturating_add(1);
        self.requests <= MAX_REQUESTS
    }

    /// Restores the full time if the peer has moved: at the start and the end of a game, and with the answer to the
    /// end.
    pub(super) fn renew(&mut self, now: Instant) {
        if self.has_moved {
            self.used = Duration::ZERO;
            self.since = self.since.map(|_| now);
        }
    }
}
