//! The transposition table of an engine, and a thread that allocates its memory ahead of the searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

use crate::memory::{OutOfMemory, give_back_later};
use crate::search::TranspositionTable;

/// The transposition table of an engine.
///
/// The system allocates and clears a page of memory at its first use. With pages of 2 MiB nearly every node at the
/// start of a search would wait for one, and hardly anything would be searched until all 512 pages of 1 GiB are
/// allocated (docs/log/speed.md). So a thread touches them as soon as a game or a search starts. An engine that only
/// answers questions about the rules uses no memory for its table.
pub(super) struct EngineTable {
    table: Arc<TranspositionTable>,
    /// Whether a search may have written to the table.
    is_used: bool,
    allocation: Option<Allocation>,
}

impl EngineTable {
    /// An empty table of `mebibytes` MiB.
    pub(super) fn with_mebibytes(mebibytes: usize) -> Result<Self, OutOfMemory> {
        TranspositionTable::with_mebibytes(mebibytes).map(Self::of)
    }

    fn of(table: TranspositionTable) -> Self {
        Self { table: Arc::new(table), is_used: false, allocation: None }
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
        self.start_allocation();
    }

    /// The table for a new search.
    pub(super) fn for_search(&mut self) -> Arc<TranspositionTable> {
        self.is_used = true;
        self.table.next_generation();
        self.start_allocation();
        Arc::clone(&self.table)
    }

    fn start_allocation(&mut self) {
        if self.allocation.is_none() && self.table.is_large() {
            self.allocation = Some(Allocation::start(&self.table));
        }
    }
}

/// A thread that allocates the memory of a table. Dropping this stops it without waiting, since the system may take
/// long to allocate a page.
struct Allocation {
    stop: Arc<AtomicBool>,
    /// `None` if the thread could not be started; then searches allocate the memory.
    thread: Option<JoinHandle<()>>,
}

impl Allocation {
    fn start(table: &Arc<TranspositionTable>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (table, is_stopped) = (Arc::clone(table), Arc::clone(&stop));
        // Not at a lower priority: on a single processor searches would stall, perhaps waiting for a page that this
        // thread has started to allocate.
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

impl Drop for Allocation {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take().filter(|thread| !thread.is_finished()) {
            // The thread holds the table until it has stopped.
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
        let mut table = EngineTable::with_mebibytes(64).expect("enough memory");
        let before = Arc::as_ptr(&table.table);
        table.clear();
        assert!(table.allocation.is_some());
        assert_eq!(Arc::as_ptr(&table.table), before);
        let searched = table.for_search();
        table.clear();
        assert!(!Arc::ptr_eq(&table.table, &searched));
    }

    #[test]
    fn a_dropped_table_is_freed() {
        let mut table = EngineTable::with_mebibytes(256).expect("enough memory");
        let searched = Arc::downgrade(&table.for_search());
        drop(table);
        // Waits until the memory has been freed.
        assert!(!has_mebibytes(usize::MAX), "no machine has this much memory");
        assert!(searched.upgrade().is_none());
    }

    #[test]
    fn small_tables_need_no_thread() {
        let mut table = EngineTable::with_mebibytes(1).expect("enough memory");
        table.for_search();
        table.clear();
        assert!(table.allocation.is_none());
    }
}
