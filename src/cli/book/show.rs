//! `coupturc book show`: a position of a book and its moves.

use clap::Args;

use super::{BookFile, mark_name, position_of};
use crate::book::{Book, BookMove};
use crate::cli::Failure;
use crate::cli::terminal::say;
use crate::notation::{FenFields, diagram, fen_text, move_text};
use crate::rules::{AnyPosition, Move};
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
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let book = Book::open(&options.book.file)?;
    let about = book.about();
    let position = position_of(about, options.position.as_deref())?;
    let mut text = vec![format!("{}, {} positions", about.rules.title, book.positions())];
    text.extend(about.values.iter().map(|(name, value)| format!("{name}: {value}")));
    text.push(fen_text(&*position, &FenFields::default()));
    text.push(diagram(&*position));
    let before = text.len();
    add_lines(&book, &*position, options, 0, &mut text)?;
    if text.len() == before {
        text.push("the book does not have this position".to_owned());
    }
    say(&text.join("\n"))
}

/// Adds a line for each move, and those after it.
fn add_lines(
    book: &Book,
    position: &dyn AnyPosition,
    options: &Options,
    depth: usize,
    text: &mut Vec<String>,
) -> Result<(), FileProblem> {
    let Some(moves) = book.look_up(position)? else { return Ok(()) };
    let most = if depth == 0 { usize::MAX } else { usize::from(options.moves) };
    for (mv, known) in moves.iter().take(most) {
        text.push(format!("{}{}", "  ".repeat(depth + 1), line(position, *mv, known)));
        if depth + 1 < usize::from(options.plies) {
            add_lines(book, &*position.after(*mv), options, depth + 1, text)?;
        }
    }
    Ok(())
}

/// What the book knows about a move.
fn line(position: &dyn AnyPosition, mv: Move, known: &BookMove) -> String {
    let mut words = vec![move_text(position.rules(), mv)];
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
