//! A limit on how much a peer may send.

use std::time::Instant;

/// So much may come at once.
const BURST: f64 = 32.0 * 1024.0;
/// So much may come in a second, again and again: about 200 short messages.
const PER_SECOND: f64 = 16.0 * 1024.0;
/// What a message costs beside its bytes.
const MESSAGE: usize = 64;

/// Bytes that may still come. It fills up as time goes by.
#[derive(Debug)]
pub(super) struct Rate {
    left: f64,
    at: Instant,
}

impl Rate {
    pub(super) fn new(now: Instant) -> Self {
        Self { left: BURST, at: now }
    }

    /// So many bytes with so many messages have come; says whether that is not too much.
    pub(super) fn allows(&mut self, bytes: usize, messages: usize, now: Instant) -> bool {
        let filled = now.saturating_duration_since(self.at).as_secs_f64() * PER_SECOND;
        self.at = now;
        self.left = (self.left + filled).min(BURST) - (bytes + MESSAGE * messages) as f64;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn moves_of_the_fastest_game_are_allowed_and_floods_are_not() {
        let began = Instant::now();
        let mut rate = Rate::new(began);
        let every = Duration::from_millis(10);
        assert!((0..10_000).all(|message| rate.allows(15, 1, began + every * message)));
        let mut rate = Rate::new(began);
        let most = (0..).take_while(|_| rate.allows(15, 1, began)).count();
        assert!((200..1_000).contains(&most), "{most}");
        assert!(!Rate::new(began).allows(1 << 20, 0, began), "bytes count as well");
    }
}
