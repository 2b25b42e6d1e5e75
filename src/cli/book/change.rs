//! `coupturc book import`, `merge`, `set` and `trim`: commands that make a book from others or change one.

use std::path::PathBuf;

use clap::Args;

use super::{BookFile, position_of, written};
use crate::book::{About, Mark, Views, known_move};
use crate::cli::Failure;
use crate::cli::options::{GivenRules, number_within};
use crate::cli::sources::GamesOptions;
use crate::cli::terminal::{complain_of, say};
use crate::escape::in_file;
use crate::expansion::Contents;
use crate::notation::{PdnResult, parse_move, parse_pdn_move};

#[derive(Args)]
pub(super) struct ImportOptions {
    #[command(flatten)]
    games: GamesOptions,
    /// The book to add the games to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The first plies of a game that are added
    #[arg(long, value_name = "NUMBER", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=1000))]
    plies: u16,
}

pub(super) fn import(options: &ImportOptions) -> Result<(), Failure> {
    let mut games = options.games.read()?;
    let mut problems = std::mem::take(&mut games.problems);
    let mut contents = if options.out.exists() { Some(Contents::read(&options.out)?) } else { None };
    let (mut added, mut others) = (0, Vec::new());
    for played in games.played {
        let replay = match options.games.replay(&played) {
            Ok((_, _, replay)) => replay,
            Err(fault) => {
                problems.push(format!("{}: {fault}", played.place));
                continue;
            }
        };
        if let (Some(fault), 0) = (&replay.fault, replay.main_line().count()) {
            problems.push(format!("{}: {fault}", played.place));
            continue;
        }
        let (game, rules) = (replay.start.rules(), replay.start.rule_options());
        let contents = contents.get_or_insert_with(|| Contents::new(About::new(game, &rules)));
        if !contents.about.fits(game, &rules) {
            others.push(played.place);
            continue;
        }
        problems.extend(played.fault_in(&replay));
        contents.add_game(&replay, played.game.result().and_then(PdnResult::winner), options.plies.into());
        added += 1;
    }
    complain_of("unreadable", &problems);
    let contents = contents.ok_or("no readable game found, expected PDN files or logs of matches")?;
    let summary = written(&contents, &options.out)?;
    let left_out = match &*others {
        [] => String::new(),
        [first, ..] => format!(", games of other rules left out: {}, the first is {first}", others.len()),
    };
    say(&format!("{summary}, games added: {added}{left_out}"))
}

#[derive(Args)]
pub(super) struct MergeOptions {
    /// The books
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    game: GivenRules,
    /// The book to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn merge(options: &MergeOptions) -> Result<(), Failure> {
    let mut merged: Option<Contents> = None;
    for file in &options.files {
        let contents = Contents::read(file)?;
        options.game.expect(file, contents.about.rules)?;
        merged = Some(match merged {
            Some(merged) => merged.merged(contents).map_err(|error| in_file(file, &error))?,
            None => contents,
        });
    }
    let merged = merged.ok_or("expected at least one book")?;
    say(&written(&merged, &options.out)?)
}

#[derive(Args)]
pub(super) struct SetOptions {
    #[command(flatten)]
    book: BookFile,
    /// The position as FEN, or start for the start of the game
    #[arg(value_name = "POSITION")]
    position: String,
    /// The move, as in the Hub protocol or in PDN
    #[arg(value_name = "MOVE")]
    mv: String,
    #[command(flatten)]
    what: Change,
}

#[derive(Args)]
#[group(required = true, multiple = true)]
struct Change {
    /// Never play it
    #[arg(long, conflicts_with_all = ["prefer", "unmark"])]
    veto: bool,
    /// Play only it and other moves with this mark
    #[arg(long, conflicts_with = "unmark")]
    prefer: bool,
    /// Remove its mark
    #[arg(long)]
    unmark: bool,
    /// A note about it; an empty one removes the note
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

pub(super) fn set(options: &SetOptions) -> Result<(), Failure> {
    let (file, mut contents) = (&options.book.file, options.book.read()?);
    let position = position_of(&contents.about, Some(&options.position))?;
    let mv = parse_move(&*position, &options.mv)
        .or_else(|error| parse_pdn_move(&*position, &options.mv).map_err(|_| error))?;
    let views = Views::of(contents.about.rules);
    let known = known_move(&mut contents.positions, &views, &*position, mv);
    let Change { veto, prefer, unmark, note } = &options.what;
    if *veto || *prefer || *unmark {
        known.mark = if *veto { Some(Mark::Veto) } else { prefer.then_some(Mark::Prefer) };
    }
    if let Some(note) = note {
        known.note.clone_from(note);
    }
    say(&written(&contents, file)?)
}

#[derive(Args)]
pub(super) struct TrimOptions {
    #[command(flatten)]
    book: BookFile,
    /// The book to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Its largest size in bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 60_000, value_parser = number_within(1_000..=1_000_000_000_usize))]
    bytes: usize,
    /// Keep moves that lose at most this many men
    #[arg(long, value_name = "MEN", default_value_t = 0.05, value_parser = number_within(0.0..=100.0))]
    margin: f64,
}

pub(super) fn trim(options: &TrimOptions) -> Result<(), Failure> {
    let whole = options.book.read()?;
    if whole.is_trimmed() {
        return Err("the book was trimmed before and lacks most moves: trim the whole book instead".into());
    }
    let trimmed = whole.trimmed(options.bytes, options.margin);
    say(&written(&trimmed, &options.out)?)
}
