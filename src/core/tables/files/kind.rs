//! Kinds of files: win/draw/loss (WDL) and distance to win (DTW), and how values are packed in each.

use std::fmt;

use crate::tables::value::{Wdl, plies_of};

/// What a file knows of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// Whether the side to move wins, draws or loses.
    Wdl,
    /// That, and in how many plies the game ends ("distance to win").
    Dtw,
}

/// So many wins, draws and losses are packed into a byte.
const A_BYTE: usize = 5;

/// The powers of three in a byte.
const POWERS: [u8; A_BYTE] = [1, 3, 9, 27, 81];

/// Bytes are less than this.
const FULL: u8 = 243;

impl FileKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Wdl, Self::Dtw];

    /// The end of the names of files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "wdl",
            Self::Dtw => "dtw",
        }
    }

    /// The number in the header.
    pub(super) const fn number(self) -> u8 {
        self as u8
    }

    /// How many bytes so many values take.
    pub(super) const fn packed_len(self, values: usize) -> usize {
        match self {
            Self::Wdl => values.div_ceil(A_BYTE),
            Self::Dtw => values,
        }
    }

    /// Packs values as they stand in tables in memory.
    pub(super) fn pack(self, values: &[u8]) -> Vec<u8> {
        match self {
            Self::Wdl => values.chunks(A_BYTE).map(pack_byte).collect(),
            Self::Dtw => values.to_vec(),
        }
    }

    /// What a file of this kind has for a byte of a table in memory.
    pub(super) const fn value_of(self, byte: u8) -> u8 {
        match self {
            Self::Wdl => digit(byte),
            Self::Dtw => byte,
        }
    }

    /// Whether packed bytes are such as can be.
    pub(super) fn is_sound(self, packed: &[u8]) -> bool {
        self == Self::Dtw || packed.iter().all(|&byte| byte < FULL)
    }

    /// Unpacks so many values: plies as in tables in memory, or numbers of wins, draws and losses.
    pub(super) fn unpack(self, packed: &[u8], values: usize) -> Vec<u8> {
        (0..values).map_while(|place| self.value(packed, place)).collect()
    }

    /// The value at a place.
    #[inline]
    pub(super) fn value(self, packed: &[u8], place: usize) -> Option<u8> {
        match self {
            Self::Wdl => Some(packed.get(place / A_BYTE)? / POWERS[place % A_BYTE] % 3),
            Self::Dtw => packed.get(place).copied(),
        }
    }
}

/// Packs values, the first one as the lowest digit.
fn pack_byte(values: &[u8]) -> u8 {
    values.iter().rev().fold(0, |packed, &byte| packed * 3 + digit(byte))
}

/// What a file of wins, draws and losses has for a byte of a table in memory.
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
    fn what_is_packed_is_unpacked() {
        let values: Vec<u8> = (0..=u8::MAX).chain([255, 0, 3]).collect();
        for len in 0..values.len() {
            let values = &values[..len];
            for kind in FileKind::ALL {
                let packed = kind.pack(values);
                assert_eq!(packed.len(), kind.packed_len(len));
                assert!(kind.is_sound(&packed));
                let expected: Vec<u8> = match kind {
                    FileKind::Wdl => values.iter().map(|&byte| digit(byte)).collect(),
                    FileKind::Dtw => values.to_vec(),
                };
                assert_eq!(kind.unpack(&packed, len), expected);
            }
        }
    }

    #[test]
    fn no_five_values_make_a_large_byte() {
        assert!(!FileKind::Wdl.is_sound(&[0, FULL]));
        assert_eq!(pack_byte(&[0; 5]), FULL - 1, "five losses");
    }
}
