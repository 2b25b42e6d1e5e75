//! A checksum of nets and rules.

/// The checksum of `bytes` from `begin` on.
///
/// CITE: Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo, FNV-1a, public domain.
pub(crate) fn checksum(bytes: &[u8], begin: usize) -> u64 {
    bytes[begin..]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
