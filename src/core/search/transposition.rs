//! Transposition table: what was found out about positions, shared by all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use prefetch_index::prefetch_index;

use super::score::{Score, Window};
use crate::memory::{OutOfMemory, SharedWords};
use crate::rules::{Game, Move, Position};

/// How a stored score bounds the true one.
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
    /// What a score says that was found with a window.
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

/// An entry: what is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best move, if any was best.
    pub(super) best_move: Option<MoveTag>,
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// How many plies deep the search was.
    pub(super) depth: u8,
    /// The static evaluation, if it was asked for.
    pub(super) evaluation: Option<Score>,
}

impl Entry {
    /// The stored score, if it answers the question: a cutoff by the transposition table. Where an exact score is wanted,
    /// the search goes on so that its line is known.
    #[inline]
    pub(super) fn answer(self, window: Window, depth: i32) -> Option<Score> {
        if i32::from(self.depth) < depth || window.is_open() {
            return None;
        }
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        };
        answers.then_some(self.score)
    }
}

/// Enough of a move to recognise it among the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveTag(u16);

impl MoveTag {
    #[inline]
    pub(super) fn of(mv: Move) -> Self {
        // Captures with the same ends are told apart by four bits of their captured cells.
        let captured = mv.captured().0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
        Self((mv.from().index() | mv.to().index() << 6) as u16 | (captured as u16) << 12)
    }
}

/// The place of an entry, which threads read and write without locks.
///
/// CITE: Robert Hyatt and Tim Mann, "A lockless transposition table implementation for parallel
/// search", ICGA Journal 25(1), 2002: the key is stored combined with the data, so that a slot
/// that two threads have mixed up belongs to no position.
#[derive(Clone, Copy)]
struct Slot<'a> {
    key_xor_data: &'a AtomicU64,
    data: &'a AtomicU64,
}

/// The words of the slots that share a cache line; a position may stand in any of them.
type Bucket = [AtomicU64; 8];

const WORDS_A_LINE: usize = 8;

/// A transposition table of fixed size, which keeps the most useful of what it is told.
pub struct TranspositionTable {
    /// Buckets, between a few words that are not used so that each bucket is a cache line.
    words: SharedWords,
    used: Range<usize>,
    /// Counts searches, modulo 64, to tell old entries from new ones.
    generation: AtomicU8,
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
        Ok(Self::of(SharedWords::zeroed(mebibytes, WORDS_A_LINE)?))
    }

    /// An empty table of the same size, to put in the place of this one: that takes no time. None if the table is so
    /// small that [`clear`](Self::clear) hardly takes any either, or if there is not enough memory for both.
    #[must_use]
    pub fn fresh(&self) -> Option<Self> {
        self.words.fresh().map(Self::of)
    }

    fn of(words: SharedWords) -> Self {
        let unused = words.as_ptr().align_offset(WORDS_A_LINE * size_of::<AtomicU64>()).min(WORDS_A_LINE);
        let used = unused..words.len() - WORDS_A_LINE + unused;
        Self { words, used, generation: AtomicU8::new(0) }
    }

    /// Whether it takes the system time to [find memory](Self::find_memory) for the table.
    #[must_use]
    pub fn is_large(&self) -> bool {
        self.words.is_large()
    }

    /// Has the system find the memory of a large table now, until `stop` is set. Otherwise it does so as the table is first
    /// used, and the search waits for it. Searches may use the table meanwhile.
    pub fn find_memory(&self, stop: &AtomicBool) {
        self.words.find_memory(stop);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        // What was never used is not written, so that the system need not find memory for it.
        for word in self.words.iter().filter(|word| word.load(Relaxed) != 0) {
            word.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: what is known so far becomes older.
    pub fn next_generation(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.words[self.used.clone()].as_chunks().0
    }

    /// How many of a thousand entries the current search has written, by a sample.
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

    /// Has the processor fetch what [`probe`](Self::probe) will look at: else it waits for the memory then.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(self.buckets(), self.place(key));
    }

    /// Fetches the same for the position behind a move, and gives its key.
    #[inline]
    pub(super) fn prefetch_behind<G: Game>(&self, position: &Position<G>, mv: Move) -> u64 {
        let key = position.play_legal(mv).search_key();
        self.prefetch(key);
        key
    }

    /// What is known about the position with this key, `ply` plies from the root.
    #[inline]
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        slots(self.bucket(key)).find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let matches = slot.key_xor_data.load(Relaxed) ^ data == key;
            if matches { PackedEntry(data).unpack(ply) } else { None }
        })
    }

    /// Stores what was found out, in place of what is least worth keeping. What the same search has found out about the same
    /// position at a greater depth stays, unless the new score is exact.
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

/// An entry as the data of a slot. From the lowest bit: move 16, score 16, depth 8, generation 6, bound 2, evaluation 16;
/// data without a bound are those of an empty slot.
#[derive(Clone, Copy)]
struct PackedEntry(u64);

/// No move goes from bit 0 to bit 0 and captures nothing.
const NO_MOVE: u16 = 0;

/// No evaluation is that bad.
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

    /// Whether the entry is in use, and was written in this generation.
    fn is_of(self, generation: u8) -> bool {
        self.0 >> 46 & 3 != 0 && (self.0 >> 40 & 63) as u8 == generation
    }

    /// How much an entry is worth keeping: deep ones more, old ones less, empty ones nothing.
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
    fn remembers_what_it_is_told() {
        let table = TranspositionTable::with_mebibytes(1).expect("a small table fits");
        table.store(42, 3, entry(5));
        assert_eq!(table.probe(42, 3), Some(entry(5)));
        assert_eq!(table.probe(43, 3), None);
        table.clear();
        assert_eq!(table.probe(42, 3), None);
    }

    #[test]
    fn tells_how_much_of_it_is_in_use() {
        let table = TranspositionTable::with_mebibytes(1).expect("a small table fits");
        assert_eq!(table.permille_in_use(), 0);
        for key in 0..4_u64 << 16 {
            // Spread over all buckets.
            table.store(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0, entry(5));
        }
        assert!((900..=1_000).contains(&table.permille_in_use()), "{}", table.permille_in_use());
        table.next_generation();
        assert_eq!(table.permille_in_use(), 0, "nothing is new");
    }

    #[test]
    fn prefers_deep_and_new_entries() {
        let table = TranspositionTable::with_mebibytes(1).expect("a small table fits");
        // Five positions that share the first bucket of four.
        for key in 1..=4 {
            table.store(key, 0, entry(key as u8 + 10));
        }
        table.store(5, 0, entry(3));
        assert_eq!(table.probe(1, 0), None, "the shallowest went");
        assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
        for _ in 0..5 {
            table.next_generation();
        }
        table.store(6, 0, entry(1));
        assert_eq!(table.probe(5, 0), None, "then the shallowest of the old ones");
    }

    #[test]
    fn deeper_knowledge_stays_for_the_length_of_a_search() {
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
    fn a_slot_mixed_up_by_two_threads_belongs_to_no_position() {
        let table = TranspositionTable::with_mebibytes(1).expect("a small table fits");
        table.store(42, 0, entry(5));
        let torn = PackedEntry::pack(entry(6), 0, 0).0;
        table.bucket(42)[1].store(torn, Relaxed);
        assert_eq!(table.probe(42, 0), None);
    }
}
