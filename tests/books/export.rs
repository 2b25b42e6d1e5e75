//! Books as `coupturc book export` prints them.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// The positions of a book, by FEN, with the scores of their moves in hundredths of a man.
pub(crate) type Positions = BTreeMap<String, BTreeMap<String, i32>>;

/// Runs a `coupturc book` command.
pub(crate) fn book(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_coupturc"));
    command.arg("book").args(arguments).output().expect("it runs")
}

/// The output of a successful command.
pub(crate) fn output_of(arguments: &[&str]) -> String {
    let output = book(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// What a failed command prints.
pub(crate) fn complaint_of(arguments: &[&str]) -> String {
    let output = book(arguments);
    assert!(!output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// The path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("Unicode")
}

/// All positions of a book.
pub(crate) fn positions(file: &Path) -> Positions {
    let lines = output_of(&["export", "--json", text(file)]);
    lines.lines().map(position).collect()
}

fn position(line: &str) -> (String, BTreeMap<String, i32>) {
    let json: Value = serde_json::from_str(line).expect("JSON");
    let moves = json["moves"].as_array().expect("moves").iter();
    let scored = moves.filter_map(|mv| {
        let score = (100.0 * mv["score"].as_f64()?).round() as i32;
        Some((mv["move"].as_str()?.to_owned(), score))
    });
    (json["fen"].as_str().expect("a FEN").to_owned(), scored.collect())
}
