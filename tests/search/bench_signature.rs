//! Bench signatures: the number of nodes that `coupturc bench` searches in each game.

use std::process::Command;

/// An intended change of the search or evaluation of a game changes its number here. The last line of the commit
/// message states the new sum.
const SIGNATURES: &[(&str, u64)] = &[
    ("normal", 24_073),
    ("vanguard", 18_074),
    ("dameo", 79_420),
    ("hexdame", 34_570),
    ("harzdame", 17_435),
    ("croda", 23_710),
    ("brazilian", 19_829),
    ("russian", 22_937),
    ("frisian", 11_052),
    ("turkish", 80_135),
    ("bt", 22_221),
    ("losing", 20_039),
];

#[test]
fn bench_prints_the_signatures() {
    let output = Command::new(env!("CARGO_BIN_EXE_coupturc")).arg("bench").output().expect("coupturc starts");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("the output is text");
    let printed: Vec<_> = text.lines().filter_map(|line| line.split(" (").next()).collect();
    let sum: u64 = SIGNATURES.iter().map(|(_, nodes)| nodes).sum();
    let games = SIGNATURES.iter().map(|(game, nodes)| format!("{game} {nodes}"));
    let expected: Vec<_> = games.chain([format!("Bench: {sum}")]).collect();
    assert_eq!(printed, expected);
}
