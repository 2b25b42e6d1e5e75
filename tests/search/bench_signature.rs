//! The signature of the search: the number of nodes that `coupturc bench` needs.

use std::process::Command;

/// A change that is meant to change the search or the evaluation changes this number, and names
/// the new one in the last line of its commit message.
const SIGNATURE: u64 = 161_746;

#[test]
fn bench_prints_the_signature() {
    let output = Command::new(env!("CARGO_BIN_EXE_coupturc")).arg("bench").output().expect("coupturc starts");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("the output is text");
    let last = text.lines().last().unwrap_or_default();
    let nodes = last.strip_prefix("Bench: ").and_then(|rest| rest.split(' ').next());
    assert_eq!(nodes, Some(SIGNATURE.to_string().as_str()), "in: {text}");
}
