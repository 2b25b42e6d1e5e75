//! Perft on several threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use parking_lot::Mutex;

use super::count::Count;
use super::error::{PerftError, all_moves, checked_sum};
use super::table::PerftTable;
use crate::rules::game::Game;
use crate::rules::moves::Move;
use crate::rules::position::Position;

/// The resources of a count: threads, table, progress.
///
/// ```
/// use coupturc_core::rules::{PerftPlan, PerftTable, Position, games::Harzdame, perft};
///
/// let start = Position::<Harzdame>::start();
/// let table = PerftTable::with_mebibytes(16)?;
/// let plan = PerftPlan { threads: 2, table: Some(&table), ..PerftPlan::default() };
/// let divided = plan.divide(&start, 5)?;
/// assert_eq!(divided.iter().map(|(_, leaves)| leaves).sum::<u64>(), perft(&start, 5)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct PerftPlan<'a, G: Game> {
    /// The number of threads; at least one is used.
    pub threads: usize,
    /// The table of known counts, to read and to fill.
    pub table: Option<&'a PerftTable<G>>,
    /// Called after each part of the work with the number of finished parts and the total. The calls come from any
    /// thread, and calls from different threads may arrive in any order.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

impl<G: Game> Default for PerftPlan<'_, G> {
    /// One thread, no table, no progress.
    fn default() -> Self {
        Self { threads: 1, table: None, progress: &|_, _| {} }
    }
}

/// The number of parts that keeps all threads busy to the end and shows progress.
const PARTS_WANTED: usize = 256;

/// The depth below which a part is not worth its overhead.
const LEAST_DEPTH: u32 = 3;

/// A position whose leaves count towards the root move of index `root`.
struct Part<G: Game> {
    root: usize,
    position: Position<G>,
}

/// The work, cut into parts of equal depth.
struct Work<G: Game> {
    parts: Vec<Part<G>>,
    depth: u32,
    started: AtomicUsize,
    done: AtomicUsize,
    failed: AtomicBool,
}

impl<G: Game> PerftPlan<'_, G> {
    /// The count after each legal move, in the order of generation; empty at depth 0. Their sum fits into 64 bits.
    ///
    /// # Errors
    ///
    /// If a position on the way has more captures than can be generated, or there are too many leaves.
    pub fn divide(&self, position: &Position<G>, depth: u32) -> Result<Vec<(Move, u64)>, PerftError> {
        let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
        let moves = all_moves(position)?;
        let roots = moves.iter().enumerate();
        let parts = roots.map(|(root, &mv)| Part { root, position: position.play_legal(mv) }).collect();
        let work = Work::cut(parts, rest)?;
        let totals = Mutex::new(vec![0; moves.len()]);
        let results = thread::scope(|scope| {
            let take_part = || self.take_part(&work, &totals);
            let start = |_| thread::Builder::new().spawn_scoped(scope, take_part).ok();
            // If the system does not provide that many threads, fewer do the counting.
            let helpers: Vec<_> = (1..self.threads).map_while(start).collect();
            let own = self.take_part(&work, &totals);
            let joined = helpers.into_iter().map(|helper| match helper.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            joined.chain([own]).collect::<Vec<_>>()
        });
        // A thread is `Stopped` only because of an error in another.
        if let Some(error) =
            results.into_iter().filter_map(Result::err).max_by_key(|&error| error != PerftError::Stopped)
        {
            return Err(error);
        }
        let totals = totals.into_inner();
        checked_sum(totals.iter().copied())?;
        Ok(moves.iter().map(|mv| mv.widen()).zip(totals).collect())
    }

    /// Counts one part after another until none is left.
    #[inline(never)]
    fn take_part(&self, work: &Work<G>, totals: &Mutex<Vec<u64>>) -> Result<(), PerftError> {
        let mut count = Count::new(work.depth, self.table, &work.failed);
        while let Some(part) = work.parts.get(work.started.fetch_add(1, Ordering::Relaxed)) {
            let counted = count.below(&part.position).and_then(|leaves| {
                let total = &mut totals.lock()[part.root];
                *total = checked_sum([*total, leaves])?;
                Ok(())
            });
            if counted.is_err() {
                // Stops the other threads.
                work.failed.store(true, Ordering::Relaxed);
                return counted;
            }
            (self.progress)(work.done.fetch_add(1, Ordering::Relaxed) + 1, work.parts.len());
        }
        Ok(())
    }
}

impl<G: Game> Work<G> {
    /// Splits `parts` ply by ply until there are enough, as long as they stay worth their overhead.
    fn cut(mut parts: Vec<Part<G>>, mut depth: u32) -> Result<Self, PerftError> {
        while depth > LEAST_DEPTH && !parts.is_empty() && parts.len() < PARTS_WANTED {
            let mut smaller = Vec::new();
            for Part { root, position } in parts {
                let moves = all_moves(&position)?;
                smaller.extend(moves.iter().map(|&mv| Part { root, position: position.play_legal(mv) }));
            }
            parts = smaller;
            depth -= 1;
        }
        let (started, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Ok(Self { parts, depth, started, done, failed: AtomicBool::new(false) })
    }
}
