//! Kinds of files: win/draw/loss (WDL) and distance to win (DTW), and how values are packed in each.

use std::fmt;

use crate::tables::value::{Wdl, plies_of};

/// What a file stores for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// Whether the side to move wins, draws or loses.
    Wdl,
    /// The result as well as the number of plies to the end of the game ("distance to win").
    Dtw,
}

/// The number of wins, draws and losses packed into a byte.
const VALUES_PER_BYTE: usize = 5;

/// The place values of base 3.
const POWERS: [u8; VALUES_PER_BYTE] = [1, 3, 9, 27, 81];

/// Packed bytes are less than this.
const PACKED_LIMIT: u8 = 243;

impl FileKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Wdl, Self::Dtw];

    /// The extension of file names.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "wdl",
            Self::Dtw => "dtw",
        }
    }

    /// The code in the header.
    pub(super) const fn number(self) -> u8 {
        self as u8
    }

    /// The number of bytes that `values` values take.
    pub(super) const fn packed_len(self, values: usize) -> usize {
        match self {
            Self::Wdl => values.div_ceil(VALUES_PER_BYTE),
            Self::Dtw => values,
        }
    }

    /// Packs bytes of a table in memory.
    pub(super) fn pack(self, values: &[u8]) -> Vec<u8> {
        match self {
            Self::Wdl => values.chunks(VALUES_PER_BYTE).map(pack_byte).collect(),
            Self::Dtw => values.to_vec(),
        }
    }

    /// The value in a file of this kind for a byte of a table in memory.
    pub(super) const fn value_of(self, byte: u8) -> u8 {
        match self {
            Self::Wdl => digit(byte),
            Self::Dtw => byte,
        }
    }

    /// Whether all packed bytes are valid.
    pub(super) fn is_valid(self, packed: &[u8]) -> bool {
        self == Self::Dtw || packed.iter().all(|&byte| byte < PACKED_LIMIT)
    }

    /// Unpacks `values` values: bytes as in tables in memory, or codes of wins, draws and losses.
    pub(super) fn unpack(self, packed: &[u8], values: usize) -> Vec<u8> {
        (0..values).map_while(|place| self.value(packed, place)).collect()
    }

    /// The value at a place.
    #[inline]
    pub(super) fn value(self, packed: &[u8], place: usize) -> Option<u8> {
        match self {
            Self::Wdl => Some(packed.get(place / VALUES_PER_BYTE)? / POWERS[place % VALUES_PER_BYTE] % 3),
            Self::Dtw => packed.get(place).copied(),
        }
    }
}

/// Packs values in base 3, the first one as the lowest digit.
fn pack_byte(values: &[u8]) -> u8 {
    values.iter().rev().fold(0, |packed, &byte| packed * 3 + digit(byte))
}

/// The code of win, draw or loss for a byte of a table in memory.
pub(super) const fn digit(byte: u8) -> u8 {
    Wdl::of(plies_of(byte)) as u8
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.extension())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_round_trips() {
        let values: Vec<u8> = (0..=u8::MAX).chain([255, 0, 3]).collect();
        for len in 0..values.len() {
            let values = &values[..len];
            for kind in FileKind::ALL {
                let packed = kind.pack(values);
                assert_eq!(packed.len(), kind.packed_len(len));
                assert!(kind.is_valid(&packed));
                let expected: Vec<u8> = match kind {
                    FileKind::Wdl => values.iter().map(|&byte| digit(byte)).collect(),
                    FileKind::Dtw => values.to_vec(),
                };
                assert_eq!(kind.unpack(&packed, len), expected);
            }
        }
    }

    #[test]
    fn packed_bytes_are_small() {
        assert!(!FileKind::Wdl.is_valid(&[0, PACKED_LIMIT]));
        assert_eq!(pack_byte(&[0; 5]), PACKED_LIMIT - 1, "five losses");
    }
}
