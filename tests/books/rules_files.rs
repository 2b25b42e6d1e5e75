//! Books of games whose rules come from files.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::export::{complaint_of, output_of, text};

/// Dameo whose kings move one cell.
const SHORT: &str = "title = \"Short Kings\"\nlike = \"dameo\"\n[kings]\nflying = false\n";

fn build(arguments: &[&str], out: &Path) -> String {
    let common = ["--positions", "3", "--nodes", "50", "--threads", "1", "--out", text(out)];
    output_of(&[&["build"], arguments, &common].concat())
}

#[test]
fn a_book_of_an_embedded_game_needs_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("english.book");
    let said = build(&["--variant", "english"], &file);
    assert!(said.contains("3 positions of english"), "{said}");
    let shown = output_of(&["show", text(&file), "--plies", "3"]);
    assert!(shown.starts_with("English Draughts, 3 positions\n"), "{shown}");
    assert_eq!(output_of(&["export", "--json", text(&file)]).lines().count(), 3);
    let small = folder.path().join("small.book");
    output_of(&["trim", text(&file), "--out", text(&small)]);
    output_of(&["merge", text(&file), text(&small), "--out", text(&small)]);
    output_of(&["set", text(&small), "start", "11-15", "--prefer"]);
    assert!(output_of(&["show", text(&small)]).contains("prefer"));
}

/// A game on a board of more than 64 cells, and its first moves.
fn check_large(game: &str, title: &str, moves: [&str; 2]) {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, other, small, games] =
        ["all.book", "other.book", "small.book", "games.pdn"].map(|name| folder.path().join(name));
    let said = build(&["--variant", game], &file);
    assert!(said.contains(&format!("3 positions of {game}")), "{said}");
    build(&["--variant", game, "--seed", "1"], &other);
    output_of(&["merge", text(&file), text(&other), "--out", text(&other)]);
    let exported = output_of(&["export", "--json", text(&other)]);
    assert!(exported.lines().count() >= 3, "{exported}");
    output_of(&["trim", text(&other), "--out", text(&small)]);
    output_of(&["set", text(&small), "start", moves[0], "--prefer"]);
    let shown = output_of(&["show", text(&small), "--plies", "3"]);
    assert!(shown.starts_with(title) && shown.contains("prefer"), "{shown}");
    let pdn = format!("[GameType \"{game}\"]\n[Result \"1/2-1/2\"]\n1. {} {} 1/2-1/2\n", moves[0], moves[1]);
    fs::write(&games, pdn).expect("written");
    let said = output_of(&["import", text(&games), "--out", text(&small)]);
    assert!(said.contains("games added: 1"), "{said}");
    assert!(output_of(&["show", text(&small)]).contains(&format!("{}  ", moves[0])), "{shown}");
    let out = folder.path().join("match");
    let program = env!("CARGO_BIN_EXE_coupturc");
    let engines = ["a", "b"].map(|name| format!("--engine=cmd='{program}' name={name} param.hash=1"));
    let line = format!(
        "--variants {game} --tc nodes=50 --rounds 1 --plies 2 --window 0-500 --concurrency 1 --max-moves 3"
    );
    let mut command = Command::new(program);
    command.arg("match").args(&engines).args(line.split(' ')).arg("--openings").arg(&other);
    let output = command.arg("--out").arg(&out).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let log = fs::read_to_string(out.join("games.jsonl")).expect("games");
    assert_eq!(log.lines().count(), 2);
}

#[test]
fn books_of_large_boards_do_all_that_others_do() {
    check_large("canadian", "Canadian Draughts, ", ["43-37", "26-32"]);
    check_large("big-dameo", "Big Dameo, ", ["e4-e5", "e7-e6"]);
}

#[test]
fn a_book_is_known_by_the_rules_of_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let [rules, file] = ["short.toml", "short.book"].map(|name| folder.path().join(name));
    fs::write(&rules, SHORT).expect("written");
    build(&["--rules", text(&rules)], &file);
    let show = |rules: &Path| ["show", text(&file), "--rules", text(rules)].map(str::to_owned);
    let shown = output_of(&show(&rules).each_ref().map(String::as_str));
    assert!(shown.starts_with("Short Kings, 3 positions\n"), "{shown}");
    let complaint = complaint_of(&["show", text(&file)]);
    assert!(
        complaint.contains("is for the game short, whose rules are in a file: give that file"),
        "{complaint}"
    );
    // Draws, titles and the name of the file do not matter, moves do.
    let other = folder.path().join("other.toml");
    fs::write(&other, format!("{}\n[draws]\nrepetition = 4\n", SHORT.replace("Short", "Small")))
        .expect("written");
    let shown = output_of(&show(&other).each_ref().map(String::as_str));
    assert!(shown.starts_with("Small Kings, "), "{shown}");
    fs::write(&rules, format!("{SHORT}[men]\nlinear = false\n")).expect("written");
    let complaint = complaint_of(&show(&rules).each_ref().map(String::as_str));
    assert!(complaint.contains("is for other rules than those that short has now"), "{complaint}");
    let english = ["show", text(&file), "--rules", text(&other)];
    output_of(&english);
}

#[test]
fn books_of_two_games_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let [rules, short, english] =
        ["short.toml", "short.book", "english.book"].map(|name| folder.path().join(name));
    fs::write(&rules, SHORT).expect("written");
    build(&["--rules", text(&rules)], &short);
    build(&["--variant", "english"], &english);
    let complaint = complaint_of(&["show", text(&english), "--rules", text(&rules)]);
    assert!(complaint.contains("english.book is for english, not for short"), "{complaint}");
    let out = folder.path().join("both.book");
    let merge = ["merge", text(&short), text(&english), "--rules", text(&rules), "--out", text(&out)];
    let complaint = complaint_of(&merge);
    assert!(complaint.contains("english.book is for english, not for short"), "{complaint}");
}

#[test]
fn games_of_a_file_are_imported() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, file] = ["games.pdn", "games.book"].map(|name| folder.path().join(name));
    let pdn = "[GameType \"english\"]\n[Result \"1/2-1/2\"]\n1. 11-15 23-19 1/2-1/2\n";
    fs::write(&games, pdn).expect("written");
    let said = output_of(&["import", text(&games), "--out", text(&file)]);
    assert!(said.contains("2 positions of english, games added: 1"), "{said}");
    let shown = output_of(&["show", text(&file)]);
    assert!(shown.contains("11-15  +0 =1 -0"), "{shown}");
}
