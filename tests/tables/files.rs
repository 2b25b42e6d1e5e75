//! Endgame tables in files: they round trip, an interrupted build continues, and folders may contain anything.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use coupturc::rules::games::{Dameo, Harzdame, Variant};
use coupturc::rules::{Color, Game, Halt, Position, RuleOptions, VanguardScope};
use coupturc::tables::files::{Archive, ArchiveNews, Fault};
use coupturc::tables::{BuildError, BuildPlan, Material, TableSet, Value};
use coupturc::with_game;

use crate::chatter::table_files::reseal;
use crate::endgames::{KINGS, archive, contents, folder, in_dameo, pieces, scattered, two_of_dameo};

/// Some positions of a class.
fn some_positions<G: Game>(material: Material, options: &RuleOptions, count: usize) -> Vec<Position<G>> {
    let mut random = fastrand::Rng::with_seed(3);
    (0..count).map(|_| scattered(material, options, &mut random)).collect()
}

/// Checks that all values of up to three pieces are the same in files and in memory.
fn round_trip<G: Game>(options: &RuleOptions, name: &str) {
    let folder = folder();
    let (files, _) = archive(G::VARIANT, folder.path(), pieces(3), options);
    let files = files.expect("files");
    assert!(folder.path().join(G::VARIANT.name()).join(name).join("0M1K-0M1K.dtw").exists());
    let memory = pieces(3).build(G::VARIANT.rules(), options).expect("tables");
    let mut opened = TableSet::new(G::VARIANT.rules(), options);
    assert_eq!(opened.open(folder.path()), []);
    assert_eq!((opened.pieces(), memory.pieces(), opened.tables().len()), (3, 3, files.len()));
    for table in opened.tables() {
        let twin = memory.tables().iter().find(|twin| twin.material() == table.material()).expect("a twin");
        assert!(table.has_distances());
        for side in Color::ALL {
            assert!(table.values(side).eq(twin.values(side)), "{} {}", G::VARIANT, table.material());
            assert!(table.outcomes(side).eq(twin.outcomes(side)), "{} {}", G::VARIANT, table.material());
        }
        for position in some_positions::<G>(table.material(), options, 2_000) {
            let value = memory.probe_any(&position).expect("a value");
            assert_eq!(
                (opened.probe_any(&position), opened.probe_wdl_any(&position)),
                (Some(value), Some(value.wdl()))
            );
        }
    }
    assert_eq!(opened.verify(&|_| (), &AtomicBool::new(false)), []);
    assert_eq!(opened.take_problems(), []);
}

#[test]
fn harzdame_round_trips() {
    round_trip::<Harzdame>(&RuleOptions::default(), "none");
}

#[test]
fn a_small_cache_gives_the_same_values_on_several_threads() {
    let (folder, options) = (folder(), RuleOptions::default());
    let (files, _) = archive(Variant::Harzdame, folder.path(), pieces(3), &options);
    let classes: Vec<Material> = files.expect("files").iter().map(|files| files.material).collect();
    let memory = pieces(3).build(Variant::Harzdame.rules(), &options).expect("tables");
    let mut opened = TableSet::new(Variant::Harzdame.rules(), &options);
    // All values take 2 MiB.
    opened.limit_cache(1);
    assert_eq!(opened.open(folder.path()), []);
    let compare = |seed: u64| {
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..20_000 {
            let class = classes[random.usize(..classes.len())];
            let position: Position<Harzdame> = scattered(class, &options, &mut random);
            let value = memory.probe_any(&position).expect("a value");
            let found = (opened.probe_any(&position), opened.probe_wdl_any(&position));
            assert_eq!(found, (Some(value), Some(value.wdl())));
        }
    };
    std::thread::scope(|scope| (1..=3).for_each(|seed| drop(scope.spawn(move || compare(seed)))));
}

#[test]
fn vanguard_round_trips() {
    let options = RuleOptions {
        halt: Halt::KillerLight,
        vanguard_scope: VanguardScope::Whole,
        ..RuleOptions::default()
    };
    round_trip::<coupturc::rules::games::Vanguard>(&options, "killer-light-whole");
}

/// A checksum of all values of up to three pieces, in file order.
fn checksum<G: Game>() -> u32 {
    let set = pieces(3).build(G::VARIANT.rules(), &RuleOptions::default()).expect("tables");
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

/// If this fails because the numbering of positions has changed, the format needs a new version: existing files would
/// be read wrongly.
#[test]
fn files_keep_their_meaning() {
    let checksums: Vec<u32> =
        Variant::ALL.iter().map(|&variant| with_game!(variant.rules(), G => checksum::<G>())).collect();
    assert_eq!(
        checksums,
        [
            1604494755, 4110358334, 1596668356, 3802522382, 1764441778, 2154139640, 3630675168, 414011834,
            409086714, 475291421, 3017695713, 1727409773
        ]
    );
}

#[test]
fn one_of_two_files_is_enough() {
    let folder = two_of_dameo();
    fs::remove_file(in_dameo(&folder, "0M1K-1M0K.dtw")).expect("removed");
    fs::remove_file(in_dameo(&folder, "0M1K-0M1K.wdl")).expect("removed");
    let mut set = TableSet::new(Variant::Dameo.rules(), &RuleOptions::default());
    assert_eq!(set.open(folder.path()), []);
    assert_eq!(set.pieces(), 2);
    let memory = pieces(2).build(Variant::Dameo.rules(), &RuleOptions::default()).expect("tables");
    for (class, has_distances) in [(Material::new(0, 1, 1, 0), false), (KINGS, true)] {
        for position in some_positions::<Dameo>(class, &RuleOptions::default(), 1_000) {
            let value = memory.probe_any(&position).expect("a value");
            assert_eq!(set.probe_wdl_any(&position), Some(value.wdl()));
            assert_eq!(set.probe_any(&position), has_distances.then_some(value));
        }
    }
}

#[test]
fn tables_in_memory_take_precedence() {
    let folder = two_of_dameo();
    let mut set = pieces(2).build(Variant::Dameo.rules(), &RuleOptions::default()).expect("tables");
    let (files, _) = archive(Variant::Dameo, folder.path(), pieces(3), &RuleOptions::default());
    files.expect("files");
    fs::write(in_dameo(&folder, "0M1K-0M1K.dtw"), "not a table").expect("written");
    assert_eq!(set.open(folder.path()), []);
    assert_eq!(set.pieces(), 3);
    let position = &some_positions::<Dameo>(KINGS, &RuleOptions::default(), 1)[0];
    assert!(set.probe_any(position).is_some() && set.probe_wdl_any(position).is_some());
}

#[test]
fn the_size_of_a_set_needs_all_classes() {
    assert_eq!(TableSet::new(Variant::Dameo.rules(), &RuleOptions::default()).pieces(), 0);
    let only = Some(Material::new(0, 2, 0, 1));
    let set = BuildPlan { only, ..pieces(3) }
        .build(Variant::Dameo.rules(), &RuleOptions::default())
        .expect("tables");
    assert_eq!(set.pieces(), 0, "no class with men");
}

#[test]
fn a_stopped_build_continues() {
    let (whole, parts) = (folder(), folder());
    let options = RuleOptions::default();
    archive(Variant::Dameo, whole.path(), pieces(3), &options).0.expect("files");
    let (mut rounds, mut finished) = (0, Vec::new());
    loop {
        let stop = AtomicBool::new(false);
        let news = |news: ArchiveNews<'_>| {
            if let ArchiveNews::Done { files, .. } = news {
                stop.store(files.is_built, Ordering::Relaxed);
            }
        };
        let plan = BuildPlan { stop: &stop, ..pieces(3) };
        let built = Archive { plan, root: parts.path(), news: &news }.build(Variant::Dameo.rules(), &options);
        let found = contents(&parts.path().join("dameo/none"));
        assert!(!found.keys().any(|name| name.starts_with('.')), "no partial file is left");
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
    // After the last class the stop flag is not checked.
    assert!(rounds > 2);
    assert_eq!(finished.len(), 9);
    assert_eq!(contents(&parts.path().join("dameo/none")), contents(&whole.path().join("dameo/none")));
}

#[test]
fn only_bad_files_are_rebuilt() {
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
    let (files, problems) = archive(Variant::Dameo, folder.path(), pieces(2), &RuleOptions::default());
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
fn contradicting_files_are_reported() {
    // Valid, but of a game with other rules.
    let other = folder();
    let killer = RuleOptions { halt: Halt::Killer, ..RuleOptions::default() };
    archive(Variant::International, other.path(), pieces(3), &killer).0.expect("files");
    archive(Variant::International, other.path(), pieces(3), &RuleOptions::default()).0.expect("files");
    let name = "0M2K-0M1K.wdl";
    let mut bytes = fs::read(other.path().join("normal/none").join(name)).expect("a file");
    bytes[32..64].fill(0);
    bytes[32..38].copy_from_slice(b"killer");
    reseal(&mut bytes);
    fs::write(other.path().join("normal/killer").join(name), bytes).expect("written");
    let mut set = TableSet::new(Variant::International.rules(), &killer);
    assert_eq!(set.open(other.path()), []);
    let problems = set.verify(&|_| (), &AtomicBool::new(false));
    assert_eq!(problems.iter().map(|problem| &problem.fault).collect::<Vec<_>>(), [&Fault::Contradiction]);
    assert!(problems[0].to_string().contains(name));
}

#[test]
fn a_folder_with_invalid_files_is_opened() {
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
    let mut set = TableSet::new(Variant::Dameo.rules(), &RuleOptions::default());
    let problems = set.open(folder.path());
    let mut reported: Vec<String> = problems
        .iter()
        .map(|problem| format!("{} {}", problem.path.file_name().expect("a name").display(), problem.fault))
        .collect();
    reported.sort();
    let name = "is not named like a table, expected a name such as 2M1K-0M1K.wdl or .dtw";
    let expected = [
        format!("0M1K-0M2K.wdl {name}"),
        "0M1K-1M0K.wdl has the kind 1, expected 0".to_owned(),
        "0M2K-0M1K.dtw is not an endgame table".to_owned(),
        format!("0M4K-0M4K.wdl {name}"),
        format!("0M9K-0M9K.wdl {name}"),
        "1M1K-0M1K.wdl has the pieces [0, 0, 1, 1], expected [1, 0, 1, 1]".to_owned(),
        "1M2K-0M1K.dtw is not a file".to_owned(),
        format!("README.txt {name}"),
        format!("wdl {name}"),
    ];
    assert_eq!(reported, expected);
    assert_eq!((set.tables().len(), set.pieces()), (3, 2));
}

#[test]
fn files_of_other_games_and_options_are_not_used() {
    let folder = two_of_dameo();
    for &variant in Variant::ALL {
        let target = folder.path().join(variant.name());
        let is_dameo = variant == Variant::Dameo;
        let expected = if is_dameo { 0 } else { 6 };
        with_game!(variant.rules(), G => {
            let name = G::options_name(&G::options(&RuleOptions::default()));
            if !is_dameo {
                fs::create_dir_all(target.join(&name)).expect("a folder");
                for (file, bytes) in contents(&folder.path().join("dameo/none")) {
                    fs::write(target.join(&name).join(file), bytes).expect("written");
                }
            }
            let mut set = TableSet::new(G::VARIANT.rules(), &RuleOptions::default());
            let problems = set.open(folder.path());
            assert_eq!(problems.len(), expected, "{variant}");
            assert!(problems.iter().all(|problem| problem.to_string().contains("has the game dameo")), "{variant}");
        });
    }
    let killer = RuleOptions { halt: Halt::Killer, ..RuleOptions::default() };
    let mut set = TableSet::new(Variant::International.rules(), &killer);
    assert_eq!(set.open(folder.path()), [], "no files for these options");
    assert_eq!(set.open(&folder.path().join("elsewhere")).len(), 1, "no such folder");
}

#[test]
fn an_unwritable_folder_is_reported() {
    let folder = folder();
    fs::write(folder.path().join("dameo"), "in the way").expect("written");
    let (files, _) = archive(Variant::Dameo, folder.path(), pieces(2), &RuleOptions::default());
    let Err(BuildError::File(problem)) = files else { panic!("expected an error: {files:?}") };
    assert!(problem.to_string().contains("cannot be written"), "{problem}");
    let (files, _) = archive(Variant::Dameo, folder.path(), pieces(7), &RuleOptions::default());
    assert_eq!(files, Err(BuildError::TooManyPieces { pieces: 7, most: 6 }));
}
