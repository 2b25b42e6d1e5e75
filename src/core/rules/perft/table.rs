//! The perft table: known counts, shared by all threads.

use parking_lot::Mutex;

use crate::memory::{OutOfMemory, fill_mebibytes};
use crate::rules::game::Game;
use crate::rules::placement::Placement;
use crate::rules::position::Position;

/// A table of fixed size that keeps counts of leaves. Entries may be replaced but are never
/// wrong: they hold the whole position, not only its hash key.
pub struct PerftTable<G: Game> {
    buckets: Vec<Mutex<Bucket<G>>>,
}

type Bucket<G> = [Option<Entry<G>>; 4];

/// The count of a position to a depth.
struct Entry<G: Game> {
    placement: Placement<G>,
    depth: usize,
    leaves: u64,
}

impl<G: Game> PerftTable<G> {
    /// A table of `mebibytes` MiB, at least one.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn with_mebibytes(mebibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { buckets: fill_mebibytes(mebibytes, || Mutex::new([const { None }; 4]))? })
    }

    fn bucket(&self, position: &Position<G>) -> &Mutex<Bucket<G>> {
        // CITE: Daniel Lemire, "A fast alternative to the modulo reduction", 2016.
        let index = (u128::from(position.key()) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// The count of `depth` plies from `position`, if it is known.
    pub(super) fn get(&self, position: &Position<G>, depth: usize) -> Option<u64> {
        let bucket = self.bucket(position).lock();
        let known = bucket.iter().flatten().find(|entry| entry.is_of(position, depth))?;
        Some(known.leaves)
    }

    /// Stores a count in place of the entry with the fewest leaves in its bucket.
    pub(super) fn put(&self, position: &Position<G>, depth: usize, leaves: u64) {
        let mut bucket = self.bucket(position).lock();
        let least_work = |entry: &&mut Option<Entry<G>>| entry.as_ref().map_or(0, |entry| entry.leaves);
        if let Some(entry) = bucket.iter_mut().min_by_key(least_work) {
            *entry = Some(Entry { placement: *position.placement(), depth, leaves });
        }
    }
}

impl<G: Game> Entry<G> {
    fn is_of(&self, position: &Position<G>, depth: usize) -> bool {
        self.depth == depth && self.placement == *position.placement()
    }
}
