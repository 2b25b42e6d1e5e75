//! DXP time: the clocks of a game, with one time for all moves of each player, and how long a peer is waited for.

use std::time::{Duration, Instant};

use super::super::fields::Minutes;
use crate::rules::{ByColor, Color};

/// Both clocks, one of which runs.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    /// What each player has for the game; nothing is no limit.
    total: Option<Duration>,
    /// What each player has used for the moves made.
    spent: ByColor<Duration>,
    running: Color,
    since: Instant,
}

impl Clocks {
    /// The clocks at the beginning of a game: that of `side` runs from `now` on.
    pub(super) fn start(minutes: Minutes, side: Color, now: Instant) -> Self {
        let total = Some(minutes.duration()).filter(|time| !time.is_zero());
        Self { total, spent: ByColor::default(), running: side, since: now }
    }

    /// How long the player to move has thought about this move.
    pub(super) fn thought(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.since)
    }

    /// What a player has used until now.
    fn used(&self, color: Color, now: Instant) -> Duration {
        let thought = if color == self.running { self.thought(now) } else { Duration::ZERO };
        self.spent[color] + thought
    }

    /// What a player has left; nothing if there is no limit.
    pub(super) fn left(&self, color: Color, now: Instant) -> Option<Duration> {
        self.total.map(|total| total.saturating_sub(self.used(color, now)))
    }

    /// By how much a player has overstepped.
    pub(super) fn overstepped(&self, color: Color, now: Instant) -> Duration {
        self.total.map_or(Duration::ZERO, |total| self.used(color, now).saturating_sub(total))
    }

    /// What the player to move had left when its turn began; without a limit, nothing.
    pub(super) fn left_at_turn(&self) -> Duration {
        self.total.unwrap_or_default().saturating_sub(self.spent[self.running])
    }

    /// The player to move has moved.
    pub(super) fn press(&mut self, now: Instant) {
        self.spent[self.running] = self.used(self.running, now);
        (self.running, self.since) = (!self.running, now);
    }

    /// What both have used for the moves made.
    pub(super) fn spent(&self) -> ByColor<Duration> {
        self.spent
    }

    /// Moves are taken back: both had used so much, and `side` is to move.
    pub(super) fn set(&mut self, spent: ByColor<Duration>, side: Color, now: Instant) {
        (self.spent, self.running, self.since) = (spent, side, now);
    }
}

/// So many games may be begun and moves taken back before the peer makes a move.
const MOST_WISHES: u32 = 100;

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
    is_earned: bool,
    /// How often games and moves back were wanted since the peer's last move.
    wishes: u32,
}

impl Patience {
    /// A peer that is waited for from now on.
    pub(super) fn new(whole: Duration, now: Instant) -> Self {
        Self { whole, used: Duration::ZERO, since: Some(now), is_earned: true, wishes: 0 }
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

    /// When it is over with a peer that has so much time beside it; never while the peer is not waited for.
    pub(super) fn deadline(&self, time: Duration) -> Option<Instant> {
        self.since.map(|since| since + (self.whole + time).saturating_sub(self.used))
    }

    /// The peer has made a legal move.
    pub(super) fn moved(&mut self, now: Instant) {
        (self.is_earned, self.wishes) = (true, 0);
        self.renew(now);
    }

    /// A game begins.
    pub(super) fn begun(&mut self, now: Instant) {
        self.renew(now);
        self.is_earned = false;
    }

    /// The peer wants something that it may want often, but not for ever: whether it gets it.
    pub(super) fn grant(&mut self) -> bool {
        self.wishes = self.wishes.saturating_add(1);
        self.wishes <= MOST_WISHES
    }

    /// A game begins or ends, or its end was answered: all the time is there again if the peer has made a move.
    pub(super) fn renew(&mut self, now: Instant) {
        if self.is_earned {
            self.used = Duration::ZERO;
            self.since = self.since.map(|_| now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_pays_for_his_own_time() {
        let second = Duration::from_secs(1);
        let began = Instant::now();
        let mut clocks = Clocks::start(Minutes::whole(1), Color::White, began);
        clocks.press(began + 10 * second);
        assert_eq!(clocks.left(Color::White, began + 15 * second), Some(50 * second));
        assert_eq!(clocks.left(Color::Black, began + 15 * second), Some(55 * second));
        assert_eq!(clocks.left_at_turn(), 60 * second);
        let before = clocks.spent();
        clocks.press(began + 80 * second);
        assert_eq!(clocks.left(Color::Black, began + 80 * second), Some(Duration::ZERO));
        assert_eq!(clocks.overstepped(Color::Black, began + 90 * second), 10 * second);
        clocks.set(before, Color::Black, began + 100 * second);
        assert_eq!(clocks.left(Color::Black, began + 101 * second), Some(59 * second));
        assert_eq!(clocks.thought(began + 101 * second), second);
    }

    #[test]
    fn no_minutes_are_no_limit() {
        let began = Instant::now();
        let clocks = Clocks::start(Minutes::default(), Color::Black, began);
        let later = began + Duration::from_secs(9999);
        assert_eq!(clocks.left(Color::Black, later), None);
        assert_eq!(clocks.overstepped(Color::Black, later), Duration::ZERO);
    }
}
