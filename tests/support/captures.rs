//! Boards with more capture routes than could be followed one by one.

// Every test program compiles this module and uses only a part of it, and nothing in a test crate is public.
#![allow(dead_code, unreachable_pub)]

use coupturc::rules::games::Variant;

/// Hexdame: Black may clear the way for the man on e5.
pub const BEFORE_ONE: &str = "BebbebebbbbebebebbbbbebebbbbbebwbebbbbbebebbbbbebebeBbbBebeBBe";

/// The positions of a game in `tests/data/captures`, the most expensive ones that annealing has found.
pub fn expensive(variant: Variant) -> Vec<String> {
    let path = format!("{}/tests/data/captures/{variant}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').next_back().expect("a line has fields").to_owned()).collect()
}
