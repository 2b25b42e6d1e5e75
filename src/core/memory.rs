//! Memory for large tables: allocated in full or not at all, and never so much that the system kills the process.

mod huge_pages;

use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use parking_lot::{Condvar, Mutex};

/// The error when there is not enough memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is not enough memory for a table of that size")
    }
}

impl std::error::Error for OutOfMemory {}

const BYTES_PER_MIB: u64 = 1 << 20;

/// Returns as many values as fit into `mebibytes` MiB, at least one MiB.
///
/// Linux promises more memory than it has and kills processes that use it, so this first checks how much is available.
pub(crate) fn fill_mebibytes<T>(mebibytes: usize, value: impl FnMut() -> T) -> Result<Vec<T>, OutOfMemory> {
    let bytes = (mebibytes.max(1) as u64).checked_mul(BYTES_PER_MIB).ok_or(OutOfMemory)?;
    if !has_mebibytes(mebibytes) {
        return Err(OutOfMemory);
    }
    let count = usize::try_from(bytes / size_of::<T>() as u64).map_err(|_| OutOfMemory)?;
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(|_| OutOfMemory)?;
    values.resize_with(count, value);
    Ok(values)
}

/// Words that threads share, initially zero.
///
/// The system clears each page when it is first touched: a large table costs nothing before it is used, and its owner
/// does not wait for it. A full table takes the system tenths of a second to free, so another thread does that.
#[derive(Debug)]
pub(crate) struct SharedWords(Box<[AtomicU64]>);

impl SharedWords {
    /// Returns words that fill `mebibytes` MiB, at least one MiB, and `more` words.
    pub(crate) fn zeroed(mebibytes: usize, more: usize) -> Result<Self, OutOfMemory> {
        let mebibytes = mebibytes.max(1);
        if !has_mebibytes(mebibytes) {
            return Err(OutOfMemory);
        }
        let bytes = mebibytes.checked_mul(BYTES_PER_MIB as usize).ok_or(OutOfMemory)?;
        Self::with_length(bytes / size_of::<AtomicU64>() + more)
    }

    /// Returns the same number of zero words to replace these, if that is faster than clearing them. Does not check
    /// available memory, because these words are freed in return.
    pub(crate) fn fresh(&self) -> Option<Self> {
        if self.is_large() { Self::with_length(self.len()).ok() } else { None }
    }

    /// Whether the words take noticeable time to allocate.
    pub(crate) fn is_large(&self) -> bool {
        size_of_val(&**self) > LARGE
    }

    /// Makes the system map memory for the words now, huge page by huge page, until `stop` is set. Other threads may
    /// use them meanwhile.
    pub(crate) fn find_memory(&self, stop: &AtomicBool) {
        for word in self.iter().step_by(huge_pages::WORDS_A_PAGE) {
            if stop.load(Relaxed) {
                return;
            }
            // The system maps no memory for words that are only read. This writes the same value.
            let _ = word.compare_exchange(0, 0, Relaxed, Relaxed);
        }
    }

    fn with_length(length: usize) -> Result<Self, OutOfMemory> {
        let words = || bytemuck::try_zeroed_slice_box(length).ok();
        let found = words().or_else(|| if waits_for_returns() { words() } else { None });
        let mut words = found.ok_or(OutOfMemory)?;
        if size_of_val(&*words) > LARGE {
            huge_pages::ask_for(&mut words);
        }
        Ok(Self(words))
    }
}

impl Deref for SharedWords {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        &self.0
    }
}

impl Drop for SharedWords {
    fn drop(&mut self) {
        if self.is_large() {
            let words = std::mem::take(&mut self.0);
            give_back_later(move || drop(words));
        }
    }
}

/// Frees memory on a separate thread. Large allocations wait for it if they have to.
pub(crate) fn give_back_later(give_back: impl FnOnce() + Send + 'static) {
    let returning = Returning::begin();
    let work = move || {
        give_back();
        drop(returning);
    };
    // If no thread starts, the work is dropped here, and the memory with it.
    let _ = thread::Builder::new().name("memory".to_owned()).spawn(work);
}

/// In bytes. System allocators keep smaller blocks and reuse them without involving the system: such blocks are neither
/// cleared nor returned page by page.
const LARGE: usize = 32 << 20;

/// The number of threads that are freeing memory.
static RETURNING: Mutex<usize> = Mutex::new(0);
static RETURNED: Condvar = Condvar::new();

/// Memory that is being freed.
struct Returning;

impl Returning {
    fn begin() -> Self {
        *RETURNING.lock() += 1;
        Self
    }
}

impl Drop for Returning {
    fn drop(&mut self) {
        *RETURNING.lock() -= 1;
        RETURNED.notify_all();
    }
}

/// Whether this much memory is available according to the system. Waits for memory that is being freed if that may
/// help.
pub(crate) fn has_mebibytes(mebibytes: usize) -> bool {
    let bytes = (mebibytes as u64).saturating_mul(BYTES_PER_MIB);
    let fits = || available().is_none_or(|available| bytes <= available);
    fits() || waits_for_returns() && fits()
}

/// Whether so little memory is left that what can be read again should go. Waits for nothing.
pub(crate) fn is_short() -> bool {
    available().is_some_and(|available| available < SHORT)
}

/// In bytes.
const SHORT: u64 = 128 << 20;

/// Waits until no thread is freeing memory; returns whether any was.
fn waits_for_returns() -> bool {
    let mut returning = RETURNING.lock();
    let had_to_wait = *returning > 0;
    RETURNED.wait_while(&mut returning, |threads| *threads > 0);
    had_to_wait
}

/// The number of bytes that are available according to the system.
fn available() -> Option<u64> {
    [free_on_machine(), free_in_group(), left_to_process()].into_iter().flatten().min()
}

/// The memory that Linux reports as available without swapping.
fn free_on_machine() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// The memory left under the limit of a container.
fn free_in_group() -> Option<u64> {
    let read =
        |name: &str| std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok();
    let (limit, used): (u64, u64) = (read("memory.max")?, read("memory.current")?);
    Some(limit.saturating_sub(used))
}

/// Bytes of the process limit reserved for small allocations, whose failure would end the process.
#[cfg(target_os = "linux")]
const REST: u64 = 16 << 20;

/// The memory left for tables under the limit of the process (`ulimit -v`).
#[cfg(target_os = "linux")]
fn left_to_process() -> Option<u64> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As).current?;
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let used = line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024;
    Some(limit.saturating_sub(used + REST))
}

#[cfg(not(target_os = "linux"))]
fn left_to_process() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mebibyte_is_filled() {
        assert_eq!(fill_mebibytes(0, || 0_u64).map(|values| values.len()), Ok(1 << 17));
        assert_eq!(fill_mebibytes(3, || [0_u8; 1 << 19]).map(|values| values.len()), Ok(6));
    }

    #[test]
    fn zeroed_words_are_zero() {
        for (mebibytes, words) in [(0, 1 << 17), (3, 3 << 17)] {
            let zeros = SharedWords::zeroed(mebibytes, 5).expect("enough memory");
            assert_eq!(zeros.len(), words + 5);
            assert!(zeros.iter().all(|word| word.load(Relaxed) == 0));
        }
    }

    #[test]
    fn finding_memory_changes_nothing() {
        let words = SharedWords::zeroed(64, 5).expect("enough memory");
        words[huge_pages::WORDS_A_PAGE].store(7, Relaxed);
        words.find_memory(&AtomicBool::new(true));
        words.find_memory(&AtomicBool::new(false));
        assert_eq!(words.iter().map(|word| word.load(Relaxed)).sum::<u64>(), 7);
    }

    #[test]
    fn allocation_waits_for_memory_that_is_being_freed() {
        let words = SharedWords::zeroed(64, 0).expect("enough memory");
        words.iter().for_each(|word| word.store(1, Relaxed));
        let fresh = words.fresh().expect("enough memory");
        assert!(fresh.len() == words.len() && fresh.iter().all(|word| word.load(Relaxed) == 0));
        assert!(
            SharedWords::zeroed(1, 0).expect("enough memory").fresh().is_none(),
            "small: cleared in place"
        );
        drop(words);
        assert!(!has_mebibytes(usize::MAX), "the wait does not help");
    }

    #[test]
    fn too_large_a_table_is_rejected() {
        assert_eq!(fill_mebibytes(usize::MAX, || 0_u8), Err(OutOfMemory));
        assert_eq!(SharedWords::zeroed(usize::MAX, 0).err(), Some(OutOfMemory));
        if let Some(available) = available() {
            let mebibytes = (available / BYTES_PER_MIB) as usize;
            assert!(mebibytes > 1, "{available} bytes");
            assert_eq!(fill_mebibytes(2 * mebibytes, || 0_u8), Err(OutOfMemory));
        }
    }
}
