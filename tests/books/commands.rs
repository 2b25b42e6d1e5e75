//! The commands that show and change books.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::export::{complaint_of, output_of, positions, text};

fn small_book(folder: &Path) -> String {
    book_of(8, folder)
}

fn book_of(positions: usize, folder: &Path) -> String {
    let file = folder.join("small.book");
    let build = format!(
        "build --variant russian --positions {positions} --nodes 100 --threads 1 --out {}",
        text(&file)
    );
    output_of(&build.split(' ').collect::<Vec<_>>());
    text(&file).to_owned()
}

#[test]
fn marks_and_notes_are_shown_and_survive_more_building() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = small_book(folder.path());
    let shown = output_of(&["show", &file, "--plies", "3"]);
    assert!(shown.starts_with("Russian Draughts, 8 positions\neffort: 100 nodes\nseed: 0\n"), "{shown}");
    assert_eq!(shown.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")).count(), 7);
    output_of(&["set", &file, "start", "c3-d4", "--prefer", "--note", "Main line: \"Otkaz\""]);
    output_of(&["set", &file, "start", "c3-b4", "--veto"]);
    output_of(&[
        "build",
        "--variant",
        "russian",
        "--positions",
        "10",
        "--nodes",
        "100",
        "--threads",
        "1",
        "--out",
        &file,
    ]);
    let shown = output_of(&["show", &file]);
    assert!(shown.contains("  prefer  \"Main line: \"Otkaz\"\"\n"), "{shown}");
    assert!(shown.lines().any(|line| line.contains("c3-b4") && line.ends_with("veto")), "{shown}");
    output_of(&["set", &file, "start", "c3-d4", "--unmark", "--note", ""]);
    assert!(!output_of(&["show", &file]).contains("prefer"));
    let after = "B:Wa1,a3,b2,c1,d2,d4,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8";
    assert!(output_of(&["show", &file, "--position", after]).contains("Black to move"));
    let complaint = complaint_of(&["set", &file, "start", "c3-c4", "--veto"]);
    assert!(complaint.contains("c3-c4"), "{complaint}");
}

#[test]
fn games_are_imported_with_their_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, file] = ["games.pdn", "games.book"].map(|name| folder.path().join(name));
    let pdn = "[GameType \"25\"]\n[Result \"1-0\"]\n1. c3-d4 d6-c5 1-0\n\n[GameType \"25\"]\n[Result \"1/2-1/2\"]\n\
        1. c3-d4 b6-a5 1/2-1/2\n\n[GameType \"20\"]\n[Result \"2-0\"]\n1. 32-28 19-23 2-0\n";
    fs::write(&games, pdn).expect("written");
    let said = output_of(&["import", text(&games), "--out", text(&file)]);
    assert!(
        said.contains(
            "2 positions of russian, games added: 2, games of other rules left out: 1, the first is "
        ),
        "{said}"
    );
    let shown = output_of(&["show", text(&file), "--plies", "2"]);
    assert!(shown.contains("c3-d4  +1 =1 -0") && shown.contains("d6-c5  +0 =0 -1"), "{shown}");
    let exported = output_of(&["export", "--pdn", text(&file)]);
    assert!(exported.contains("1. c3-d4 d6-c5 (1... b6-a5) *"), "{exported}");
    assert!(positions(&file).values().all(|scores| scores.is_empty()));
}

#[test]
fn a_trimmed_book_is_small_and_has_good_moves_to_expanded_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = book_of(100, folder.path());
    let trimmed = folder.path().join("trimmed.book");
    output_of(&["trim", &file, "--bytes", "1000", "--margin", "0.3", "--out", text(&trimmed)]);
    assert!(fs::metadata(&trimmed).expect("a file").len() <= 1_000);
    let (before, after) = (positions(Path::new(&file)), positions(&trimmed));
    assert!(!after.is_empty() && after.len() < before.len(), "{after:?}");
    let start = "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8";
    assert_eq!(after[start], before[start], "what each first move is worth");
    for (fen, moves) in after.iter().filter(|(fen, _)| *fen != start) {
        let best = before[fen].values().max().expect("a move");
        assert_eq!(moves.values().max(), Some(best), "the best move of {fen}");
        assert!(moves.iter().all(|(mv, score)| before[fen][mv] == *score && best - score <= 30));
    }
    assert!(output_of(&["show", text(&trimmed)]).contains("\ntrimmed-from: 100\n"));
    let again = complaint_of(&["trim", text(&trimmed), "--out", &file]);
    assert!(again.contains("trimmed before"), "a part has too few moves to choose from: {again}");
}

#[test]
fn a_build_under_other_rules_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = small_book(folder.path());
    let build = |variant: &str, positions: &str| {
        let build =
            format!("build --variant {variant} --positions {positions} --nodes 100 --threads 1 --out {file}");
        build.split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let wrong = build("dameo", "9");
    let complaint = complaint_of(&wrong.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(complaint.contains("russian"), "{complaint}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no journal");
    let right = build("russian", "9");
    output_of(&right.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(positions(Path::new(&file)).len(), 9);
}

#[test]
fn lines_are_shown_as_json() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = small_book(folder.path());
    let all = positions(Path::new(&file));
    let shown: Value =
        serde_json::from_str(&output_of(&["show", &file, "--json", "--plies", "100", "--moves", "1"]))
            .expect("JSON");
    assert_eq!(shown["about"]["effort"], "100 nodes");
    let moves = shown["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), all[shown["fen"].as_str().expect("a FEN")].len(), "all first moves");
    let best = &moves[0];
    let (mine, reply) = (&best["score"], &best["moves"][0]["score"]);
    assert!((mine.as_f64().expect("a score") + reply.as_f64().expect("a score")).abs() < 0.011, "{best}");
    assert!(best["points"].as_f64().is_some_and(|points| (0.0..1.0).contains(&points)), "{best}");
}

#[test]
fn mirror_images_have_the_same_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("dameo.book");
    let build = "build --variant dameo --positions 1 --nodes 10 --threads 1 --out";
    output_of(&build.split(' ').chain([text(&file)]).collect::<Vec<_>>());
    let shown: Value = serde_json::from_str(&output_of(&["show", text(&file), "--json"])).expect("JSON");
    let moves = shown["moves"].as_array().expect("moves");
    let key = |text: &str| &moves.iter().find(|mv| mv["move"] == text).expect("a first move")["key"];
    assert_eq!(key("b1-a2"), key("g1-h2"));
    assert_ne!(key("b1-a2"), key("b1-b3"));
}

#[test]
fn damaged_files_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = small_book(folder.path());
    let bytes = fs::read(&file).expect("a book");
    let damaged = folder.path().join("damaged.book");
    for place in (0..bytes.len()).step_by(bytes.len() / 40) {
        let mut bytes = bytes.clone();
        bytes[place] ^= 16;
        fs::write(&damaged, bytes).expect("written");
        let complaint = complaint_of(&["export", "--json", text(&damaged)]);
        assert!(complaint.contains("damaged.book"), "byte {place}: {complaint}");
        assert!(!complaint.contains("internal error"), "byte {place}: {complaint}");
    }
}

#[test]
fn matches_take_openings_from_books() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = small_book(folder.path());
    let program = env!("CARGO_BIN_EXE_coupturc");
    let games = folder.path().join("match");
    let engines = ["a", "b"].map(|name| format!("--engine=cmd='{program}' name={name} param.hash=1"));
    let arguments =
        "--variants russian --tc nodes=50 --rounds 2 --plies 2 --window 0-500 --concurrency 1 --max-moves 3";
    let mut command = Command::new(program);
    command.arg("match").args(&engines).args(arguments.split(' '));
    let output = command.args(["--openings", &file, "--out"]).arg(&games).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let kept = fs::read_to_string(games.join("openings.json")).expect("openings");
    assert!(kept.contains("c3-d4") || kept.contains("\"moves\""), "{kept}");
    let log = fs::read_to_string(games.join("games.jsonl")).expect("games");
    assert_eq!(log.lines().count(), 4);
}
