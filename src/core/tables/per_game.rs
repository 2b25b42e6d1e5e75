//! What is found once for each game.

use parking_lot::Mutex;

use crate::rules::Rules;

/// A value for each game that was asked for, kept as long as the process runs.
pub(super) struct PerGame<T: 'static>(Mutex<Vec<(&'static Rules, &'static T)>>);

impl<T> PerGame<T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The value of a game, which is made for the first who asks; others wait for it.
    pub(super) fn of(&self, rules: &'static Rules, make: impl FnOnce() -> T) -> &'static T {
        let mut known = self.0.lock();
        if let Some(&(_, value)) = known.iter().find(|(of, _)| *of == rules) {
            return value;
        }
        let value: &T = Box::leak(Box::new(make()));
        known.push((rules, value));
        value
    }
}
