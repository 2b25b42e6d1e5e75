//! `coupturc analyse`: marks the mistakes in games, and shows the better moves.

mod output;
mod progress;
mod work;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::options::{StopOptions, book, number_within, threads};
use super::sources::{Games, GamesOptions, Played, complain_of_guesses};
use super::terminal::{complain, complain_of};
use super::{Failure, say};
use crate::analysis::{Effort, GameAnalysis};
use crate::book::Choice;
use crate::engine::{Settings, TableChoice};
use crate::escape::{escaped_path, in_file};
use crate::exclusive::write_whole;
use crate::notation::{PdnReplay, VariantName};
use crate::search::MAX_DEPTH;
use crate::tables::TableSet;
use crate::tables::files::FileProblem;
use progress::Progress;
use work::{Work, analyse_all};

#[derive(Args)]
#[command(after_long_help = HELP)]
pub(super) struct Options {
    #[command(flatten)]
    games: GamesOptions,
    #[command(flatten)]
    effort: EffortOptions,
    /// Number of threads, which analyse games side by side [default: number of processors]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Size of all transposition tables together in MiB
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = number_within(1..=1_048_576_usize))]
    hash: usize,
    /// Folder of endgame tables [default: that of coupturc tables build]
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Take the scores of positions in an opening book from it: auto (the one in the program, if it has one for the game)
    /// or a file of coupturc book build
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Write the games as PDN with marks, scores and better lines
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a self-contained HTML page with boards and score graphs
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Keep each finished game in this file, and continue from it after an interruption
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    stop: StopOptions,
}

/// How hard each position is searched: at most one of these.
#[derive(Args)]
#[group(multiple = false)]
struct EffortOptions {
    /// Seconds per position [default: 0.5]
    #[arg(long, value_name = "SECONDS", value_parser = number_within(0.01..=3600.0))]
    move_time: Option<f64>,
    /// Nodes per position; results are reproducible if there are at least as many games as threads
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of the search of each position in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
}

/// The seconds per position if nothing else is asked for.
const USUAL_SECONDS: f64 = 0.5;

const HELP: &str = "\
Marks:
  ??  a blunder: the move costs at least 0.25 expected points (a win is 1 point, a draw 0.5)
  ?   a mistake: at least 0.1
  ?!  an inaccuracy: at least 0.05
  !   the only good move: every other one would have been a blunder
docs/analysis.md says how they are found.

Examples:
  coupturc analyse club.pdn --out marked.pdn --html club.html
  coupturc analyse games.pdn --nodes 1000000 --json --resume progress.jsonl";

impl EffortOptions {
    fn effort(&self) -> Effort {
        match (self.nodes, self.depth) {
            (Some(nodes), _) => Effort::Nodes(nodes),
            (None, Some(depth)) => Effort::Depth(depth),
            (None, None) => Effort::Time(Duration::from_secs_f64(self.move_time.unwrap_or(USUAL_SECONDS))),
        }
    }
}

/// A game that can be analysed.
struct Readable {
    played: Played,
    name: VariantName,
    replay: PdnReplay,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let mut games = options.games.read()?;
    let mut problems = std::mem::take(&mut games.problems);
    let readable = readable(games, options, &mut problems);
    if readable.is_empty() {
        complain_of("unreadable", &problems);
        return Err("no readable game found, expected PDN files or logs of matches".into());
    }
    let analyses = analysed(&readable, options)?;
    write_files(&readable, &analyses, options)?;
    if options.json {
        say(&output::json(&readable, &analyses, &problems))?;
    } else {
        say(&output::summary(&readable, &analyses))?;
    }
    complain_of("unreadable", &problems);
    let missing = analyses.iter().filter(|analysis| analysis.is_none()).count();
    if missing > 0 {
        let advice = match &options.resume {
            Some(_) => "continue with the same command",
            None => "with --resume FILE, the same command continues after an interruption",
        };
        return Err(
            format!("interrupted: {missing} of {} games are not analysed; {advice}", readable.len()).into()
        );
    }
    Ok(())
}

/// The games that can be replayed. Adds the others, and the faults of these, to `problems`.
fn readable(games: Games, options: &Options, problems: &mut Vec<String>) -> Vec<Readable> {
    let mut guessed = 0;
    let mut readable = Vec::new();
    for played in games.played {
        match options.games.replay(&played) {
            Ok((name, is_guess, replay)) => {
                guessed += usize::from(is_guess);
                problems.extend(played.fault_in(&replay));
                readable.push(Readable { played, name, replay });
            }
            Err(fault) => problems.push(format!("{}: {fault}", played.place)),
        }
    }
    complain_of_guesses(guessed);
    readable
}

/// The analyses of the games; `None` for those that an interruption has left out.
fn analysed(games: &[Readable], options: &Options) -> Result<Vec<Option<GameAnalysis>>, Failure> {
    if let Some(folder) = &options.tables {
        check_tables(folder, games)?;
    }
    let effort = options.effort.effort();
    let workers = threads(options.threads).min(games.len());
    let tables = match &options.tables {
        Some(folder) => TableChoice { folder: Some(folder.clone()), ..TableChoice::default() },
        None => TableChoice::default(),
    };
    let settings = Settings {
        threads: threads(options.threads) / workers,
        hash_mebibytes: (options.hash / workers).max(1),
        move_overhead: Duration::ZERO,
        tables,
        ..Settings::default()
    };
    let book = options.book.as_deref().map(book_choice).transpose()?;
    let mut progress = match &options.resume {
        Some(file) => {
            let book = book.as_ref().map(book_words).unwrap_or_default();
            Progress::open(file, games, &format!("{effort:?} {}{book}", settings.threads))?
        }
        None => Progress::new(games.len()),
    };
    let replays: Vec<&PdnReplay> = games.iter().map(|game| &game.replay).collect();
    let work = Work { games: &replays, workers, settings, effort, book, stop: options.stop.flag()? };
    analyse_all(&work, &mut progress)?;
    Ok(progress.into_analyses())
}

/// Refuses a folder of tables that cannot be read, and tells of which games it has none.
fn check_tables(folder: &Path, games: &[Readable]) -> Result<(), Failure> {
    let mut checked = Vec::new();
    for start in games.iter().map(|game| &game.replay.start) {
        let kind = (start.rules(), start.rule_options());
        if checked.contains(&kind) {
            continue;
        }
        let mut set = TableSet::new(kind.0, &kind.1);
        if let Some(problem) = set.open(folder).into_iter().next() {
            return Err(format!("--tables: {problem}; check all files with: coupturc tables verify").into());
        }
        if set.tables().is_empty() {
            complain(&format!(
                "--tables: {} has no tables of {} by these rules",
                escaped_path(folder),
                kind.0
            ));
        }
        checked.push(kind);
    }
    Ok(())
}

/// A book that has been read as a whole, so that damage is found before the analysis.
fn book_choice(file: &Path) -> Result<Choice, FileProblem> {
    let book = book(file)?;
    if let Some(book) = &book {
        book.all()?;
    }
    Ok(Choice { book, ..Choice::default() })
}

/// What distinguishes a book from others.
fn book_words(choice: &Choice) -> String {
    choice
        .book
        .as_ref()
        .map_or_else(|| " auto".to_owned(), |book| format!(" {} {}", book.path().display(), book.positions()))
}

fn write_files(
    games: &[Readable],
    analyses: &[Option<GameAnalysis>],
    options: &Options,
) -> Result<(), Failure> {
    let write =
        |file: &Path, text: &str| write_whole(file, text, true).map_err(|error| in_file(file, &error));
    if let Some(file) = &options.out {
        write(file, &output::pdn(games, analyses))?;
    }
    if let Some(file) = &options.html {
        write(file, &output::html(games, analyses))?;
    }
    Ok(())
}
