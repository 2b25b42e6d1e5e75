//! Huge pages: a large table whose pages have 2 MiB instead of 4 KiB.
//!
//! A search looks at random places of its transposition table. With small pages the processor must nearly each time look
//! up where in the memory the page is, too: with huge ones it makes 9 to 11 % more nodes a second in a table of 64 MiB
//! (docs/log/speed.md). Many a Linux gives them only to who asks for them.

use std::sync::atomic::AtomicU64;

/// So many words are in a huge page.
pub(super) const WORDS_A_PAGE: usize = (2 << 20) / size_of::<AtomicU64>();

/// Asks the system to hold these words in huge pages. It may do so or not: the words are the same.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "there is no safe way, and it is worth it")]
pub(super) fn ask_for(words: &mut [AtomicU64]) {
    use rustix::mm::{Advice, madvise};

    let before = words.as_ptr().align_offset(WORDS_A_PAGE * size_of::<AtomicU64>());
    let Some(aligned) = words.get_mut(before..) else { return };
    let length = aligned.len() / WORDS_A_PAGE * WORDS_A_PAGE * size_of::<AtomicU64>();
    // SAFETY: the range lies within `aligned`, which is borrowed mutably, and this advice changes how memory is mapped,
    // never what is in it. Whether it is followed does not matter.
    let _ = unsafe { madvise(aligned.as_mut_ptr().cast(), length, Advice::LinuxHugepage) };
}

/// Other systems have no such advice.
#[cfg(not(target_os = "linux"))]
pub(super) fn ask_for(_: &mut [AtomicU64]) {}
