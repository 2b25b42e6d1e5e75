//! Block codec: zstd, a library in C. It is not built for WebAssembly, which has no files.

/// The compression level; docs/tables-format.md compares levels.
#[cfg(not(target_family = "wasm"))]
const LEVEL: i32 = 12;

/// Compresses bytes; `None` if the codec fails.
#[cfg(not(target_family = "wasm"))]
pub(super) fn compressed(bytes: &[u8]) -> Option<Vec<u8>> {
    zstd::bulk::compress(bytes, LEVEL).ok()
}

/// Decompresses to at most `len` bytes; `None` if the input is not valid.
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
