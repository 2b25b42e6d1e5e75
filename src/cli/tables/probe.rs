//! `coupturc tables probe`: the value of a position in endgame tables.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::shared::{MOST_PIECES, build_in_memory, lacking, opened};
use super::values::{count, side_name, value_text};
use crate::cli::{Failure, PositionOptions, say};
use crate::escape::in_file;
use crate::notation::{diagram, file_text};
use crate::probe::{JudgedMove, Probe};
use crate::rules::{AnyPosition, Color};
use crate::tables::{Material, TableSet};

#[derive(Args)]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    position: PositionOptions,
    /// Probe each position in this file, one FEN per line; - is standard input. Each gets one line of the output, with
    /// --json one object
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pos", "fen"])]
    fens: Option<PathBuf>,
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
    let mut source = Source { options, sets: HashMap::new() };
    if let Some(file) = &options.fens {
        return probe_all(&mut source, file);
    }
    let position = options.position.read()?;
    let probe = source.probe(&*position)?;
    say(&if options.json { probe.json().to_string() } else { text(&*position, &probe) })
}

/// Probes each position in a file, or on standard input.
fn probe_all(source: &mut Source, file: &Path) -> Result<(), Failure> {
    let (mut all, mut failed) = (0, 0);
    for line in lines_of(file)? {
        let line = line.map_err(|error| in_file(file, &error))?;
        let fen = line.trim();
        if fen.is_empty() || fen.starts_with('#') {
            continue;
        }
        all += 1;
        let probe = source.options.position.read_fen(fen).map_err(Failure::from);
        let probe = probe.and_then(|position| source.probe(&*position));
        failed += usize::from(probe.is_err());
        say(&match (probe, source.options.json) {
            (Ok(probe), true) => probe.json().to_string(),
            (Ok(probe), false) => one_line(&probe),
            (Err(error), true) => json!({ "fen": fen, "error": error.to_string() }).to_string(),
            (Err(error), false) => format!("{fen}: {error}"),
        })?;
    }
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of {all} positions have no value").into()) }
}

/// The lines of a file, or of standard input as they come.
fn lines_of(file: &Path) -> Result<Box<dyn Iterator<Item = io::Result<String>>>, Failure> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock().lines()));
    }
    let bytes = fs::read(file).map_err(|error| in_file(file, &error))?;
    let lines: Vec<_> = file_text(&bytes).lines().map(|line| Ok(line.to_owned())).collect();
    Ok(Box::new(lines.into_iter()))
}

/// Where tables come from.
struct Source<'a> {
    options: &'a Options,
    /// The tables of the folder, or those built for each class so far.
    sets: HashMap<Option<Material>, TableSet>,
}

impl Source<'_> {
    fn probe(&mut self, position: &dyn AnyPosition) -> Result<Probe, Failure> {
        let options = self.options;
        let set = self.tables_for(position)?;
        Probe::of(set, position).ok_or_else(|| missing_reason(set, counts(position), options).into())
    }

    /// The tables for the position and its successors: from the files in the folder, if one is given, otherwise built in
    /// memory.
    fn tables_for(&mut self, position: &dyn AnyPosition) -> Result<&TableSet, Failure> {
        let class = self.options.tables.is_none().then(|| class_of(counts(position)));
        match self.sets.entry(class) {
            Entry::Occupied(set) => Ok(set.into_mut()),
            Entry::Vacant(place) => Ok(place.insert(tables_for(position, self.options)?)),
        }
    }
}

fn tables_for(position: &dyn AnyPosition, options: &Options) -> Result<TableSet, Failure> {
    let (game, rules) = (position.rules(), position.rule_options());
    let Some(folder) = &options.tables else {
        let (pieces, class) = needed(counts(position), options.pieces)?;
        return Ok(build_in_memory(game, pieces, Some(class), options.threads, &rules)?);
    };
    opened(game, &rules, folder)
}

/// Why the value of a position is missing. This happens only with files.
fn missing_reason(set: &TableSet, counts: Counts, options: &Options) -> String {
    if let Some(problem) = set.take_problems().into_iter().next() {
        return problem.to_string();
    }
    let class = class_of(counts);
    let of = format!("for some classes reachable from {class} of {}", set.rules());
    lacking(options.tables.as_deref().unwrap_or(Path::new("")), set.rules(), &of, &format!("--only {class}"))
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

/// A position, its value and that of each move, as text.
fn text(position: &dyn AnyPosition, probe: &Probe) -> String {
    let Probe { fen, value, moves, line, .. } = probe;
    let side = side_name(position.side());
    let mut text = vec![position.rules().title.to_owned(), fen.clone(), diagram(position)];
    text.push(format!("{side} {}.", value_text(*value)));
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

/// A position, its value and its best move, as one line.
fn one_line(Probe { fen, value, moves, .. }: &Probe) -> String {
    let best = moves.first().map_or_else(String::new, |best| format!("; best move {}", best.text));
    format!("{fen}: {}{best}", value_text(*value))
}
