//! `coupturc tables probe`: one position.

use clap::Args;
use serde_json::{Value as Json, json};

use super::classes::{count, side_name, value_text};
use super::play::{JudgedMove, best_line, judged_moves};
use super::progress::{MOST_PIECES, build};
use crate::cli::{Failure, GameOptions, PositionOptions, say};
use crate::notation::{FenFields, diagram, fen_text, move_text};
use crate::rules::{Color, Game, Position};
use crate::tables::{Material, TableSet, Value};

#[derive(Args)]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    position: PositionOptions,
    /// Build tables of up to so many pieces; each more takes some 50 times the time and memory
    #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u16).range(2..=MOST_PIECES))]
    pieces: u16,
    /// How many threads build
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    with_game!(options.game.variant(), G => probe::<G>(options))
}

fn probe<G: Game>(options: &Options) -> Result<(), Failure> {
    let rules = options.game.rules();
    let position = options.position.read::<G>(&rules)?;
    let set = tables_for(&position, options)?;
    // The set has been built for this position.
    let lacking = || format!("there is no endgame table for {}", fen(&position));
    let value = set.probe(&position).ok_or_else(lacking)?;
    let moves = judged_moves(&set, &position).ok_or_else(lacking)?;
    let line = best_line(&set, &position);
    if options.json {
        return say(&answer_as_json(&position, value, &moves, &line).to_string());
    }
    say(&answer_as_text(&position, value, &moves, &line))
}

/// Builds what the position and its successors need.
fn tables_for<G: Game>(position: &Position<G>, options: &Options) -> Result<TableSet<G>, Failure> {
    let counts = |color| [position.board().men(color), position.board().kings(color)].map(|set| set.count());
    let [[white_men, white_kings], [black_men, black_kings]] = Color::ALL.map(counts);
    let pieces = white_men + white_kings + black_men + black_kings;
    if pieces > u32::from(options.pieces) {
        return Err(format!(
            "the position has {pieces} pieces, expected at most {} (--pieces can allow up to {MOST_PIECES})",
            options.pieces
        )
        .into());
    }
    let material = Material::new(white_men as u8, white_kings as u8, black_men as u8, black_kings as u8);
    // Where a side has no piece, the game is over without any table.
    let both_play = Color::ALL.into_iter().all(|color| material.of(color) > 0);
    let pieces = if both_play { material.pieces() } else { 0 };
    Ok(build(pieces, Some(material.with_stronger_white()), options.threads, &options.game.rules())?)
}

fn fen<G: Game>(position: &Position<G>) -> String {
    fen_text(position, &FenFields::default())
}

fn answer_as_text<G: Game>(
    position: &Position<G>,
    value: Value,
    moves: &[JudgedMove],
    line: &[String],
) -> String {
    let side = side_name(position.side());
    let mut text = vec![G::TITLE.to_owned(), fen(position), diagram(position)];
    text.push(format!("{side} {}.", value_text(value)));
    if !moves.is_empty() {
        text.push(
            count(
                moves.len(),
                "legal move, and what it leads to for",
                "legal moves, the best first, and what each leads to for",
            ) + &format!(" {side}:"),
        );
    }
    let width = moves.iter().map(|judged| move_text::<G>(judged.mv).len()).max().unwrap_or(0);
    for JudgedMove { mv, value } in moves {
        text.push(format!("  {:width$}  {}", move_text::<G>(*mv), value_text(*value)));
    }
    if !line.is_empty() {
        text.push(format!("best play: {}", line.join(" ")));
    }
    text.join("\n")
}

fn answer_as_json<G: Game>(
    position: &Position<G>,
    value: Value,
    moves: &[JudgedMove],
    line: &[String],
) -> Json {
    let (result, plies) = parts(value);
    let moves = moves.iter().map(|judged| {
        let (result, plies) = parts(judged.value);
        json!({ "move": move_text::<G>(judged.mv), "result": result, "plies": plies })
    });
    json!({
        "variant": G::VARIANT.name(),
        "fen": fen(position),
        "result": result,
        "plies": plies,
        "moves": moves.collect::<Vec<_>>(),
        "line": line,
    })
}

/// The result for the side to move, and the plies to the end.
const fn parts(value: Value) -> (&'static str, Option<u16>) {
    match value {
        Value::Win(plies) => ("win", Some(plies)),
        Value::Draw => ("draw", None),
        Value::Loss(plies) => ("loss", Some(plies)),
    }
}
