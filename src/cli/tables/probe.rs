//! `coupturc tables probe`: the value of a position in endgame tables.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value as Json, json};

use super::shared::{MOST_PIECES, build_in_memory};
use super::values::{JudgedMove, best_line, count, judged_moves, side_name, value_text};
use crate::cli::{Failure, PositionOptions, say};
use crate::escape::escaped_path;
use crate::notation::{FenFields, diagram, fen_text};
use crate::rules::{AnyPosition, Color, Rules};
use crate::tables::{Material, TableSet, Value};

#[derive(Args)]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    position: PositionOptions,
    /// Build tables of up to this many pieces; each additional piece takes about 50 times the time and memory
    #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u16).range(2..=MOST_PIECES))]
    pieces: u16,
    /// Number of threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Build nothing; read the files written to this folder by coupturc tables build
    #[arg(long, value_name = "DIR", conflicts_with_all = ["pieces", "threads"])]
    tables: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let answer = probe(options)?;
    say(&if options.json { answer.json().to_string() } else { answer.text() })
}

/// The value of a position, and of each move.
struct Answer {
    rules: &'static Rules,
    fen: String,
    diagram: String,
    side: Color,
    value: Value,
    moves: Vec<JudgedMove>,
    line: Vec<String>,
}

fn probe(options: &Options) -> Result<Answer, Failure> {
    let position = options.position.read()?;
    let position = &*position;
    let set = tables_for(position, options)?;
    let known = set.probe_any(position).zip(judged_moves(&set, position));
    let (value, moves) = known.ok_or_else(|| missing_reason(&set, counts(position), options))?;
    Ok(Answer {
        rules: position.rules(),
        fen: fen_text(position, &FenFields::default()),
        diagram: diagram(position),
        side: position.side(),
        value,
        moves,
        line: best_line(&set, position),
    })
}

/// The tables for the position and its successors: from the files in the folder, if one is given, otherwise built in
/// memory.
fn tables_for(position: &dyn AnyPosition, options: &Options) -> Result<TableSet, Failure> {
    let (variant, rules) = (position.rules().variant, position.rule_options());
    let Some(folder) = &options.tables else {
        let (pieces, class) = needed(counts(position), options.pieces)?;
        return Ok(build_in_memory(variant, pieces, Some(class), options.threads, &rules)?);
    };
    let mut set = TableSet::new(variant, &rules);
    match set.open(folder).into_iter().next() {
        Some(problem) => Err(format!("{problem}; check all files with: coupturc tables verify").into()),
        None => Ok(set),
    }
}

/// Why the value of a position is missing. This happens only with files.
fn missing_reason(set: &TableSet, counts: Counts, options: &Options) -> String {
    if let Some(problem) = set.take_problems().into_iter().next() {
        return problem.to_string();
    }
    let (folder, class) = (options.tables.as_deref().unwrap_or(Path::new("")), class_of(counts));
    let (folder, game) = (escaped_path(folder), set.variant());
    let missing = format!("{folder} lacks distances (DTW) for some classes reachable from {class} of {game}");
    format!(
        "{missing}; build them with: coupturc tables build --variant {game} --only {class} --tables '{folder}'"
    )
}

/// Men and kings of White, and of Black.
type Counts = [[u32; 2]; 2];

fn counts(position: &dyn AnyPosition) -> Counts {
    let of = |color| [position.board().men(color), position.board().kings(color)].map(|set| set.count());
    Color::ALL.map(of)
}

fn class_of([[white_men, white_kings], [black_men, black_kings]]: Counts) -> Material {
    Material::new(white_men as u8, white_kings as u8, black_men as u8, black_kings as u8)
        .with_stronger_white()
}

/// The number of pieces and the class of the tables that a position with these counts needs.
fn needed(counts: Counts, most: u16) -> Result<(usize, Material), String> {
    let pieces: u32 = counts.as_flattened().iter().sum();
    if pieces > u32::from(most) {
        return Err(format!(
            "the position has {pieces} pieces, expected at most {most} (--pieces can allow up to {MOST_PIECES})"
        ));
    }
    let class = class_of(counts);
    // If a side has no pieces, the game is over and needs no table.
    let both_play = Color::ALL.into_iter().all(|color| class.of(color) > 0);
    Ok((if both_play { class.pieces() } else { 0 }, class))
}

impl Answer {
    fn text(&self) -> String {
        let Self { moves, line, .. } = self;
        let side = side_name(self.side);
        let mut text = vec![self.rules.title.to_owned(), self.fen.clone(), self.diagram.clone()];
        text.push(format!("{side} {}.", value_text(self.value)));
        if !moves.is_empty() {
            text.push(
                count(
                    moves.len(),
                    "legal move, and its result for",
                    "legal moves, best first, and their results for",
                ) + &format!(" {side}:"),
            );
        }
        let width = moves.iter().map(|judged| judged.text.len()).max().unwrap_or(0);
        for JudgedMove { text: mv, value } in moves {
            text.push(format!("  {mv:width$}  {}", value_text(*value)));
        }
        if !line.is_empty() {
            text.push(format!("best play: {}", line.join(" ")));
        }
        text.join("\n")
    }

    fn json(&self) -> Json {
        let (result, plies) = parts(self.value);
        let moves = self.moves.iter().map(|judged| {
            let (result, plies) = parts(judged.value);
            json!({ "move": judged.text, "result": result, "plies": plies })
        });
        json!({
            "variant": self.rules.variant.name(),
            "fen": self.fen,
            "result": result,
            "plies": plies,
            "moves": moves.collect::<Vec<_>>(),
            "line": self.line,
        })
    }
}

/// The result for the side to move, and the plies to the end.
const fn parts(value: Value) -> (&'static str, Option<u16>) {
    match value {
        Value::Win(plies) => ("win", Some(plies)),
        Value::Draw => ("draw", None),
        Value::Loss(plies) => ("loss", Some(plies)),
    }
}
