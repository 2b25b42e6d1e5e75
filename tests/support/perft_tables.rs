//! Perft counts of known positions, from the files in `tests/data/perft`, one per game.

use coupturc::rules::RuleOptions;
use coupturc::rules::games::Variant;

/// The counts of one position under one set of options.
pub struct PerftTable {
    pub heading: String,
    /// The names and values of options, as the command line takes them.
    options: Vec<(String, String)>,
    /// `None` is the starting position.
    pub fen: Option<String>,
    /// The number of counts, from depth 1 on, that the naive rules have confirmed.
    pub naive_depth: usize,
    /// The leaves at depth 1, 2, 3, ...
    pub counts: Vec<u64>,
}

impl PerftTable {
    /// The command that counts these leaves at depth `N`.
    pub fn command(&self, variant: Variant) -> String {
        let options: String = self.options.iter().map(|(name, value)| format!(" --{name} {value}")).collect();
        let fen = self.fen.as_ref().map_or_else(String::new, |fen| format!(" --fen {fen}"));
        format!("coupturc perft --variant {variant}{options}{fen} --depth N")
    }

    pub fn rule_options(&self) -> RuleOptions {
        let mut options = RuleOptions::default();
        for (name, value) in &self.options {
            match name.as_str() {
                "halt" => options.halt = value.parse().expect("a halt rule"),
                "vanguard-scope" => options.vanguard_scope = value.parse().expect("a scope"),
                _ => panic!("unknown option {name}"),
            }
        }
        options
    }
}

/// The tables of a game, in the order of its file.
pub fn perft_tables(variant: Variant) -> Vec<PerftTable> {
    let path = format!("{}/tests/data/perft/{variant}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut heading = "";
    let mut tables = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("# ") {
            Some(text) => heading = text,
            None => tables.push(table(heading, line)),
        }
    }
    tables
}

/// Reads a line: options, position, depths that the naive rules have counted, counts, separated by tabs.
fn table(heading: &str, line: &str) -> PerftTable {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[options, position, naive_depth, counts] = fields.as_slice() else {
        panic!("four fields in {line}")
    };
    let option = |text: &str| {
        let (name, value) = text.split_once('=').unwrap_or_else(|| panic!("name=value in {line}"));
        (name.to_owned(), value.to_owned())
    };
    PerftTable {
        heading: heading.to_owned(),
        options: options.split(',').filter(|&option| option != "-").map(option).collect(),
        fen: (position != "start").then(|| position.to_owned()),
        naive_depth: naive_depth.parse().unwrap_or_else(|_| panic!("a depth in {line}")),
        counts: counts
            .split(' ')
            .map(|count| count.parse().unwrap_or_else(|_| panic!("counts in {line}")))
            .collect(),
    }
}
