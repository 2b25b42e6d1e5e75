//! Huge pages: a large table in pages of 2 MiB instead of 4 KiB.
//!
//! A search reads random entries of its transposition table. With small pages nearly every read also misses the
//! processor's cache of page addresses (TLB): huge pages give 9 to 11 % more nodes per second with a table of 64 MiB
//! (docs/log/speed.md). Many Linux systems use them only on request.

use std::sync::atomic::AtomicU64;

/// The number of words in a huge page.
pub(super) const WORDS_A_PAGE: usize = (2 << 20) / size_of::<AtomicU64>();

/// Asks the system to hold these words in huge pages. The request may be ignored; the words stay the same.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "there is no safe way, and it is worth it")]
pub(super) fn ask_for(words: &mut [AtomicU64]) {
    use rustix::mm::{Advice, madvise};

    let before = words.as_ptr().align_offset(WORDS_A_PAGE * size_of::<AtomicU64>());
    let Some(aligned) = words.get_mut(before..) else { return };
    let length = aligned.len() / WORDS_A_PAGE * WORDS_A_PAGE * size_of::<AtomicU64>();
    // SAFETY: the range lies within `aligned`, which is borrowed mutably, and this advice changes how memory is mapped,
    // never what is in it. Whether the system follows it does not matter.
    let _ = unsafe { madvise(aligned.as_mut_ptr().cast(), length, Advice::LinuxHugepage) };
}

/// Does nothing: other systems have no such request.
#[cfg(not(target_os = "linux"))]
pub(super) fn ask_for(_: &mut [AtomicU64]) {}
