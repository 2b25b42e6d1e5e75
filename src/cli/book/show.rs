//! `coupturc book show`: a position of a book and its moves.

use clap::Args;
use serde_json::{Map, Value as Json, json};

use super::export::json_of;
use super::{BookFile, mark_name, position_of};
use crate::book::{Book, BookMove, Key};
use crate::cli::Failure;
use crate::cli::terminal::say;
use crate::notation::{FenFields, diagram, fen_text, move_text, pdn_move_text};
use crate::rules::AnyPosition;
use crate::tables::files::FileProblem;

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    book: BookFile,
    /// Position as FEN [default: the start of the game]
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// Show lines of up to this many plies
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=100))]
    plies: u8,
    /// Moves shown for each position after the first
    #[arg(long, value_name = "NUMBER", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    moves: u16,
    /// Print JSON: the moves, also as in PDN, each with those after it and the key of the position that it leads to
    #[arg(long)]
    json: bool,
}

/// A move, and those that follow it.
struct Line {
    text: String,
    /// As in PDN.
    pdn: String,
    known: BookMove,
    /// Of the position after the move: the same for all its images.
    key: Key,
    after: Vec<Line>,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let book = options.book.open()?;
    let about = book.about();
    let position = position_of(about, options.position.as_deref())?;
    let lines = lines(&book, &*position, options, &mut Vec::new())?;
    let fen = fen_text(&*position, &FenFields::default());
    if options.json {
        let values = about.values.iter().map(|(name, value)| (name.clone(), value.as_str().into()));
        let values: Map<String, Json> = values.collect();
        let game = about.rules.name;
        let moves = json_of_lines(&book, &lines);
        let json = json!({ "game": game, "positions": book.positions(), "about": values, "fen": fen, "moves": moves });
        return say(&json.to_string());
    }
    let mut text = vec![format!("{}, {} positions", about.rules.title, book.positions())];
    text.extend(about.values.iter().map(|(name, value)| format!("{name}: {value}")));
    text.extend([fen, diagram(&*position)]);
    if lines.is_empty() {
        text.push("the book does not have this position".to_owned());
    }
    add_text(&lines, 1, &mut text);
    say(&text.join("\n"))
}

/// The moves of a position with those after them. `path` has the positions before it, which are not followed again.
fn lines(
    book: &Book,
    position: &dyn AnyPosition,
    options: &Options,
    path: &mut Vec<Key>,
) -> Result<Vec<Line>, FileProblem> {
    let Some(moves) = book.look_up(position)? else { return Ok(Vec::new()) };
    let most = if path.is_empty() { usize::MAX } else { usize::from(options.moves) };
    path.push(book.views().view(position).key);
    let line = |(mv, known)| {
        let next = position.after(mv);
        let key = book.views().view(&*next).key;
        let is_followed = path.len() < usize::from(options.plies) && !path.contains(&key);
        let after = if is_followed { lines(book, &*next, options, path)? } else { Vec::new() };
        let (text, pdn) = (move_text(position.rules(), mv), pdn_move_text(position, mv));
        Ok(Line { text, pdn, known, key, after })
    };
    let found = moves.into_iter().take(most).map(line).collect();
    path.pop();
    found
}

fn json_of_lines(book: &Book, lines: &[Line]) -> Vec<Json> {
    let json = |line: &Line| {
        let mut json = json_of(&line.text, &line.known, book.about().rules);
        json["pdn"] = line.pdn.as_str().into();
        json["key"] = line.key.to_string().into();
        if !line.after.is_empty() {
            json["moves"] = json_of_lines(book, &line.after).into();
        }
        json
    };
    lines.iter().map(json).collect()
}

fn add_text(lines: &[Line], depth: usize, text: &mut Vec<String>) {
    for line in lines {
        text.push(format!("{}{}", "  ".repeat(depth), words(line)));
        add_text(&line.after, depth + 1, text);
    }
}

/// What the book knows about a move.
fn words(line: &Line) -> String {
    let known = &line.known;
    let mut words = vec![line.text.clone()];
    words.extend(known.score.map(|score| format!("{:+.2}", score.men())));
    if known.results.games() > 0 {
        words.push(format!("+{} ={} -{}", known.results.wins, known.results.draws, known.results.losses));
    }
    words.extend(known.mark.map(|mark| mark_name(mark).to_owned()));
    if !known.note.is_empty() {
        words.push(format!("\"{}\"", known.note));
    }
    words.join("  ")
}
