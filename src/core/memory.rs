//! Memory for large tables: all of it or an error, and never so much that the system ends the process.

mod huge_pages;

use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use parking_lot::{Condvar, Mutex};

/// There is not enough memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is not enough memory for a table of that size")
    }
}

impl std::error::Error for OutOfMemory {}

const BYTES_A_MIB: u64 = 1 << 20;

/// As many values as fit into `mebibytes` MiB, at least one MiB.
///
/// Linux promises more memory than it has and ends processes that take it at its word. So it is
/// asked first how much there is.
pub(crate) fn fill_mebibytes<T>(mebibytes: usize, value: impl FnMut() -> T) -> Result<Vec<T>, OutOfMemory> {
    let bytes = (mebibytes.max(1) as u64).checked_mul(BYTES_A_MIB).ok_or(OutOfMemory)?;
    if !has_mebibytes(mebibytes) {
        return Err(OutOfMemory);
    }
    let count = usize::try_from(bytes / size_of::<T>() as u64).map_err(|_| OutOfMemory)?;
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(|_| OutOfMemory)?;
    values.resize_with(count, value);
    Ok(values)
}

/// Words that threads share, zero at first.
///
/// The system clears each page when it is first touched: a large table costs nothing before it is used, and its owner
/// does not have to wait for it. Nor does who drops it: the system takes tenths of a second to take back what is full.
#[derive(Debug)]
pub(crate) struct SharedWords(Box<[AtomicU64]>);

impl SharedWords {
    /// Words to fill `mebibytes` MiB, at least one MiB, and `more`.
    pub(crate) fn zeroed(mebibytes: usize, more: usize) -> Result<Self, OutOfMemory> {
        let mebibytes = mebibytes.max(1);
        if !has_mebibytes(mebibytes) {
            return Err(OutOfMemory);
        }
        let bytes = mebibytes.checked_mul(BYTES_A_MIB as usize).ok_or(OutOfMemory)?;
        Self::with_length(bytes / size_of::<AtomicU64>() + more)
    }

    /// As many words to replace these with, if there are enough that this is the faster way to clear them. The
    /// system is not asked whether it has so much: it gets these back.
    pub(crate) fn fresh(&self) -> Option<Self> {
        if self.is_large() { Self::with_length(self.len()).ok() } else { None }
    }

    /// Whether there are enough that obtaining their memory takes time.
    pub(crate) fn is_large(&self) -> bool {
        size_of_val(&**self) > LARGE
    }

    /// Has the system find memory for the words now, huge page by huge page, until `stop` is set. Others may use them
    /// meanwhile.
    pub(crate) fn find_memory(&self, stop: &AtomicBool) {
        for word in self.iter().step_by(huge_pages::WORDS_A_PAGE) {
            if stop.load(Relaxed) {
                return;
            }
            // For words that are only read the system finds none. This writes without a change.
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

/// Frees memory on a thread of its own. Who needs so much waits for it.
pub(crate) fn give_back_later(give_back: impl FnOnce() + Send + 'static) {
    let returning = Returning::begin();
    let work = move || {
        give_back();
        drop(returning);
    };
    // Without a thread what it was to free is dropped here, with the work.
    let _ = thread::Builder::new().name("memory".to_owned()).spawn(work);
}

/// Bytes. The allocators of systems keep what is smaller for themselves, and do not ask the system for it again: then
/// it is neither cleared nor given back by pages.
const LARGE: usize = 32 << 20;

/// How many threads give memory back.
static RETURNING: Mutex<usize> = Mutex::new(0);
static RETURNED: Condvar = Condvar::new();

/// Memory on its way back to the system.
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

/// Whether this much memory is available according to the system. Waits for memory that is being freed if that may help.
pub(crate) fn has_mebibytes(mebibytes: usize) -> bool {
    let bytes = (mebibytes as u64).saturating_mul(BYTES_A_MIB);
    let fits = || available().is_none_or(|available| bytes <= available);
    fits() || waits_for_returns() && fits()
}

/// Waits until all memory that is on its way back to the system has arrived; says whether there was any.
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

/// What Linux holds to be available without swapping.
fn free_on_machine() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// What the limit of a container leaves.
fn free_in_group() -> Option<u64> {
    let read =
        |name: &str| std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok();
    let (limit, used): (u64, u64) = (read("memory.max")?, read("memory.current")?);
    Some(limit.saturating_sub(used))
}

/// Of what a process may have, so much is left for whatever is small: where that fails the process ends.
#[cfg(target_os = "linux")]
const REST: u64 = 16 << 20;

/// What the limit of the process (`ulimit -v`) leaves for tables.
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
    fn zeros_are_zeros() {
        for (mebibytes, words) in [(0, 1 << 17), (3, 3 << 17)] {
            let zeros = SharedWords::zeroed(mebibytes, 5).expect("so much there is");
            assert_eq!(zeros.len(), words + 5);
            assert!(zeros.iter().all(|word| word.load(Relaxed) == 0));
        }
    }

    #[test]
    fn finding_memory_changes_nothing() {
        let words = SharedWords::zeroed(64, 5).expect("so much there is");
        words[huge_pages::WORDS_A_PAGE].store(7, Relaxed);
        words.find_memory(&AtomicBool::new(true));
        words.find_memory(&AtomicBool::new(false));
        assert_eq!(words.iter().map(|word| word.load(Relaxed)).sum::<u64>(), 7);
    }

    #[test]
    fn who_drops_much_does_not_wait_but_who_needs_it_does() {
        let words = SharedWords::zeroed(64, 0).expect("so much there is");
        words.iter().for_each(|word| word.store(1, Relaxed));
        let fresh = words.fresh().expect("so much there is");
        assert!(fresh.len() == words.len() && fresh.iter().all(|word| word.load(Relaxed) == 0));
        assert!(SharedWords::zeroed(1, 0).expect("so much there is").fresh().is_none(), "it is soon cleared");
        drop(words);
        assert!(!has_mebibytes(usize::MAX), "it is waited for, in vain");
    }

    #[test]
    fn more_than_there_is_is_refused() {
        assert_eq!(fill_mebibytes(usize::MAX, || 0_u8), Err(OutOfMemory));
        assert_eq!(SharedWords::zeroed(usize::MAX, 0).err(), Some(OutOfMemory));
        if let Some(available) = available() {
            let mebibytes = (available / BYTES_A_MIB) as usize;
            assert!(mebibytes > 1, "{available} bytes");
            assert_eq!(fill_mebibytes(2 * mebibytes, || 0_u8), Err(OutOfMemory));
        }
    }
}
