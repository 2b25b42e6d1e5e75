//! Truncated, foreign, damaged and forged files of endgame tables: each is reported, and none is trusted.

use std::fs;

use coupturc::rules::games::{Dameo, Variant};
use coupturc::rules::{Position, RuleOptions};
use coupturc::tables::files::{Fault, FileKind, ReadAt};
use coupturc::tables::{TableSet, Value, Wdl};
use proptest::prelude::*;

use crate::chatter::table_files::{read, reseal};
use crate::endgames::{KINGS, in_dameo, scattered, two_of_dameo};

/// Some position of two kings.
fn some_kings() -> Position<Dameo> {
    scattered(KINGS, &RuleOptions::default(), &mut fastrand::Rng::with_seed(3))
}

/// A valid file of two kings in Dameo.
fn kings(kind: FileKind) -> Vec<u8> {
    fs::read(in_dameo(&two_of_dameo(), &format!("{KINGS}.{kind}"))).expect("a file")
}

/// The reason why a file of the two kings is rejected.
fn rejection(kind: FileKind, bytes: Vec<u8>) -> Option<Fault> {
    let mut set = TableSet::new(Variant::Dameo.rules(), &RuleOptions::default());
    set.add_file(KINGS, kind, Box::new(bytes)).err()
}

#[test]
fn truncated_and_foreign_files_are_rejected() {
    let good = kings(FileKind::Dtw);
    assert_eq!(rejection(FileKind::Dtw, good.clone()), None);
    for len in 0..good.len() {
        let fault = rejection(FileKind::Dtw, good[..len].to_vec()).expect("a fault");
        let expected = match len {
            0..10 => fault == Fault::NotATable,
            _ => matches!(fault, Fault::Length { found, .. } if found == len as u64),
        };
        assert!(expected, "{len}: {fault}");
    }
    let mut longer = good.clone();
    longer.push(0);
    assert!(matches!(rejection(FileKind::Dtw, longer), Some(Fault::Length { .. })));
    for foreign in [&b"#!/bin/sh\nexit 1\n"[..], &[0; 4096], &[0xff; 4096]] {
        assert_eq!(rejection(FileKind::Dtw, foreign.to_vec()), Some(Fault::NotATable));
    }
    // Damaged by a transfer as text.
    let as_text: Vec<u8> = good.iter().copied().filter(|&byte| byte != b'\r').collect();
    assert_eq!(rejection(FileKind::Dtw, as_text), Some(Fault::NotATable));
}

/// Checks that a forged header is rejected with the expected message.
#[track_caller]
fn check_forgery(what: &str, expected: &str, forge: impl Fn(&mut Vec<u8>)) {
    let mut bytes = kings(FileKind::Dtw);
    forge(&mut bytes);
    reseal(&mut bytes);
    let fault = rejection(FileKind::Dtw, bytes).unwrap_or_else(|| panic!("{what} is accepted"));
    assert!(fault.to_string().contains(expected), "{what}: {fault}");
}

#[test]
fn forged_headers_are_rejected() {
    let number = |bytes: &mut Vec<u8>, place: usize, number: u64| {
        bytes[place..place + 8].copy_from_slice(&number.to_le_bytes());
    };
    let count = |bytes: &mut Vec<u8>, place: usize, number: u32| {
        bytes[place..place + 4].copy_from_slice(&number.to_le_bytes());
    };
    check_forgery("a version", "version 2 of the format, expected version 1", |bytes| bytes[8] = 2);
    check_forgery("a kind", "has the kind 0, expected 1", |bytes| bytes[10] = 0);
    for bits in [0, 9, 21, 63, 64, 255] {
        check_forgery("a block size", "has the block size", |bytes| bytes[11] = bits);
    }
    check_forgery("a class", "has the pieces [0, 0, 2, 1], expected [0, 0, 1, 1]", |bytes| bytes[14] = 2);
    check_forgery("a game", "has the game Dameo, expected dameo", |bytes| bytes[16] = b'D');
    check_forgery("options", "has the options killer, expected none", |bytes| {
        bytes[32..38].copy_from_slice(b"killer");
    });
    check_forgery("one value more", "has the number of values", |bytes| bytes[64] += 1);
    for values in [0, 1, 1 << 20, 1 << 40, 1 << 63, u64::MAX] {
        check_forgery("many values", "has the number of ", |bytes| number(bytes, 64, values));
    }
    for values in [1, 1 << 20, 1 << 40, 1 << 63, u64::MAX] {
        check_forgery("values of the other side", "has the number of ", |bytes| number(bytes, 72, values));
    }
    check_forgery("a length", "bytes, expected", |bytes| number(bytes, 80, u64::MAX));
    for blocks in [0, 2, 1000, u32::MAX] {
        check_forgery("many blocks", "has the number of blocks", |bytes| count(bytes, 88, blocks));
        // With the largest number of values that the blocks could hold.
        check_forgery("blocks out of the file", "", |bytes| {
            count(bytes, 88, blocks);
            number(bytes, 64, u64::from(blocks) << bytes[11]);
        });
    }
    for len in [0, 1, u32::MAX] {
        check_forgery("a block out of the file", "has the length of all blocks", |bytes| {
            count(bytes, 92, len);
        });
    }
}

#[test]
fn damaged_headers_are_rejected() {
    let good = kings(FileKind::Wdl);
    for place in 0..104 {
        let mut bytes = good.clone();
        bytes[place] ^= 0x10;
        assert!(rejection(FileKind::Wdl, bytes).is_some(), "byte {place}");
    }
}

/// Replaces the only block of a file of two kings and updates the checksums.
fn with_block(kind: FileKind, block: &[u8]) -> Vec<u8> {
    let mut bytes = kings(kind);
    bytes.truncate(92 + 8 + 4);
    let len = (bytes.len() + block.len()) as u64;
    bytes[80..88].copy_from_slice(&len.to_le_bytes());
    bytes[92..96].copy_from_slice(&(block.len() as u32).to_le_bytes());
    bytes[96..100].copy_from_slice(&crc32fast::hash(block).to_le_bytes());
    reseal(&mut bytes);
    bytes.extend(block);
    bytes
}

#[test]
fn forged_blocks_have_no_values() {
    let values = kings(FileKind::Dtw)[64..72].iter().rev().fold(0, |all, &byte| all << 8 | usize::from(byte));
    let packed = |len: usize| zstd::bulk::compress(&vec![0; len], 3).expect("packed");
    let blocks = [
        (FileKind::Dtw, vec![7; 100], "noise"),
        (FileKind::Dtw, vec![], "nothing"),
        (FileKind::Dtw, packed(values - 1), "too short"),
        (FileKind::Dtw, packed(values + 1), "too long"),
        (FileKind::Dtw, packed(1 << 26), "many bytes in few"),
        (FileKind::Dtw, vec![0; values + 1], "too long, and not packed"),
        (FileKind::Wdl, vec![243; values.div_ceil(5)], "no values"),
    ];
    let position = &some_kings();
    for (kind, block, what) in blocks {
        let mut set = TableSet::new(Variant::Dameo.rules(), &RuleOptions::default());
        set.add_file(KINGS, kind, Box::new(with_block(kind, &block))).expect("the header is right");
        for _ in 0..2 {
            assert_eq!((set.probe(position), set.probe_wdl(position)), (None, None), "{what}");
        }
        let problems = set.take_problems();
        assert_eq!(problems.len(), 1, "{what}");
        assert_eq!(problems[0].fault, Fault::Block(0), "{what}");
        assert!(problems[0].path.ends_with(format!("dameo/none/{KINGS}.{kind}")));
        assert_eq!(set.take_problems(), []);
    }
    // A valid block is accepted.
    let mut set = TableSet::new(Variant::Dameo.rules(), &RuleOptions::default());
    set.add_file(KINGS, FileKind::Dtw, Box::new(with_block(FileKind::Dtw, &vec![0; values])))
        .expect("a table");
    assert_eq!(set.probe(position), Some(Value::Loss(0)));
    assert_eq!(set.probe_wdl(position), Some(Wdl::Loss));
}

/// A file that cannot be read after its header, as on a failing disk.
#[derive(Debug)]
struct Failing(Vec<u8>);

impl ReadAt for Failing {
    fn size(&self) -> std::io::Result<u64> {
        self.0.size()
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> std::io::Result<()> {
        if offset > 92 {
            Err(std::io::Error::other("the disk fails"))
        } else {
            self.0.read_exact_at(buffer, offset)
        }
    }
}

#[test]
fn a_failing_disk_is_reported_once() {
    let mut set = TableSet::new(Variant::Dameo.rules(), &RuleOptions::default());
    set.add_file(KINGS, FileKind::Dtw, Box::new(Failing(kings(FileKind::Dtw)))).expect("a table");
    let position = &some_kings();
    assert_eq!((set.probe(position), set.probe(position)), (None, None));
    let problems = set.take_problems();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].to_string().ends_with("cannot be read: the disk fails"), "{}", problems[0]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    /// A damaged file never has wrong values.
    #[test]
    fn damaged_files_have_no_wrong_values(
        is_wdl: bool,
        cut in prop::option::weighted(0.3, 0_usize..3_000),
        flips in prop::collection::vec((0_usize..3_000, 0_u8..8), 0..4),
    ) {
        let kind = FileKind::ALL[usize::from(!is_wdl)];
        static GOOD: std::sync::OnceLock<[Vec<u8>; 2]> = std::sync::OnceLock::new();
        let good = GOOD.get_or_init(|| {
            let folder = two_of_dameo();
            FileKind::ALL.map(|kind| fs::read(in_dameo(&folder, &format!("0M1K-1M0K.{kind}"))).expect("a file"))
        });
        let mut bytes = good[kind as usize].clone();
        if let Some(cut) = cut {
            bytes.truncate(cut);
        }
        for (place, bit) in flips {
            let len = bytes.len().max(1);
            if let Some(byte) = bytes.get_mut(place % len) {
                *byte ^= 1 << bit;
            }
        }
        let is_whole = bytes == good[kind as usize];
        let is_read = read(kind, bytes, true);
        prop_assert!(is_read || !is_whole);
    }
}
