//! The transposition table of an engine, and a thread that finds its memory ahead of the searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

use crate::memory::{OutOfMemory, give_back_later};
use crate::search::TranspositionTable;

/// The transposition table of an engine.
///
/// The system finds memory for a page, and clears it, when the page is first used. With pages of 2 MiB nearly every node at the
/// beginning of a search would wait for one, and next to nothing be searched until all 512 of 1 GiB are found (docs/log/speed.md).
/// So a thread goes ahead, as soon as a game or a search begins. An engine that only answers questions about the rules takes no
/// memory for its table.
pub(super) struct EngineTable {
    table: Arc<TranspositionTable>,
    /// Whether a search may have written something into it.
    is_used: bool,
    ahead: Option<GoingAhead>,
}

impl EngineTable {
    /// An empty table of `mebibytes` MiB.
    pub(super) fn with_mebibytes(mebibytes: usize) -> Result<Self, OutOfMemory> {
        TranspositionTable::with_mebibytes(mebibytes).map(Self::of)
    }

    fn of(table: TranspositionTable) -> Self {
        Self { table: Arc::new(table), is_used: false, ahead: None }
    }

    /// Forgets everything, for another game.
    pub(super) fn clear(&mut self) {
        if self.is_used {
            match self.table.fresh() {
                Some(table) => *self = Self::of(table),
                None => self.table.clear(),
            }
            self.is_used = false;
        }
        self.go_ahead();
    }

    /// The table for a search that begins.
    pub(super) fn for_search(&mut self) -> Arc<TranspositionTable> {
        self.is_used = true;
        self.table.next_generation();
        self.go_ahead();
        Arc::clone(&self.table)
    }

    fn go_ahead(&mut self) {
        if self.ahead.is_none() && self.table.is_large() {
            self.ahead = Some(GoingAhead::begin(&self.table));
        }
    }
}

/// A thread that finds the memory of a table. When this is dropped it stops; nobody waits for it, for to find a page may take the
/// system long.
struct GoingAhead {
    stop: Arc<AtomicBool>,
    /// None where there are no threads; then searches find the memory.
    thread: Option<JoinHandle<()>>,
}

impl GoingAhead {
    fn begin(table: &Arc<TranspositionTable>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (table, is_stopped) = (Arc::clone(table), Arc::clone(&stop));
        // With a lower priority searches on a single processor come to a standstill: perhaps they wait for a page that this
        // thread has begun to find.
        table.await_memory(true);
        let work = {
            let table = Arc::clone(&table);
            move || table.find_memory(&is_stopped)
        };
        let thread = thread::Builder::new().name("memory".to_owned()).spawn(work);
        if thread.is_err() {
            table.await_memory(false);
        }
        Self { stop, thread: thread.ok() }
    }
}

impl Drop for GoingAhead {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take().filter(|thread| !thread.is_finished()) {
            // Until it has stopped it keeps the table.
            give_back_later(move || drop(thread.join()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::has_mebibytes;

    #[test]
    fn a_table_that_no_search_has_used_is_kept_for_the_next_game() {
        let mut table = EngineTable::with_mebibytes(64).expect("so much there is");
        let before = Arc::as_ptr(&table.table);
        table.clear();
        assert!(table.ahead.is_some());
        assert_eq!(Arc::as_ptr(&table.table), before);
        let searched = table.for_search();
        table.clear();
        assert!(!Arc::ptr_eq(&table.table, &searched));
    }

    #[test]
    fn nobody_keeps_a_table_that_is_dropped() {
        let mut table = EngineTable::with_mebibytes(256).expect("so much there is");
        let searched = Arc::downgrade(&table.for_search());
        drop(table);
        assert!(!has_mebibytes(usize::MAX), "what is given back is waited for, in vain");
        assert!(searched.upgrade().is_none());
    }

    #[test]
    fn small_tables_need_no_thread() {
        let mut table = EngineTable::with_mebibytes(1).expect("so much there is");
        table.for_search();
        table.clear();
        assert!(table.ahead.is_none());
    }
}
