//! Positions that tests need for every game, from the files in `tests/data/scenes`.

// Every test program compiles this module and uses only a part of it, and nothing in a test crate is public.
#![allow(dead_code, unreachable_pub)]

/// The scenes in every file; "shuttle" only in games in which positions [can repeat](can_repeat).
pub const NAMES: [&str; 5] = ["middle", "ending", "won", "only-move", "shuttle"];

/// Whether positions of a game can repeat: it has kings that can move back and forth.
pub fn can_repeat(game: &str) -> bool {
    game != "bt"
}

/// A position, and moves from there.
#[derive(Debug)]
pub struct Scene {
    pub fen: String,
    pub moves: Vec<String>,
}

/// The scene of this name in a game.
///
/// # Panics
///
/// If the game has no file, or the file has no such scene.
pub fn scene(game: &str, name: &str) -> Scene {
    let path = format!("{}/tests/data/scenes/{game}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut rows = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let row = rows.find(|row| row[0] == name).unwrap_or_else(|| panic!("{path}: no line {name}"));
    let fen = row.get(1).unwrap_or_else(|| panic!("{path}: no FEN in {row:?}"));
    let moves = row.get(2).map_or_else(Vec::new, |moves| moves.split(' ').map(str::to_owned).collect());
    Scene { fen: (*fen).to_owned(), moves }
}
