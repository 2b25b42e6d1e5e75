//! A strict parser of the engine's replies: a line in an unexpected form fails the test.

// Every test program compiles this module and uses only a part of it, and nothing in a test crate is public.
#![allow(dead_code, unreachable_pub)]

use std::time::Duration;

use coupturc::rules::games::Variant;

use super::engine_process::{EngineProcess, PATIENCE};

/// All games, by the names that Hub uses.
pub fn games() -> impl Iterator<Item = &'static str> + Clone {
    Variant::ALL.iter().map(|variant| variant.name())
}

/// An `info` line.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    pub depth: u32,
    pub mean_depth: f64,
    /// In hundredths of a man.
    pub score: i32,
    pub nodes: u64,
    pub seconds: f64,
    pub pv: Vec<String>,
    /// The share of the table in use, in thousandths.
    pub hashfull: u32,
    /// The number of positions found in endgame tables.
    pub tbhits: u64,
    pub multipv: Option<usize>,
    /// Whether the line comes from an opening book.
    pub book: bool,
}

/// A search from `go` to `done`.
#[derive(Clone, Debug, Default)]
pub struct Search {
    pub infos: Vec<Info>,
    pub best: Option<String>,
    pub ponder: Option<String>,
}

impl Search {
    /// The last line of the best rank.
    pub fn last(&self) -> &Info {
        let best = |info: &&Info| info.multipv.unwrap_or(1) == 1;
        self.infos.iter().rev().find(best).expect("the search has told of a line")
    }
}

/// Starts a program with a game of `variant`.
pub fn engine_for(variant: &str) -> EngineProcess {
    let mut engine = EngineProcess::start();
    engine.quietly(&[&format!("set-param name=variant value={variant}")]);
    engine
}

/// Splits a line into its word and its `name=value` arguments, values unquoted.
pub fn arguments(line: &str) -> (&str, Vec<(&str, &str)>) {
    let (word, mut rest) = line.split_once(' ').unwrap_or((line, ""));
    let mut list = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('=').unwrap_or_else(|| panic!("no '=' in '{rest}' of '{line}'"));
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or_else(|| panic!("no closing quote in '{line}'")),
            None => after.split_at(after.find(' ').unwrap_or(after.len())),
        };
        list.push((name, value));
        rest = match after.strip_prefix(' ') {
            Some(more) => more,
            None if after.is_empty() => "",
            None => panic!("no space before '{after}' in '{line}'"),
        };
    }
    (word, list)
}

/// The values of a line that must have this word and exactly these arguments, in this order.
pub fn values<'a>(line: &'a str, word: &str, names: &[&str]) -> Vec<&'a str> {
    let (found, list) = arguments(line);
    let found_names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
    assert_eq!((found, &found_names[..]), (word, names), "in '{line}'");
    list.into_iter().map(|(_, value)| value).collect()
}

/// The message of an `error` line, which must not confuse a client that splits lines at `=` or quotes.
pub fn error_message(line: &str) -> &str {
    let message = line.strip_prefix("error message=\"").and_then(|rest| rest.strip_suffix('"'));
    let message = message.unwrap_or_else(|| panic!("not an error: '{line}'"));
    assert!(!message.contains(['=', '"']), "'=' or '\"' in the message: {line}");
    assert!(message.chars().all(|c| !c.is_control()), "a control character in the message: {line:?}");
    assert!(message.len() > 10 && message.chars().count() < 400, "too short or too long: {line}");
    message
}

/// A number with exactly this many digits after the decimal point.
pub fn decimal(text: &str, digits: usize) -> f64 {
    let point = text.find('.').map(|place| text.len() - place - 1);
    assert_eq!(point.unwrap_or(0), digits, "digits of '{text}'");
    text.parse().unwrap_or_else(|_| panic!("not a number: '{text}'"))
}

/// A list of words with single spaces between them.
pub fn words(text: &str) -> Vec<String> {
    let words: Vec<String> = text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    assert_eq!(words.join(" "), text, "stray spaces");
    words
}

/// Reads an `info` line, with a rank if `ranked`.
pub fn info(line: &str, ranked: bool) -> Info {
    let mut names = vec!["depth", "mean-depth", "score", "nodes", "time", "nps", "pv", "hashfull", "tbhits"];
    if ranked {
        names.push("multipv");
    }
    let book = line.ends_with(" book=true");
    if book {
        names.push("book");
    }
    let values = values(line, "info", &names);
    let whole = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("not a number in '{line}'"));
    assert!(line.contains(" pv=\"") && !values[6].is_empty(), "the line is quoted, not empty: {line}");
    assert!(decimal(values[5], 2) >= 0.0);
    assert!(whole(values[7]) <= 1_000, "{line}");
    Info {
        depth: whole(values[0]) as u32,
        mean_depth: decimal(values[1], 1),
        score: (decimal(values[2], 2) * 100.0).round() as i32,
        nodes: whole(values[3]),
        seconds: decimal(values[4], 3),
        pv: words(values[6]),
        hashfull: whole(values[7]) as u32,
        tbhits: whole(values[8]),
        multipv: ranked.then(|| whole(values[9]) as usize),
        book,
    }
}

/// The moves of a `done` line.
pub fn done(line: &str) -> (Option<String>, Option<String>) {
    let (word, list) = arguments(line);
    assert_eq!(word, "done");
    let names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
    assert!(["move", "ponder"].starts_with(&names), "in '{line}'");
    let mut values = list.into_iter().map(|(_, value)| value.to_owned());
    (values.next(), values.next())
}

impl EngineProcess {
    /// Sends `lines`, the last of which starts a search; returns the finished search.
    pub fn search(&mut self, lines: &[&str]) -> Search {
        self.search_ranked(lines, false)
    }

    /// The same, with ranks in `info` lines if `ranked`.
    pub fn search_ranked(&mut self, lines: &[&str], ranked: bool) -> Search {
        self.send_all(lines);
        self.rest_of_search(ranked)
    }

    /// Reads the replies of a search up to its `done`.
    pub fn rest_of_search(&mut self, ranked: bool) -> Search {
        let mut search = Search::default();
        loop {
            let line = self.line();
            if line.starts_with("done") {
                (search.best, search.ponder) = done(&line);
                return search;
            }
            search.infos.push(info(&line, ranked));
        }
    }

    /// Reads replies of a search for `time`; it must not end meanwhile.
    pub fn goes_on_for(&mut self, time: Duration) {
        let until = std::time::Instant::now() + time;
        while let Some(left) = until.checked_duration_since(std::time::Instant::now()) {
            if let Some(line) = self.line_within(left)
                && !line.starts_with("info ")
            {
                self.fail(&format!("the search should still go on, got '{line}'"));
            }
        }
    }

    /// The next line that is not an `info`.
    pub fn line_beside_infos(&mut self) -> String {
        let until = std::time::Instant::now() + PATIENCE;
        while std::time::Instant::now() < until {
            let line = self.line();
            if !line.starts_with("info ") {
                return line;
            }
        }
        self.fail("nothing but info came")
    }

    /// The legal moves.
    pub fn legal_moves(&mut self) -> Vec<String> {
        let line = self.answer("legal-moves");
        let values = values(&line, "legal-moves", &["count", "moves"]);
        assert!(line.contains(" moves=\""), "the moves are quoted: {line}");
        let moves = words(values[1]);
        assert_eq!(values[0], moves.len().to_string(), "the count in '{line}'");
        let mut sorted = moves.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(moves, sorted, "sorted, no move twice");
        moves
    }

    /// The position as FEN.
    pub fn fen(&mut self) -> String {
        let line = self.answer("fen");
        assert!(line.starts_with("fen fen=\""), "the FEN is quoted: {line}");
        values(&line, "fen", &["fen"])[0].to_owned()
    }

    /// The status: result and reason.
    pub fn status(&mut self) -> (String, String) {
        let line = self.answer("status");
        let values = values(&line, "status", &["result", "reason"]);
        (values[0].to_owned(), values[1].to_owned())
    }

    /// The number of leaves.
    pub fn perft(&mut self, depth: u32) -> u64 {
        self.send(&format!("perft depth={depth}"));
        let line = self.line();
        let values = values(&line, "perft", &["depth", "nodes", "time"]);
        assert_eq!(values[0], depth.to_string());
        assert!(decimal(values[2], 3) >= 0.0);
        values[1].parse().expect("a count of leaves")
    }

    /// Sends an invalid line; returns the message of the single error.
    pub fn refusal(&mut self, line: &str) -> String {
        let answer = self.answer(line);
        error_message(&answer).to_owned()
    }
}
