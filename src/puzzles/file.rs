//! The file of puzzles: a table with tabs, one puzzle per line.

use std::collections::HashSet;
use std::fmt;

use super::{Aim, Difficulty, Puzzle};
use crate::notation::{game_of_fen, move_text, parse_move};
use crate::rules::{RuleOptions, Rules, file};

/// The first line of the file.
const HEADER: &str = "game\tdifficulty\taim\tposition\tsolution";

/// A line of a file that is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFault {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for PuzzleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for PuzzleFault {}

/// Writes puzzles as a file, which [`parse_puzzles`] reads.
#[must_use]
pub fn puzzles_text(puzzles: &[Puzzle]) -> String {
    let rows = puzzles.iter().map(|Puzzle { rules, difficulty, aim, fen, line }| {
        format!("{}\t{}\t{}\t{fen}\t{}\n", rules.name, difficulty.name(), aim.name(), line.join(" "))
    });
    std::iter::once(format!("{HEADER}\n")).chain(rows).collect()
}

/// Reads a file of puzzles, and checks that all moves are legal.
///
/// ```
/// use coupturc::puzzles::{parse_puzzles, puzzles_text};
///
/// let text = "game\tdifficulty\taim\tposition\tsolution\n\
///             normal\teasy\tgame\tW:W34,40,45:B12,23,25\t34-30 25x34x30 40x7x12x23x34\n";
/// assert_eq!(puzzles_text(&parse_puzzles(text)?), text);
/// # Ok::<(), coupturc::puzzles::PuzzleFault>(())
/// ```
///
/// # Errors
///
/// If a line is not a puzzle.
pub fn parse_puzzles(text: &str) -> Result<Vec<Puzzle>, PuzzleFault> {
    let mut lines = (1..).zip(text.lines());
    if lines.next().is_none_or(|(_, first)| first != HEADER) {
        let message = format!("expected the names of the columns: {}", HEADER.replace('\t', ", "));
        return Err(PuzzleFault { line: 1, message });
    }
    let mut seen = HashSet::new();
    lines
        .map(|(line, text)| {
            let puzzle =
                puzzle(text).and_then(|puzzle| match seen.insert((puzzle.rules, puzzle.fen.clone())) {
                    true => Ok(puzzle),
                    false => Err("the position occurs in an earlier line; delete one of them".to_owned()),
                });
            puzzle.map_err(|message| PuzzleFault { line, message })
        })
        .collect()
}

fn puzzle(text: &str) -> Result<Puzzle, String> {
    let fields: Vec<&str> = text.split('\t').collect();
    let &[game, difficulty, aim, fen, line] = fields.as_slice() else {
        return Err(format!("{} fields, expected 5 with tabs between them", fields.len()));
    };
    let rules = file::named(game).map_err(|why| why.to_string())?;
    let difficulty = named(difficulty, Difficulty::ALL, |value| value.name())?;
    let aim = named(aim, Aim::ALL, |value| value.name())?;
    let line: Vec<String> = line.split(' ').map(str::to_owned).collect();
    check_line(rules, fen, &line)?;
    Ok(Puzzle { rules, difficulty, aim, fen: fen.to_owned(), line })
}

/// The value with this name.
fn named<T: Copy>(name: &str, all: &[T], name_of: impl Fn(T) -> &'static str) -> Result<T, String> {
    all.iter().copied().find(|&value| name_of(value) == name).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&value| name_of(value)).collect();
        format!("'{name}', expected one of: {}", names.join(", "))
    })
}

fn check_line(rules: &'static Rules, fen: &str, line: &[String]) -> Result<(), String> {
    let mut game = game_of_fen(rules, fen, &RuleOptions::default()).map_err(|error| error.to_string())?;
    for text in line {
        let mv = parse_move(game.position(), text).map_err(|error| error.to_string())?;
        let whole = move_text(rules, mv);
        // The page compares texts.
        if whole != *text {
            return Err(format!("move '{text}', expected it in full: {whole}"));
        }
        game.play(mv).map_err(|error| error.to_string())?;
    }
    if line.len().is_multiple_of(2) {
        return Err("the solution ends with a reply, expected a move of the solver at its end".to_owned());
    }
    Ok(())
}
