//! Cache: the blocks in memory of all files of a set, up to a limit.
//!
//! A block that is in memory is read without a lock. Which block has to go is decided by the clock algorithm, a second
//! chance for each block that was used since it was last considered: the least that a lookup must record is one bit.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arc_swap::ArcSwapOption;
use parking_lot::Mutex;

use crate::memory;

/// The limit of a set of tables unless it is told another, in MiB.
pub const DEFAULT_CACHE_MEBIBYTES: usize = 256;

/// Whether memory is short is looked up once for so many blocks that are loaded, since that takes about as long as
/// loading one.
const LOADS_PER_LOOK: usize = 32;

/// The packed bytes of a block; `None` if it is damaged.
type Packed = Option<Box<[u8]>>;

/// A block that may be in memory.
#[derive(Debug, Default)]
pub(super) struct CachedBlock {
    packed: ArcSwapOption<Packed>,
    /// Whether the block was used since the clock passed it.
    is_used: AtomicBool,
}

impl CachedBlock {
    /// What `read` makes of the packed bytes, if the block is in memory.
    #[inline]
    pub(super) fn read<T>(&self, read: impl FnOnce(Option<&[u8]>) -> T) -> Option<T> {
        let packed = self.packed.load();
        let packed = packed.as_ref()?;
        // Reading first keeps the line of the processor's cache shared between threads.
        if !self.is_used.load(Relaxed) {
            self.is_used.store(true, Relaxed);
        }
        Some(read(packed.as_deref()))
    }
}

/// The blocks of several files that are in memory.
#[derive(Debug)]
pub(in crate::tables) struct BlockCache {
    /// In bytes.
    limit: usize,
    held: Mutex<Held>,
}

/// The blocks in memory. Damaged ones are not among them: they take no memory, and stay what they are.
#[derive(Debug, Default)]
struct Held {
    bytes: usize,
    loads: usize,
    clock: VecDeque<Arc<CachedBlock>>,
}

impl Default for BlockCache {
    fn default() -> Self {
        Self::with_mebibytes(DEFAULT_CACHE_MEBIBYTES)
    }
}

impl BlockCache {
    /// A cache for this many MiB of packed values. It always holds the block that was loaded last.
    pub(in crate::tables) fn with_mebibytes(mebibytes: usize) -> Self {
        Self { limit: mebibytes.saturating_mul(1 << 20), held: Mutex::default() }
    }

    /// Keeps a block that was just loaded, and forgets others if there is no room for it. Returns its packed bytes.
    pub(super) fn keep(&self, block: &Arc<CachedBlock>, packed: Packed) -> Arc<Packed> {
        let mut held = self.held.lock();
        // Another thread may have loaded the same block.
        if let Some(packed) = block.packed.load_full() {
            return packed;
        }
        let packed = Arc::new(packed);
        block.packed.store(Some(Arc::clone(&packed)));
        if let Some(bytes) = &*packed {
            held.add(block, bytes.len(), self.limit);
        }
        packed
    }

    /// The number of bytes in memory.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.held.lock().bytes
    }
}

impl Held {
    /// Adds a block of this length.
    fn add(&mut self, block: &Arc<CachedBlock>, bytes: usize, limit: usize) {
        self.loads += 1;
        let is_short = self.loads.is_multiple_of(LOADS_PER_LOOK) && memory::is_short();
        let limit = if is_short { limit.min(self.bytes / 2) } else { limit };
        self.make_room(limit.saturating_sub(bytes));
        self.bytes += bytes;
        self.clock.push_back(Arc::clone(block));
    }

    /// Forgets blocks until at most this many bytes are left.
    fn make_room(&mut self, bytes: usize) {
        while self.bytes > bytes
            && let Some(block) = self.clock.pop_front()
        {
            if block.is_used.swap(false, Relaxed) {
                self.clock.push_back(block);
            } else if let Some(packed) = block.packed.swap(None) {
                self.bytes -= packed.as_ref().as_ref().map_or(0, |packed| packed.len());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: usize = 1 << 19;

    /// Loads a block of half a MiB full of `value`.
    fn load(cache: &BlockCache, block: &Arc<CachedBlock>, value: u8) {
        cache.keep(block, Some(vec![value; HALF].into()));
    }

    fn first(block: &CachedBlock) -> Option<u8> {
        block.read(|packed| packed.and_then(|packed| packed.first().copied())).flatten()
    }

    #[test]
    fn the_block_goes_that_was_not_used() {
        let cache = BlockCache::with_mebibytes(1);
        let blocks: [Arc<CachedBlock>; 4] = Default::default();
        load(&cache, &blocks[0], 10);
        load(&cache, &blocks[1], 11);
        assert_eq!(first(&blocks[0]), Some(10));
        load(&cache, &blocks[2], 12);
        let found = blocks.each_ref().map(|block| first(block));
        assert_eq!(found, [Some(10), None, Some(12), None]);
        assert_eq!(cache.bytes(), 2 * HALF);
        load(&cache, &blocks[2], 99);
        assert_eq!((first(&blocks[2]), cache.bytes()), (Some(12), 2 * HALF), "it was there");
    }

    #[test]
    fn damaged_blocks_stay_and_take_no_memory() {
        let cache = BlockCache::with_mebibytes(0);
        let blocks: [Arc<CachedBlock>; 3] = Default::default();
        cache.keep(&blocks[0], None);
        load(&cache, &blocks[1], 11);
        assert_eq!(cache.bytes(), HALF, "the last block is held even without room");
        load(&cache, &blocks[2], 12);
        assert_eq!(cache.bytes(), HALF);
        assert_eq!(blocks[0].read(|packed| packed.is_none()), Some(true));
        assert_eq!((first(&blocks[1]), first(&blocks[2])), (None, Some(12)));
    }
}
