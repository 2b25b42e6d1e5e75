//! Room for large tables: all of it or an error, and never so much that the system ends the process.

use std::fmt;
use std::sync::atomic::AtomicU64;

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

/// Zeros to fill `mebibytes` MiB, at least one MiB, and `more` words, that threads can share.
///
/// The system clears each page when it is first touched: a large table costs nothing before it is used, and its owner
/// does not have to wait for it.
pub(crate) fn zeroed_mebibytes(mebibytes: usize, more: usize) -> Result<Box<[AtomicU64]>, OutOfMemory> {
    let mebibytes = mebibytes.max(1);
    if !has_mebibytes(mebibytes) {
        return Err(OutOfMemory);
    }
    let bytes = mebibytes.checked_mul(BYTES_A_MIB as usize).ok_or(OutOfMemory)?;
    bytemuck::try_zeroed_slice_box(bytes / size_of::<AtomicU64>() + more).map_err(|()| OutOfMemory)
}

/// Whether so much memory can be had, as far as the system tells.
pub(crate) fn has_mebibytes(mebibytes: usize) -> bool {
    let bytes = (mebibytes as u64).saturating_mul(BYTES_A_MIB);
    available().is_none_or(|available| bytes <= available)
}

/// How many bytes can be had, as far as the system tells.
fn available() -> Option<u64> {
    [free_on_machine(), free_in_group()].into_iter().flatten().min()
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
            let zeros = zeroed_mebibytes(mebibytes, 5).expect("so much there is");
            assert_eq!(zeros.len(), words + 5);
            assert!(zeros.iter().all(|word| word.load(std::sync::atomic::Ordering::Relaxed) == 0));
        }
    }

    #[test]
    fn more_than_there_is_is_refused() {
        assert_eq!(fill_mebibytes(usize::MAX, || 0_u8), Err(OutOfMemory));
        assert_eq!(zeroed_mebibytes(usize::MAX, 0).err(), Some(OutOfMemory));
        if let Some(available) = available() {
            let mebibytes = (available / BYTES_A_MIB) as usize;
            assert!(mebibytes > 1, "{available} bytes");
            assert_eq!(fill_mebibytes(2 * mebibytes, || 0_u8), Err(OutOfMemory));
        }
    }
}
