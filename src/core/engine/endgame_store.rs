//! Store of the endgame tables that all engines of the process share. They outlive an engine, so a client may change
//! the game and return to it.

use std::sync::Arc;

use parking_lot::Mutex;

use super::endgames::{PendingTables, TableChoice};
use crate::rules::{RuleOptions, Rules};

/// The number of sets kept, for a few games and some of their options. A set with up to three pieces takes up to 3 MiB.
const MAX_SETS: usize = 8;

/// The tables of the process.
pub(super) static STORE: Mutex<Store<PendingTables>> = Mutex::new(Store(Vec::new()));

/// The key of a set of tables: the game, its options and the choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Purpose {
    pub(super) rules: &'static Rules,
    /// The options that affect table values; the others have their default values.
    pub(super) options: RuleOptions,
    pub(super) choice: TableChoice,
}

/// Sets of tables, the most recently used last.
///
/// | call | a kept set | no kept set |
/// |---|---|---|
/// | `get_or_start` | is returned, pending or ready | a new one is started and kept, unless that fails |
/// | `forget` | all sets of the choice are dropped: work stops with the last user | |
/// | `give_up` | the set is dropped, because its work has failed | |
/// | a ninth set | the least recently used one is dropped | |
pub(super) struct Store<T>(Vec<(Purpose, Arc<T>)>);

impl<T> Store<T> {
    /// The set for a purpose: the kept set, or a new set from `start`.
    pub(super) fn get_or_start(
        &mut self,
        purpose: &Purpose,
        start: impl FnOnce() -> Option<T>,
    ) -> Option<Arc<T>> {
        let Self(sets) = self;
        let kept = match sets.iter().position(|(of, _)| of == purpose) {
            Some(place) => sets.remove(place),
            None => (purpose.clone(), Arc::new(start()?)),
        };
        if sets.len() == MAX_SETS {
            sets.remove(0);
        }
        let set = Arc::clone(&kept.1);
        sets.push(kept);
        Some(set)
    }

    /// Drops all sets of this choice; they are freed with the last user.
    pub(super) fn forget(&mut self, choice: &TableChoice) {
        self.0.retain(|(of, _)| of.choice != *choice);
    }

    /// Drops the set for a purpose, because its work has failed.
    pub(super) fn give_up(&mut self, purpose: &Purpose) {
        self.0.retain(|(of, _)| of != purpose);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::Variant;

    fn purpose(rules: &'static Rules, pieces: usize) -> Purpose {
        Purpose {
            rules,
            options: RuleOptions::default(),
            choice: TableChoice { pieces, folder: None, cache_mebibytes: 1 },
        }
    }

    #[test]
    fn the_least_recently_used_set_is_dropped() {
        let mut store = Store(Vec::new());
        let get = |store: &mut Store<String>, rules, pieces, new: &str| {
            let set = store.get_or_start(&purpose(rules, pieces), || Some(new.to_owned()));
            set.as_deref().cloned().expect("a set")
        };
        let (dameo, hexdame) = (Variant::Dameo.rules(), Variant::Hexdame.rules());
        assert_eq!(get(&mut store, dameo, 1, "a"), "a");
        assert_eq!(get(&mut store, hexdame, 1, "b"), "b", "of another game");
        assert_eq!(get(&mut store, dameo, 2, "c"), "c", "of another choice");
        store.give_up(&purpose(hexdame, 1));
        assert_eq!(get(&mut store, hexdame, 1, "x"), "x", "a failed set is not kept");
        assert_eq!(get(&mut store, dameo, 1, "d"), "a");
        store.forget(&purpose(dameo, 1).choice);
        assert_eq!(get(&mut store, dameo, 1, "e"), "e");
        assert_eq!(get(&mut store, dameo, 2, "f"), "c");
        (10..10 + MAX_SETS).for_each(|pieces| drop(get(&mut store, dameo, pieces, "more")));
        assert_eq!(get(&mut store, dameo, 2, "g"), "g", "the oldest was dropped");
        assert_eq!(store.get_or_start(&purpose(dameo, 99), || None), None);
    }
}
