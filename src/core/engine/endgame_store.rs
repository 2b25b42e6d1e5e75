//! Store of the endgame tables that all engines of the process share. They outlive an engine: a client that changes the
//! game and returns to it finds them again.

use std::sync::Arc;

use parking_lot::Mutex;

use super::endgames::{PendingTables, TableChoice};
use crate::rules::RuleOptions;
use crate::rules::games::Variant;

/// The number of sets that are kept, for a few games and some of their options. A set with up to three pieces takes up to
/// 3 MiB.
const MAX_SETS: usize = 8;

/// The tables of the process.
pub(super) static STORE: Mutex<Store<PendingTables>> = Mutex::new(Store(Vec::new()));

/// The game, options and choice that tables are made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Purpose {
    pub(super) variant: Variant,
    /// The options on which values depend; the others have their default.
    pub(super) options: RuleOptions,
    pub(super) choice: TableChoice,
}

/// Sets of tables, the most recently used last.
pub(super) struct Store<T>(Vec<(Purpose, Arc<T>)>);

impl<T> Store<T> {
    /// The tables for a purpose: the kept ones, or new ones from `begin`.
    pub(super) fn get_or_begin(
        &mut self,
        purpose: &Purpose,
        begin: impl FnOnce() -> Option<T>,
    ) -> Option<Arc<T>> {
        let Self(sets) = self;
        let kept = match sets.iter().position(|(of, _)| of == purpose) {
            Some(place) => sets.remove(place),
            None => (purpose.clone(), Arc::new(begin()?)),
        };
        if sets.len() == MAX_SETS {
            sets.remove(0);
        }
        let set = Arc::clone(&kept.1);
        sets.push(kept);
        Some(set)
    }

    /// Drops all tables of this choice; they are freed with the last user.
    pub(super) fn forget(&mut self, choice: &TableChoice) {
        self.0.retain(|(of, _)| of.choice != *choice);
    }

    /// Drops the tables for a purpose, because they have failed.
    pub(super) fn give_up(&mut self, purpose: &Purpose) {
        self.0.retain(|(of, _)| of != purpose);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn purpose(variant: Variant, pieces: usize) -> Purpose {
        Purpose { variant, options: RuleOptions::default(), choice: TableChoice { pieces, folder: None } }
    }

    #[test]
    fn the_least_recently_used_set_is_dropped() {
        let mut store = Store(Vec::new());
        let get = |store: &mut Store<String>, variant, pieces, new: &str| {
            let set = store.get_or_begin(&purpose(variant, pieces), || Some(new.to_owned()));
            set.as_deref().cloned().expect("one that was started")
        };
        let (dameo, hexdame) = (Variant::Dameo, Variant::Hexdame);
        assert_eq!(get(&mut store, dameo, 1, "a"), "a");
        assert_eq!(get(&mut store, hexdame, 1, "b"), "b", "of another game");
        assert_eq!(get(&mut store, dameo, 2, "c"), "c", "of another choice");
        store.give_up(&purpose(hexdame, 1));
        assert_eq!(get(&mut store, hexdame, 1, "x"), "x", "what has failed is not kept");
        assert_eq!(get(&mut store, dameo, 1, "d"), "a");
        store.forget(&purpose(dameo, 1).choice);
        assert_eq!(get(&mut store, dameo, 1, "e"), "e");
        assert_eq!(get(&mut store, dameo, 2, "f"), "c");
        (10..10 + MAX_SETS).for_each(|pieces| drop(get(&mut store, dameo, pieces, "more")));
        assert_eq!(get(&mut store, dameo, 2, "g"), "g", "the oldest went");
        assert_eq!(store.get_or_begin(&purpose(dameo, 99), || None), None);
    }
}
