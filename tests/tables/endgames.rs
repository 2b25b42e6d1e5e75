//! Shared helpers: random positions of a class, folders of files, and numbers from environment variables.

// Every test program compiles its own copy of this module and uses only a part of it, and nothing in a
// test crate is reachable from outside.
#![allow(dead_code, unreachable_pub)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use coupturc::rules::games::{KingMoves, VanguardMan, Variant};
use coupturc::rules::{
    Bitboard, Color, ExtraKind, ExtraState, Game, Kind, Position, RuleOptions, Setup, Square,
};
use coupturc::tables::files::{Archive, ArchiveNews, ClassFiles};
use coupturc::tables::{BuildError, BuildPlan, Material};
use fastrand::Rng;
use parking_lot::Mutex;
use tempfile::TempDir;

/// One king against one.
pub const KINGS: Material = Material::new(0, 1, 0, 1);

/// A random position with this material; half of those that can have a vanguard have one, and half of the sides that
/// can have a row of king moves have one.
pub fn scattered<G: Game>(material: Material, options: &RuleOptions, random: &mut Rng) -> Position<G> {
    loop {
        let mut setup = Setup::empty(Color::ALL[random.usize(..2)]);
        for color in Color::ALL {
            for kind in [Kind::Man, Kind::King] {
                for _ in 0..material.count(color, kind) {
                    setup.put(color, kind, G::GEOMETRY.squares()[random.usize(..G::GEOMETRY.len())]);
                }
            }
        }
        setup.extra = extra::<G>(&setup, random);
        // Retry if two pieces share a cell or a man is on a promotion cell.
        if let Ok(position) = Position::from_setup(&setup, options) {
            return position;
        }
    }
}

/// A random extra state.
fn extra<G: Game>(setup: &Setup, random: &mut Rng) -> ExtraState {
    let squares = |set: Bitboard| set.into_iter().collect::<Vec<Square>>();
    match G::RULES.extra {
        ExtraKind::None => ExtraState::None,
        ExtraKind::Vanguard => {
            let man = random.choice(squares(setup.men[!setup.side])).filter(|_| random.bool());
            man.map_or(ExtraState::None, |man| ExtraState::Vanguard(VanguardMan::on(man)))
        }
        ExtraKind::KingMoves => {
            let mut moves = KingMoves::default();
            for color in Color::ALL {
                let kings = if setup.men[color].any() { setup.kings[color] } else { Bitboard::EMPTY };
                if let Some(king) = random.choice(squares(kings)).filter(|_| random.bool()) {
                    moves = moves.with(color, Some(king), random.u8(1..=3));
                }
            }
            if moves == KingMoves::default() { ExtraState::None } else { ExtraState::KingMoves(moves) }
        }
    }
}

/// A plan for all classes with up to `pieces` pieces.
pub fn pieces(pieces: usize) -> BuildPlan<'static> {
    BuildPlan { pieces, ..BuildPlan::default() }
}

/// An empty folder.
pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Builds files. Returns them with the reported problems.
pub fn archive(
    variant: Variant,
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
    let files = Archive { plan, root, news: &news }.build(variant.rules(), options);
    (files, problems.into_inner())
}

/// A folder with all classes of two pieces in Dameo.
pub fn two_of_dameo() -> TempDir {
    let folder = folder();
    let (files, problems) = archive(Variant::Dameo, folder.path(), pieces(2), &RuleOptions::default());
    assert_eq!((files.expect("files").len(), problems.len()), (3, 0));
    folder
}

/// The path of a file in such a folder.
pub fn in_dameo(root: &TempDir, name: &str) -> PathBuf {
    root.path().join("dameo/none").join(name)
}

/// The contents of the files of a folder, by name.
pub fn contents(folder: &Path) -> HashMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries
        .map(|entry| {
            (entry.file_name().into_string().expect("text"), fs::read(entry.path()).expect("a file"))
        })
        .collect()
}

/// The number in an environment variable, or `default`.
pub fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}
