//! Transposition table: search results keyed by position, shared by all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use prefetch_index::prefetch_index;

use super::score::{Score, Window};
use crate::memory::{OutOfMemory, SharedWords};
use crate::rules::{Game, Move, Position, Word};

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
    /// This is the true score.
    Exact,
}

impl Bound {
    /// The bound of a score found with this window.
    #[inline]
    pub(super) fn of(score: Score, window: Window) -> Self {
        if score >= window.beta {
            Self::Lower
        } else if score > window.alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// What the table stores about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best move, if one raised alpha.
    pub(super) best_move: Option<MoveTag>,
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// The depth of the search in plies.
    pub(super) depth: u8,
    /// The static evaluation, if it was computed.
    pub(super) evaluation: Option<Score>,
}

impl Entry {
    /// The stored score, if it allows a cutoff. PV nodes (open windows) never take a cutoff, so that the principal
    /// variation is not truncated.
    #[inline]
    pub(super) fn cutoff(self, window: Window, depth: i32) -> Option<Score> {
        if i32::from(self.depth) < depth || window.is_open() {
            return None;
        }
        let is_cutoff = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        };
        is_cutoff.then_some(self.score)
    }
}

/// Enough of a move to recognise it among the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveTag(u16);

impl MoveTag {
    #[inline]
    pub(super) fn of<W: Word>(mv: Move<W>) -> Self {
        let bits_of_cell = const { W::BITS.ilog2() };
        let (from, to) = (mv.from().index_in::<W>(), mv.to().index_in::<W>());
        // The other bits, four, two or none, are a hash of the captured cells, which distinguishes captures with the
        // same origin and destination.
        let captured =
            mv.captured().0.folded().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48 >> (2 * bits_of_cell);
        Self((from | to << bits_of_cell) as u16 | ((captured as u32) << (2 * bits_of_cell)) as u16)
    }
}

/// The slot of an entry, read and written by threads without locks.
///
/// CITE: Robert Hyatt and Tim Mann, "A lockless transposition table implementation for parallel search", ICGA Journal
/// 25(1), 2002: the key is stored XORed with the data, so that a slot written by two threads at the same time matches
/// no position.
#[derive(Clone, Copy)]
struct Slot<'a> {
    key_xor_data: &'a AtomicU64,
    data: &'a AtomicU64,
}

/// The four slots of one cache line, two words each; a position may be in any of them.
type Bucket = [AtomicU64; 8];

const WORDS_PER_LINE: usize = 8;

/// A transposition table of fixed size.
pub struct TranspositionTable {
    /// Buckets, with a few unused words around them so that each bucket is a cache line.
    words: SharedWords,
    used: Range<usize>,
    /// The number of searches modulo 64, to distinguish old entries from new ones.
    generation: AtomicU8,
    /// Whether a thread is still obtaining the memory.
    awaits_memory: AtomicBool,
}

const GENERATIONS: u8 = 64;

fn slots(bucket: &Bucket) -> impl Iterator<Item = Slot<'_>> {
    bucket.as_chunks().0.iter().map(|[key_xor_data, data]| Slot { key_xor_data, data })
}

impl TranspositionTable {
    /// A table of `mebibytes` MiB, at least one.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn with_mebibytes(mebibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self::of(SharedWords::zeroed(mebibytes, WORDS_PER_LINE)?))
    }

    /// An empty table of the same size, to replace this one immediately. `None` if the table is so small that
    /// [`clear`](Self::clear) is as fast, or if there is not enough memory for both.
    #[must_use]
    pub fn fresh(&self) -> Option<Self> {
        self.words.fresh().map(Self::of)
    }

    fn of(words: SharedWords) -> Self {
        let unused = words.as_ptr().align_offset(WORDS_PER_LINE * size_of::<AtomicU64>()).min(WORDS_PER_LINE);
        let used = unused..words.len() - WORDS_PER_LINE + unused;
        Self { words, used, generation: AtomicU8::new(0), awaits_memory: AtomicBool::new(false) }
    }

    /// Whether the table is so large that the system needs time to [allocate its memory](Self::find_memory).
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.words.is_large()
    }

    /// Touches the pages of a large table, so that the system allocates them now; stops early if `stop` is set. Without
    /// this, the system allocates each page at its first use, which stalls the search. Searches may use the table
    /// meanwhile.
    pub fn find_memory(&self, stop: &AtomicBool) {
        self.words.find_memory(stop);
        self.await_memory(false);
    }

    /// Records whether a thread is going to [allocate the memory](Self::find_memory).
    pub fn await_memory(&self, is_awaited: bool) {
        self.awaits_memory.store(is_awaited, Relaxed);
    }

    /// Whether a thread is still allocating the memory, so that a search may stall on a page fault at any node.
    #[must_use]
    pub fn awaits_memory(&self) -> bool {
        self.awaits_memory.load(Relaxed)
    }

    /// Removes all entries.
    pub fn clear(&self) {
        // Writing only non-zero words keeps the system from allocating unused pages.
        for word in self.words.iter().filter(|word| word.load(Relaxed) != 0) {
            word.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Starts a new generation: all entries become one search older.
    pub fn next_generation(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.words[self.used.clone()].as_chunks().0
    }

    /// The share of entries written by the current search, in thousandths, estimated from a sample.
    #[must_use]
    pub fn permille_in_use(&self) -> usize {
        const SAMPLE: usize = 250;
        let generation = self.generation.load(Relaxed);
        let slots = self.buckets().iter().take(SAMPLE).flat_map(slots);
        slots.filter(|slot| PackedEntry(slot.data.load(Relaxed)).is_of(generation)).count()
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets().len() as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets()[self.place(key)]
    }

    /// Prefetches the bucket of a key, so that [`probe`](Self::probe) does not stall on a cache miss.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(self.buckets(), self.place(key));
    }

    /// Prefetches the bucket of the position after a move. Returns the key of the position.
    #[inline]
    pub(super) fn prefetch_after<G: Game>(&self, position: &Position<G>, mv: Move<G::Word>) -> u64 {
        let key = position.play_legal(mv).search_key();
        self.prefetch(key);
        key
    }

    /// The entry of the position with this key, `ply` plies from the root.
    #[inline]
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        slots(self.bucket(key)).find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let matches = slot.key_xor_data.load(Relaxed) ^ data == key;
            if matches { PackedEntry(data).unpack(ply) } else { None }
        })
    }

    /// Stores an entry, replacing the least valuable one in its bucket. A deeper entry for the same position from the
    /// same search is kept, unless the new score is exact.
    #[inline]
    pub(super) fn store(&self, key: u64, ply: usize, entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let bucket = self.bucket(key);
        let [key_xor_data, data, ..] = bucket;
        let mut place = Slot { key_xor_data, data };
        let mut least = i32::MAX;
        let mut known_best = None;
        for slot in slots(bucket) {
            let data = slot.data.load(Relaxed);
            if slot.key_xor_data.load(Relaxed) ^ data == key {
                let known = PackedEntry(data);
                if known.depth() > entry.depth && known.is_of(generation) && entry.bound != Bound::Exact {
                    return;
                }
                known_best = known.best_move();
                place = slot;
                break;
            }
            let relevance = PackedEntry(data).relevance(generation);
            if relevance < least {
                (least, place) = (relevance, slot);
            }
        }
        let best_move = entry.best_move.or(known_best);
        let data = PackedEntry::pack(Entry { best_move, ..entry }, generation, ply).0;
        place.key_xor_data.store(key ^ data, Relaxed);
        place.data.store(data, Relaxed);
    }
}

/// An entry packed into the data of a slot. A slot with bound 0 is empty.
///
/// ```text
/// bits  63......48 47..46 45........40 39..32 31..16 15.......0
///       evaluation bound  generation   depth  score  best move
/// ```
#[derive(Clone, Copy)]
struct PackedEntry(u64);

/// A tag that no legal move can have: from square 0 to square 0, without a capture.
const NO_MOVE: u16 = 0;

/// Marks a missing evaluation; lower than any real one.
const NO_EVALUATION: i16 = i16::MIN;

impl PackedEntry {
    #[inline]
    fn pack(entry: Entry, generation: u8, ply: usize) -> Self {
        let bound = match entry.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let best_move = entry.best_move.map_or(NO_MOVE, |tag| tag.0);
        let score = entry.score.to_table(ply) as u16;
        Self(
            u64::from(best_move)
                | u64::from(score) << 16
                | u64::from(entry.depth) << 32
                | u64::from(generation) << 40
                | bound << 46
                | u64::from(entry.evaluation.map_or(NO_EVALUATION, |score| score.to_table(0)) as u16) << 48,
        )
    }

    #[inline]
    fn unpack(self, ply: usize) -> Option<Entry> {
        let bound = match self.0 >> 46 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let score = Score::from_table((self.0 >> 16) as u16 as i16, ply);
        let evaluation = (self.0 >> 48) as u16 as i16;
        let evaluation = (evaluation != NO_EVALUATION).then(|| Score::from_table(evaluation, 0));
        Some(Entry { best_move: self.best_move(), score, bound, depth: self.depth(), evaluation })
    }

    #[inline]
    fn best_move(self) -> Option<MoveTag> {
        let tag = self.0 as u16;
        (tag != NO_MOVE).then_some(MoveTag(tag))
    }

    #[inline]
    fn depth(self) -> u8 {
        (self.0 >> 32) as u8
    }

    /// Whether the slot is in use and was written in this generation.
    fn is_of(self, generation: u8) -> bool {
        self.0 >> 46 & 3 != 0 && (self.0 >> 40 & 63) as u8 == generation
    }

    /// The replacement value: depth, minus four per generation of age; empty slots rank lowest.
    #[inline]
    fn relevance(self, generation: u8) -> i32 {
        if self.0 >> 46 & 3 == 0 {
            return i32::MIN;
        }
        let age = (GENERATIONS + generation - (self.0 >> 40 & 63) as u8) % GENERATIONS;
        i32::from(self.depth()) - 4 * i32::from(age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> Entry {
        Entry {
            best_move: Some(MoveTag(77)),
            score: Score::win_in(7),
            bound: Bound::Lower,
            depth,
            evaluation: None,
        }
    }

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::with_mebibytes(1).expect("a small table fits");
        table.store(42, 3, entry(5));
        assert_eq!(table.probe(42, 3), Some(entry(5)));
        assert_eq!(table.probe(43, 3), None);
        table.clear();
        assert_eq!(table.probe(42, 3), None);
    }

    #[test]
    fn permille_counts_entries_of_the_current_search() {
        let table = TranspositionTable::with_mebibytes(1).expect("a small table fits");
        assert_eq!(table.permille_in_use(), 0);
        for key in 0..4_u64 << 16 {
            // Spread over all buckets.
            table.store(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0, entry(5));
        }
        assert!((900..=1_000).contains(&table.permille_in_use()), "{}", table.permille_in_use());
        table.next_generation();
        assert_eq!(table.permille_in_use(), 0, "no entry is new");
    }

    #[test]
    fn deep_and_new_entries_are_preferred() {
        let table = TranspositionTable::with_mebibytes(1).expect("a small table fits");
        // Five positions that share the first bucket, which has four slots.
        for key in 1..=4 {
            table.store(key, 0, entry(key as u8 + 10));
        }
        table.store(5, 0, entry(3));
        assert_eq!(table.probe(1, 0), None, "the shallowest was replaced");
        assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
        for _ in 0..5 {
            table.next_generation();
        }
        table.store(6, 0, entry(1));
        assert_eq!(table.probe(5, 0), None, "then the shallowest of the old ones");
    }

    #[test]
    fn deeper_entries_stay_during_a_search() {
        let table = TranspositionTable::with_mebibytes(1).expect("a small table fits");
        let depth = || table.probe(42, 0).map(|entry| entry.depth);
        table.store(42, 0, entry(9));
        table.store(42, 0, entry(8));
        assert_eq!(depth(), Some(9));
        table.store(42, 0, Entry { bound: Bound::Exact, ..entry(3) });
        assert_eq!(depth(), Some(3), "an exact score is worth more");
        table.store(42, 0, entry(9));
        table.next_generation();
        table.store(42, 0, entry(1));
        assert_eq!(depth(), Some(1), "another search");
    }

    #[test]
    fn a_slot_torn_by_two_threads_matches_no_position() {
        let table = TranspositionTable::with_mebibytes(1).expect("a small table fits");
        table.store(42, 0, entry(5));
        let torn = PackedEntry::pack(entry(6), 0, 0).0;
        table.bucket(42)[1].store(torn, Relaxed);
        assert_eq!(table.probe(42, 0), None);
    }
}
