//! Store of the endgame tables that all engines of the process share, and that outlive them: a client that changes
//! the game, and comes back to it, finds them again.

use std::any::{Any, TypeId};
use std::sync::Arc;

use parking_lot::Mutex;

use super::endgames::TableChoice;
use crate::rules::{Game, RuleOptions};

/// So many sets are kept, the ones used last: for a few games and some of their options. A set of up to three pieces
/// takes up to 3 MiB.
const MOST_SETS: usize = 8;

/// Those used last come last.
static SETS: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// Tables, and what they are good for.
struct Kept {
    game: TypeId,
    options: RuleOptions,
    choice: TableChoice,
    set: Arc<dyn Any + Send + Sync>,
}

/// The tables of `G` under these options and by this choice: those that are kept, or those that `begin` gives.
pub(super) fn get_or_begin<G: Game, T: Any + Send + Sync>(
    options: &RuleOptions,
    choice: &TableChoice,
    begin: impl FnOnce() -> Option<T>,
) -> Option<Arc<T>> {
    let game = TypeId::of::<G>();
    let mut sets = SETS.lock();
    if let Some(place) = sets.iter().position(|kept| kept.is_of(game, options, choice)) {
        let kept = sets.remove(place);
        let set = Arc::clone(&kept.set);
        sets.push(kept);
        return set.downcast().ok();
    }
    let set = Arc::new(begin()?);
    let kept = Kept { game, options: *options, choice: choice.clone(), set: Arc::clone(&set) as _ };
    if sets.len() == MOST_SETS {
        sets.remove(0);
    }
    sets.push(kept);
    Some(set)
}

/// Gives back all tables that were chosen like this, as soon as nobody uses them any more.
pub(super) fn forget(choice: &TableChoice) {
    SETS.lock().retain(|kept| kept.choice != *choice);
}

/// Gives back the tables of `G` under these options and by this choice, which have failed.
pub(super) fn give_up<G: Game>(options: &RuleOptions, choice: &TableChoice) {
    let game = TypeId::of::<G>();
    SETS.lock().retain(|kept| !kept.is_of(game, options, choice));
}

impl Kept {
    fn is_of(&self, game: TypeId, options: &RuleOptions, choice: &TableChoice) -> bool {
        self.game == game && self.options == *options && self.choice == *choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::games::{Dameo, Hexdame};

    fn choice(pieces: usize) -> TableChoice {
        // Other tests of this process use other numbers.
        TableChoice { pieces: 1_000 + pieces, folder: None }
    }

    fn get<G: Game>(pieces: usize, new: &str) -> String {
        let set = get_or_begin::<G, _>(&RuleOptions::default(), &choice(pieces), || Some(new.to_owned()));
        set.as_deref().cloned().expect("one that was begun")
    }

    #[test]
    fn sets_are_kept_until_too_many_are_or_none_is_wanted() {
        assert_eq!(get::<Dameo>(1, "a"), "a");
        assert_eq!(get::<Hexdame>(1, "b"), "b", "of another game");
        assert_eq!(get::<Dameo>(2, "c"), "c", "of another choice");
        give_up::<Hexdame>(&RuleOptions::default(), &choice(1));
        assert_eq!(get::<Hexdame>(1, "x"), "x", "what has failed is not kept");
        assert_eq!(get::<Dameo>(1, "d"), "a");
        forget(&choice(1));
        assert_eq!((get::<Dameo>(1, "e"), get::<Dameo>(2, "f")), ("e".to_owned(), "c".to_owned()));
        (10..10 + MOST_SETS).for_each(|pieces| drop(get::<Dameo>(pieces, "more")));
        assert_eq!(get::<Dameo>(2, "g"), "g", "the oldest went");
        let none = get_or_begin::<Dameo, String>(&RuleOptions::default(), &choice(99), || None);
        assert_eq!(none, None);
        (0..100).for_each(|pieces| forget(&choice(pieces)));
    }
}
