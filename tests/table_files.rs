//! Endgame tables in files: what is written is read, building goes on where it was stopped, and no file is trusted.

// A part of it only is used here.
#[allow(dead_code, unreachable_pub)]
#[path = "chatter/choices.rs"]
mod choices;
#[allow(dead_code, unreachable_pub)]
#[path = "chatter/table_files.rs"]
mod spoilt;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use coupturc::rules::games::{Dameo, Harzdame, International, Variant};
use coupturc::rules::{Color, Game, Halt, Kind, Position, RuleOptions, Setup, VanguardScope};
use coupturc::tables::files::{Archive, ArchiveNews, ClassFiles, Fault, FileKind, ReadAt};
use coupturc::tables::{BuildError, BuildPlan, Material, TableSet, Value, Wdl};
use coupturc::with_game;
use parking_lot::Mutex;
use proptest::prelude::*;
use spoilt::{read, reseal};
use tempfile::TempDir;

/// One king against one.
const KINGS: Material = Material::new(0, 1, 0, 1);

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Builds files, and gives the problems that were told.
fn archive<G: Game>(
    root: &Path,
    plan: BuildPlan<'_>,
    options: &RuleOptions,
) -> (Result<Vec<ClassFiles>, BuildError>, Vec<String>) {
    let problems = Mutex::new(Vec::new());
    let news = |news: ArchiveNews<'_>| {
        if let ArchiveNews::Bad(problem) = news {
            problems.lock().push(problem.to_string());
        }
    };
    let files = Archive { plan, root, news: &news }.build::<G>(options);
    (files, problems.into_inner())
}

fn pieces(pieces: usize) -> BuildPlan<'static> {
    BuildPlan { pieces, ..BuildPlan::default() }
}

/// A folder with all classes of two pieces of Dameo.
fn two_of_dameo() -> TempDir {
    let folder = folder();
    let (files, problems) = archive::<Dameo>(folder.path(), pieces(2), &RuleOptions::default());
    assert_eq!((files.expect("files").len(), problems.len()), (3, 0));
    folder
}

fn in_dameo(root: &TempDir, name: &str) -> PathBuf {
    root.path().join("dameo/none").join(name)
}

/// The files of a folder of a game, by name.
fn contents(folder: &Path) -> HashMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries
        .map(|entry| {
            (entry.file_name().into_string().expect("text"), fs::read(entry.path()).expect("a file"))
        })
        .collect()
}

/// Some positions of a class.
fn scattered<G: Game>(material: Material, options: &RuleOptions, count: usize) -> Vec<Position<G>> {
    let mut random = fastrand::Rng::with_seed(3);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut setup = Setup::empty(Color::ALL[random.usize(..2)]);
        for color in Color::ALL {
            for kind in [Kind::Man, Kind::King] {
                for _ in 0..material.count(color, kind) {
                    setup.put(color, kind, G::GEOMETRY.squares()[random.usize(..G::GEOMETRY.len())]);
                }
            }
        }
        positions.extend(Position::from_setup(&setup, options).ok());
    }
    positions
}

/// All values of up to three pieces must be the same in files as in memory.
fn round_trip<G: Game>(options: &RuleOptions, name: &str) {
    let folder = folder();
    let (files, _) = archive::<G>(folder.path(), pieces(3), options);
    let files = files.expect("files");
    assert!(folder.path().join(G::VARIANT.name()).join(name).join("0M1K-0M1K.dtw").exists());
    let memory = pieces(3).build::<G>(options).expect("tables");
    let mut opened = TableSet::<G>::new(options);
    assert_eq!(opened.open(folder.path()), []);
    assert_eq!((opened.pieces(), memory.pieces(), opened.tables().len()), (3, 3, files.len()));
    for table in opened.tables() {
        let twin = memory.tables().iter().find(|twin| twin.material() == table.material()).expect("a twin");
        assert!(table.has_distances());
        for side in Color::ALL {
            assert!(table.values(side).eq(twin.values(side)), "{} {}", G::VARIANT, table.material());
            assert!(table.outcomes(side).eq(twin.outcomes(side)), "{} {}", G::VARIANT, table.material());
        }
        for position in scattered::<G>(table.material(), options, 2_000) {
            let value = memory.probe(&position).expect("a value");
            assert_eq!(
                (opened.probe(&position), opened.probe_wdl(&position)),
                (Some(value), Some(value.wdl()))
            );
        }
    }
    assert_eq!(opened.verify(&|_| (), &AtomicBool::new(false)), []);
    assert_eq!(opened.take_problems(), []);
}

#[test]
fn harzdame_is_read_as_it_was_written() {
    round_trip::<Harzdame>(&RuleOptions::default(), "none");
}

#[test]
fn vanguard_is_read_as_it_was_written() {
    let options = RuleOptions {
        halt: Halt::KillerLight,
        vanguard_scope: VanguardScope::Whole,
        ..RuleOptions::default()
    };
    round_trip::<coupturc::rules::games::Vanguard>(&options, "killer-light-whole");
}

/// A checksum of all values of up to three pieces, in the order in which files have them.
fn checksum<G: Game>() -> u32 {
    let set = pieces(3).build::<G>(&RuleOptions::default()).expect("tables");
    let mut checksum = crc32fast::Hasher::new();
    for table in set.tables() {
        for value in Color::ALL.into_iter().flat_map(|side| table.values(side)) {
            let number = match value {
                Value::Win(plies) | Value::Loss(plies) => plies,
                Value::Draw => u16::MAX,
            };
            checksum.update(&number.to_le_bytes());
        }
    }
    checksum.finalize()
}

/// If this fails because positions are numbered in another way, files that people have would be read wrongly:
/// the format needs another version.
#[test]
fn files_keep_their_meaning() {
    let checksums: Vec<u32> =
        Variant::ALL.iter().map(|&variant| with_game!(variant, G => checksum::<G>())).collect();
    assert_eq!(checksums, [1604494755, 4110358334, 1596668356, 3802522382, 1764441778]);
}

#[test]
fn one_of_two_files_is_enough() {
    let folder = two_of_dameo();
    fs::remove_file(in_dameo(&folder, "0M1K-1M0K.dtw")).expect("removed");
    fs::remove_file(in_dameo(&folder, "0M1K-0M1K.wdl")).expect("removed");
    let mut set = TableSet::<Dameo>::new(&RuleOptions::default());
    assert_eq!(set.open(folder.path()), []);
    assert_eq!(set.pieces(), 2);
    let memory = pieces(2).build::<Dameo>(&RuleOptions::default()).expect("tables");
    for (class, has_distances) in [(Material::new(0, 1, 1, 0), false), (KINGS, true)] {
        for position in scattered::<Dameo>(class, &RuleOptions::default(), 1_000) {
            let value = memory.probe(&position).expect("a value");
            assert_eq!(set.probe_wdl(&position), Some(value.wdl()));
            assert_eq!(set.probe(&position), has_distances.then_some(value));
        }
    }
}

#[test]
fn tables_in_memory_come_first() {
    let folder = two_of_dameo();
    let mut set = pieces(2).build::<Dameo>(&RuleOptions::default()).expect("tables");
    let (files, _) = archive::<Dameo>(folder.path(), pieces(3), &RuleOptions::default());
    files.expect("files");
    fs::write(in_dameo(&folder, "0M1K-0M1K.dtw"), "not a table").expect("written");
    assert_eq!(set.open(folder.path()), []);
    assert_eq!(set.pieces(), 3);
    let position = &scattered::<Dameo>(KINGS, &RuleOptions::default(), 1)[0];
    assert!(set.probe(position).is_some() && set.probe_wdl(position).is_some());
}

#[test]
fn a_set_is_as_large_as_its_classes_are_complete() {
    assert_eq!(TableSet::<Dameo>::new(&RuleOptions::default()).pieces(), 0);
    let only = Some(Material::new(0, 2, 0, 1));
    let set = BuildPlan { only, ..pieces(3) }.build::<Dameo>(&RuleOptions::default()).expect("tables");
    assert_eq!(set.pieces(), 0, "no class with men");
}

#[test]
fn building_goes_on_where_it_was_stopped() {
    let (whole, parts) = (folder(), folder());
    let options = RuleOptions::default();
    archive::<Dameo>(whole.path(), pieces(3), &options).0.expect("files");
    let (mut rounds, mut finished) = (0, Vec::new());
    loop {
        let stop = AtomicBool::new(false);
        let news = |news: ArchiveNews<'_>| {
            if let ArchiveNews::Done { files, .. } = news {
                stop.store(files.is_built, Ordering::Relaxed);
            }
        };
        let plan = BuildPlan { stop: &stop, ..pieces(3) };
        let built = Archive { plan, root: parts.path(), news: &news }.build::<Dameo>(&options);
        let found = contents(&parts.path().join("dameo/none"));
        assert!(!found.keys().any(|name| name.starts_with('.')), "no half file is left");
        rounds += 1;
        match built {
            Ok(files) => {
                finished.extend(files);
                break;
            }
            Err(error) => assert_eq!(error, BuildError::Stopped),
        }
        assert!(rounds < 20, "each round finishes a class");
    }
    // The last class of all is finished, and then nobody looks whether to stop.
    assert!(rounds > 2);
    assert_eq!(finished.len(), 9);
    assert_eq!(contents(&parts.path().join("dameo/none")), contents(&whole.path().join("dameo/none")));
}

#[test]
fn what_is_bad_is_built_again_and_the_rest_is_not() {
    let folder = two_of_dameo();
    let good = contents(&folder.path().join("dameo/none"));
    let damage = |name: &str, place_from_end: usize| {
        let mut bytes = good[name].clone();
        let place = bytes.len() - place_from_end;
        bytes[place] ^= 1;
        fs::write(in_dameo(&folder, name), bytes).expect("written");
    };
    damage("1M0K-1M0K.dtw", 1);
    damage("0M1K-0M1K.wdl", 1);
    let (files, problems) = archive::<Dameo>(folder.path(), pieces(2), &RuleOptions::default());
    let built: Vec<_> =
        files.expect("files").iter().map(|files| (files.material.to_string(), files.is_built)).collect();
    let expected = [("0M1K-0M1K", false), ("0M1K-1M0K", false), ("1M0K-1M0K", true)];
    assert_eq!(built, expected.map(|(name, is_built)| (name.to_owned(), is_built)));
    assert_eq!(contents(&folder.path().join("dameo/none")), good);
    assert!(
        problems.iter().any(|problem| problem.contains("1M0K-1M0K.dtw: is damaged: block 0")),
        "{problems:?}"
    );
    assert!(
        problems.iter().any(|problem| problem.contains("0M1K-0M1K.wdl: is damaged: block 0")),
        "{problems:?}"
    );
    assert_eq!(problems.len(), 2);
}

#[test]
fn files_that_contradict_each_other_are_told() {
    // Sound, but of a game with other rules.
    let other = folder();
    let killer = RuleOptions { halt: Halt::Killer, ..RuleOptions::default() };
    archive::<International>(other.path(), pieces(3), &killer).0.expect("files");
    archive::<International>(other.path(), pieces(3), &RuleOptions::default()).0.expect("files");
    let name = "0M2K-0M1K.wdl";
    let mut bytes = fs::read(other.path().join("normal/none").join(name)).expect("a file");
    bytes[32..64].fill(0);
    bytes[32..38].copy_from_slice(b"killer");
    reseal(&mut bytes);
    fs::write(other.path().join("normal/killer").join(name), bytes).expect("written");
    let mut set = TableSet::<International>::new(&killer);
    assert_eq!(set.open(other.path()), []);
    let problems = set.verify(&|_| (), &AtomicBool::new(false));
    assert_eq!(problems.iter().map(|problem| &problem.fault).collect::<Vec<_>>(), [&Fault::Contradiction]);
    assert!(problems[0].to_string().contains(name));
}

/// A good file of two kings of Dameo.
fn kings(kind: FileKind) -> Vec<u8> {
    fs::read(in_dameo(&two_of_dameo(), &format!("{KINGS}.{kind}"))).expect("a file")
}

/// Why a file of the two kings is not used.
fn refusal(kind: FileKind, bytes: Vec<u8>) -> Option<Fault> {
    let mut set = TableSet::<Dameo>::new(&RuleOptions::default());
    set.add_file(KINGS, kind, Box::new(bytes)).err()
}

#[test]
fn short_and_foreign_files_are_refused() {
    let good = kings(FileKind::Dtw);
    assert_eq!(refusal(FileKind::Dtw, good.clone()), None);
    for len in 0..good.len() {
        let fault = refusal(FileKind::Dtw, good[..len].to_vec()).expect("a fault");
        let expected = match len {
            0..10 => fault == Fault::NotATable,
            _ => matches!(fault, Fault::Length { found, .. } if found == len as u64),
        };
        assert!(expected, "{len}: {fault}");
    }
    let mut longer = good.clone();
    longer.push(0);
    assert!(matches!(refusal(FileKind::Dtw, longer), Some(Fault::Length { .. })));
    for foreign in [&b"#!/bin/sh\nexit 1\n"[..], &[0; 4096], &[0xff; 4096]] {
        assert_eq!(refusal(FileKind::Dtw, foreign.to_vec()), Some(Fault::NotATable));
    }
    // Sent as text from one system to another.
    let as_text: Vec<u8> = good.iter().copied().filter(|&byte| byte != b'\r').collect();
    assert_eq!(refusal(FileKind::Dtw, as_text), Some(Fault::NotATable));
}

/// A lie in a header, and what is said of it.
#[track_caller]
fn check_lie(what: &str, expected: &str, lie: impl Fn(&mut Vec<u8>)) {
    let mut bytes = kings(FileKind::Dtw);
    lie(&mut bytes);
    reseal(&mut bytes);
    let fault = refusal(FileKind::Dtw, bytes).unwrap_or_else(|| panic!("{what} is believed"));
    assert!(fault.to_string().contains(expected), "{what}: {fault}");
}

#[test]
fn lies_in_headers_are_not_believed() {
    let number = |bytes: &mut Vec<u8>, place: usize, number: u64| {
        bytes[place..place + 8].copy_from_slice(&number.to_le_bytes());
    };
    let count = |bytes: &mut Vec<u8>, place: usize, number: u32| {
        bytes[place..place + 4].copy_from_slice(&number.to_le_bytes());
    };
    check_lie("a version", "version 2 of the format, expected version 1", |bytes| bytes[8] = 2);
    check_lie("a kind", "has the kind 0, expected 1", |bytes| bytes[10] = 0);
    for bits in [0, 9, 21, 63, 64, 255] {
        check_lie("a block size", "has the block size", |bytes| bytes[11] = bits);
    }
    check_lie("a class", "has the pieces [0, 0, 2, 1], expected [0, 0, 1, 1]", |bytes| bytes[14] = 2);
    check_lie("a game", "has the game Dameo, expected dameo", |bytes| bytes[16] = b'D');
    check_lie("options", "has the options killer, expected none", |bytes| {
        bytes[32..38].copy_from_slice(b"killer");
    });
    check_lie("one value more", "has the number of values", |bytes| bytes[64] += 1);
    for values in [0, 1, 1 << 20, 1 << 40, 1 << 63, u64::MAX] {
        check_lie("many values", "has the number of ", |bytes| number(bytes, 64, values));
    }
    for values in [1, 1 << 20, 1 << 40, 1 << 63, u64::MAX] {
        check_lie("values of the other side", "has the number of ", |bytes| number(bytes, 72, values));
    }
    check_lie("a length", "bytes, expected", |bytes| number(bytes, 80, u64::MAX));
    for blocks in [0, 2, 1000, u32::MAX] {
        check_lie("many blocks", "has the number of blocks", |bytes| count(bytes, 88, blocks));
        // As many values as the blocks could have.
        check_lie("blocks out of the file", "", |bytes| {
            count(bytes, 88, blocks);
            number(bytes, 64, u64::from(blocks) << bytes[11]);
        });
    }
    for len in [0, 1, u32::MAX] {
        check_lie("a block out of the file", "has the length of all blocks", |bytes| count(bytes, 92, len));
    }
}

#[test]
fn a_spoilt_header_is_refused() {
    let good = kings(FileKind::Wdl);
    for place in 0..104 {
        let mut bytes = good.clone();
        bytes[place] ^= 0x10;
        assert!(refusal(FileKind::Wdl, bytes).is_some(), "byte {place}");
    }
}

/// Replaces the only block of a file of two kings, with right checksums.
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
fn blocks_that_lie_have_no_values() {
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
    let position = &scattered::<Dameo>(KINGS, &RuleOptions::default(), 1)[0];
    for (kind, block, what) in blocks {
        let mut set = TableSet::<Dameo>::new(&RuleOptions::default());
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
    // The same way, but right.
    let mut set = TableSet::<Dameo>::new(&RuleOptions::default());
    set.add_file(KINGS, FileKind::Dtw, Box::new(with_block(FileKind::Dtw, &vec![0; values])))
        .expect("a table");
    assert_eq!(set.probe(position), Some(Value::Loss(0)));
    assert_eq!(set.probe_wdl(position), Some(Wdl::Loss));
}

/// A file that cannot be read any more behind its header, as on a disk that fails.
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
fn a_disk_that_fails_is_told_once() {
    let mut set = TableSet::<Dameo>::new(&RuleOptions::default());
    set.add_file(KINGS, FileKind::Dtw, Box::new(Failing(kings(FileKind::Dtw)))).expect("a table");
    let position = &scattered::<Dameo>(KINGS, &RuleOptions::default(), 1)[0];
    assert_eq!((set.probe(position), set.probe(position)), (None, None));
    let problems = set.take_problems();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].to_string().ends_with("cannot be read: the disk fails"), "{}", problems[0]);
}

#[test]
fn a_folder_with_all_kinds_of_things_is_opened() {
    let folder = two_of_dameo();
    let write = |name: &str, bytes: &[u8]| fs::write(in_dameo(&folder, name), bytes).expect("written");
    let good = contents(&folder.path().join("dameo/none"));
    write("README.txt", b"tables");
    write("wdl", b"");
    write("0M1K-0M2K.wdl", &good["0M1K-0M1K.wdl"]);
    write("0M9K-0M9K.wdl", &good["0M1K-0M1K.wdl"]);
    write("0M4K-0M4K.wdl", &good["0M1K-0M1K.wdl"]);
    write("1M1K-0M1K.wdl", &good["0M1K-0M1K.wdl"]);
    write("0M1K-1M0K.wdl", &good["0M1K-1M0K.dtw"]);
    write("0M2K-0M1K.dtw", b"");
    write(".unfinished-123", b"\x8aCPT");
    fs::create_dir(in_dameo(&folder, "1M2K-0M1K.dtw")).expect("a folder");
    let mut set = TableSet::<Dameo>::new(&RuleOptions::default());
    let problems = set.open(folder.path());
    let mut told: Vec<String> = problems
        .iter()
        .map(|problem| format!("{} {}", problem.path.file_name().expect("a name").display(), problem.fault))
        .collect();
    told.sort();
    let name = "is not named as tables are, expected such as 2M1K-0M1K.wdl or .dtw";
    let expected = [
        ".unfinished-123 was not written to its end; it can be removed".to_owned(),
        format!("0M1K-0M2K.wdl {name}"),
        "0M1K-1M0K.wdl has the kind 1, expected 0".to_owned(),
        "0M2K-0M1K.dtw is no endgame table".to_owned(),
        format!("0M4K-0M4K.wdl {name}"),
        format!("0M9K-0M9K.wdl {name}"),
        "1M1K-0M1K.wdl has the pieces [0, 0, 1, 1], expected [1, 0, 1, 1]".to_owned(),
        "1M2K-0M1K.dtw is no file".to_owned(),
        format!("README.txt {name}"),
        format!("wdl {name}"),
    ];
    assert_eq!(told, expected);
    assert_eq!((set.tables().len(), set.pieces()), (3, 2));
}

#[test]
fn files_of_other_games_and_options_are_not_used() {
    let folder = two_of_dameo();
    for &variant in Variant::ALL {
        let target = folder.path().join(variant.name());
        let is_own = variant == Variant::Dameo;
        let expected = if is_own { 0 } else { 6 };
        with_game!(variant, G => {
            let name = G::options_name(&G::options(&RuleOptions::default()));
            if !is_own {
                fs::create_dir_all(target.join(&name)).expect("a folder");
                for (file, bytes) in contents(&folder.path().join("dameo/none")) {
                    fs::write(target.join(&name).join(file), bytes).expect("written");
                }
            }
            let mut set = TableSet::<G>::new(&RuleOptions::default());
            let problems = set.open(folder.path());
            assert_eq!(problems.len(), expected, "{variant}");
            assert!(problems.iter().all(|problem| problem.to_string().contains("has the game dameo")), "{variant}");
        });
    }
    let killer = RuleOptions { halt: Halt::Killer, ..RuleOptions::default() };
    let mut set = TableSet::<International>::new(&killer);
    assert_eq!(set.open(folder.path()), [], "there is nothing for these options");
    assert_eq!(set.open(&folder.path().join("elsewhere")).len(), 1, "there is no such folder");
}

#[test]
fn a_folder_that_cannot_be_written_is_told() {
    let folder = folder();
    fs::write(folder.path().join("dameo"), "in the way").expect("written");
    let (files, _) = archive::<Dameo>(folder.path(), pieces(2), &RuleOptions::default());
    let Err(BuildError::File(problem)) = files else { panic!("there can be no files: {files:?}") };
    assert!(problem.to_string().contains("cannot be written"), "{problem}");
    let (files, _) = archive::<Dameo>(folder.path(), pieces(7), &RuleOptions::default());
    assert_eq!(files, Err(BuildError::TooManyPieces { pieces: 7, most: 6 }));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    /// Whatever happens to a file, it says nothing that is wrong.
    #[test]
    fn spoilt_files_say_nothing_wrong(
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
