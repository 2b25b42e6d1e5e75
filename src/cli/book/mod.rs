//! `coupturc book`: builds opening books, shows, merges and changes them.

mod build;
mod change;
mod export;
mod show;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::Failure;
use super::options::GivenRules;
use crate::book::{About, Book, Mark};
use crate::escape::{escaped_path, in_file};
use crate::expansion::Contents;
use crate::notation::{NotationError, game_of_fen};
use crate::rules::AnyPosition;

#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build a book by searches, or continue one
    ///
    /// Again and again, the position is expanded that is reached from the start with the smallest sum of plies and
    /// losses (drop-out expansion): all its moves are searched, and the scores are backed up. An interrupt (Ctrl-C) or
    /// a crash loses no search; run the same command to continue.
    Build(build::Options),
    /// Show a position of a book: its moves with scores, results of games, marks and notes
    Show(show::Options),
    /// Print a whole book as JSON, or its best lines as PDN
    Export(export::Options),
    /// Add games with their results to a book, which is created if it does not exist
    Import(change::ImportOptions),
    /// Merge books, such as those of several machines: the result has the positions of all
    Merge(change::MergeOptions),
    /// Mark a move, or write a note about it
    Set(change::SetOptions),
    /// Make a small book for playing from a large one
    Trim(change::TrimOptions),
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        Command::Build(options) => build::run(options),
        Command::Show(options) => show::run(options),
        Command::Export(options) => export::run(options),
        Command::Import(options) => change::import(options),
        Command::Merge(options) => change::merge(options),
        Command::Set(options) => change::set(options),
        Command::Trim(options) => change::trim(options),
    }
}

/// Writes a book, and returns a sentence about it.
fn written(contents: &Contents, path: &Path) -> Result<String, Failure> {
    contents.write(path).map_err(|error| in_file(path, &error))?;
    Ok(format!("{}: {} positions of {}", escaped_path(path), contents.positions.len(), contents.about.rules))
}

/// The position that a FEN describes, or the start of the game.
fn position_of(about: &About, fen: Option<&str>) -> Result<Box<dyn AnyPosition>, NotationError> {
    let rules = about.rules;
    Ok(match fen.filter(|fen| *fen != START) {
        Some(fen) => game_of_fen(rules, fen, &about.options)?.position().copy(),
        None => rules.start(&about.options).position().copy(),
    })
}

/// The word for the start of the game in place of a FEN.
const START: &str = "start";

/// The name of a mark.
const fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::Veto => "veto",
        Mark::Prefer => "prefer",
    }
}

/// The book to read.
#[derive(Args)]
struct BookFile {
    /// The book
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    game: GivenRules,
}

impl BookFile {
    fn open(&self) -> Result<Book, Failure> {
        let book = Book::open(&self.file)?;
        self.game.expect(&self.file, book.about().rules)?;
        Ok(book)
    }

    fn read(&self) -> Result<Contents, Failure> {
        let contents = Contents::read(&self.file)?;
        self.game.expect(&self.file, contents.about.rules)?;
        Ok(contents)
    }
}
