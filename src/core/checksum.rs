//! A checksum that is also computed at compile time.

/// The checksum of `bytes` from `begin` on.
///
/// CITE: Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo, FNV-1a, public domain.
pub(crate) const fn checksum(bytes: &[u8], begin: usize) -> u64 {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    let mut i = begin;
    while i < bytes.len() {
        sum = (sum ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    sum
}
