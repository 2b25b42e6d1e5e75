//! Codec of blocks: zstd, a library in C. For WebAssembly it is not built: nobody has files there.

/// How hard the codec tries: docs/tables-format.md has what other levels would save.
#[cfg(not(target_family = "wasm"))]
const LEVEL: i32 = 12;

/// Smaller bytes, if the codec has managed that.
#[cfg(not(target_family = "wasm"))]
pub(super) fn compressed(bytes: &[u8]) -> Option<Vec<u8>> {
    zstd::bulk::compress(bytes, LEVEL).ok()
}

/// The bytes as they were, at most `len`; none if these are not compressed ones.
#[cfg(not(target_family = "wasm"))]
pub(super) fn decompressed(bytes: &[u8], len: usize) -> Option<Vec<u8>> {
    zstd::bulk::decompress(bytes, len).ok()
}

#[cfg(target_family = "wasm")]
pub(super) fn compressed(_: &[u8]) -> Option<Vec<u8>> {
    None
}

#[cfg(target_family = "wasm")]
pub(super) fn decompressed(_: &[u8], _: usize) -> Option<Vec<u8>> {
    None
}
