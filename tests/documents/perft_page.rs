//! The tables of `docs/perft.md` must match `tests/data/perft`, where each count is stored once.

use std::fs;

use coupturc::rules::Game;
use coupturc::rules::games::Variant;
use coupturc::with_game;

use crate::pages::{read, root};
use crate::support::perft_tables::{PerftTable, perft_tables};

const PAGE: &str = "docs/perft.md";

fn heading(variant: Variant) -> String {
    format!("## {}\n", with_game!(variant.rules(), G => G::TITLE))
}

/// A number with commas: 1,234,567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn section(variant: Variant, table: &PerftTable) -> String {
    let mut text = format!("\n### {}\n\n    {}\n\n", table.heading, table.command(variant));
    text.push_str("| depth | leaves | naive rules |\n|---:|---:|---|\n");
    for (depth, &leaves) in (1..).zip(&table.counts) {
        let naive = if depth <= table.naive_depth { "yes " } else { "" };
        text.push_str(&format!("| {depth} | {} | {naive}|\n", grouped(leaves)));
    }
    text
}

/// The chapter of a game, from its heading on.
fn chapter(variant: Variant) -> String {
    let sections = perft_tables(variant).iter().map(|table| section(variant, table)).collect::<String>();
    format!("{}{sections}", heading(variant))
}

#[test]
fn the_page_of_perft_counts_shows_the_data() {
    let page = read(PAGE).replace("\r\n", "\n");
    // All text before the first game is written by hand.
    let place = page.find(&heading(Variant::ALL[0])).expect("the chapter of the first game");
    let chapters = Variant::ALL.iter().map(|&variant| chapter(variant)).collect::<Vec<_>>().join("\n");
    let expected = format!("{}{chapters}", &page[..place]);
    if std::env::var_os("COUPTURC_WRITE").is_some() {
        fs::write(root().join(PAGE), expected).expect("docs/perft.md can be written");
        return;
    }
    let other = page.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    let is_same = page == expected;
    assert!(
        is_same,
        "docs/perft.md differs from tests/data/perft, first in {other:?}; write it again: \
         COUPTURC_WRITE=yes cargo test --release --test documents perft_page"
    );
}

#[test]
fn numbers_are_grouped_by_threes() {
    let texts = [0, 999, 1_000, 123_456, 1_234_567].map(grouped);
    assert_eq!(texts, ["0", "999", "1,000", "123,456", "1,234,567"]);
}
