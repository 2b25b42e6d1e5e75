//! Damaged endgame table files, some of them with corrected checksums so that reading gets past the header.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use coupturc::rules::games::{Dameo, Variant};
use coupturc::rules::{Color, Game, Kind, Position, RuleOptions, Setup};
use coupturc::tables::files::{Archive, FileKind};
use coupturc::tables::{BuildPlan, Material, TableSet, Value};

use super::choices::Choices;

/// The material of the tested files.
const CLASS: Material = Material::new(0, 1, 1, 0);

/// The length of the fixed part of a header, and the offset of the number of blocks in it.
const FIXED: usize = 92;
const BLOCKS: usize = 88;

/// Valid files of the class, and the correct values.
struct Good {
    files: [Vec<u8>; 2],
    set: TableSet,
    positions: Vec<Position<Dameo>>,
}

fn good() -> &'static Good {
    static GOOD: OnceLock<Good> = OnceLock::new();
    GOOD.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = BuildPlan { pieces: 2, ..BuildPlan::default() };
        let archive = Archive { plan, root: folder.path(), news: &|_| () };
        archive.build(Variant::Dameo.rules(), &RuleOptions::default()).expect("files");
        let set = plan.build(Variant::Dameo.rules(), &RuleOptions::default()).expect("tables");
        Good { files: FileKind::ALL.map(|kind| file(folder.path(), kind)), set, positions: positions() }
    })
}

fn file(root: &Path, kind: FileKind) -> Vec<u8> {
    fs::read(root.join(format!("dameo/none/{CLASS}.{kind}"))).expect("a file")
}

/// Positions of the class from all over the board, with either side to move.
fn positions() -> Vec<Position<Dameo>> {
    let cells = Dameo::GEOMETRY.squares();
    let pairs = cells.iter().flat_map(|man| cells.iter().map(move |king| (*man, *king)));
    let positions = pairs.flat_map(|(man, king)| {
        Color::ALL.into_iter().filter_map(move |side| {
            let mut setup = Setup::empty(side);
            setup.put(Color::Black, Kind::Man, man);
            setup.put(Color::White, Kind::King, king);
            Position::from_setup(&setup, &RuleOptions::default()).ok()
        })
    });
    positions.step_by(17).collect()
}

/// Writes the correct checksum after a header, if the file is long enough.
pub fn reseal(bytes: &mut [u8]) {
    let Some(blocks) = bytes.get(BLOCKS..FIXED) else { return };
    let blocks = u32::from_le_bytes(blocks.try_into().expect("four bytes")) as usize;
    let end = FIXED + blocks * 8;
    if bytes.len() >= end + 4 {
        let checksum = crc32fast::hash(&bytes[..end]).to_le_bytes();
        bytes[end..end + 4].copy_from_slice(&checksum);
    }
}

/// Reads bytes as a file, and returns whether they are accepted; a rejection must give its reason. With `is_honest`
/// (no corrected checksum) all values must be correct.
pub fn read(kind: FileKind, bytes: Vec<u8>, is_honest: bool) -> bool {
    let good = good();
    let mut set = TableSet::new(Variant::Dameo.rules(), &RuleOptions::default());
    if let Err(fault) = set.add_file(CLASS, kind, Box::new(bytes)) {
        assert!((5..1_000).contains(&fault.to_string().len()), "{fault:?}");
        assert!(set.tables().is_empty());
        return false;
    }
    let mut missing = 0;
    for position in &good.positions {
        let (value, wdl) = (set.probe(position), set.probe_wdl(position));
        let expected = good.set.probe(position);
        missing += usize::from(wdl.is_none());
        if is_honest {
            assert!(value.is_none() || value == expected);
            assert!(wdl.is_none() || wdl == expected.map(Value::wdl));
        }
    }
    let problems = set.verify(&|_| (), &AtomicBool::new(false));
    let reported = set.take_problems();
    assert_eq!(
        (missing > 0, missing > 0),
        (!problems.is_empty(), !reported.is_empty()),
        "{problems:?} {reported:?}"
    );
    assert!(set.take_problems().is_empty(), "a problem is reported once");
    true
}

/// Damages a valid file at random, and reads it.
pub fn read_damaged(mut choices: impl Choices) -> bool {
    let number = choices.below(2);
    let mut bytes = good().files[number].clone();
    let is_honest = choices.below(2) == 0;
    let damaged = choices.damage(&mut bytes);
    if !is_honest {
        reseal(&mut bytes);
    }
    let is_read = read(FileKind::ALL[number], bytes, is_honest);
    assert!(damaged || is_read, "valid files are accepted");
    is_read
}
