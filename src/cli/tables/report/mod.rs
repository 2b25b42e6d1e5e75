//! `coupturc tables report`: counts the results of all positions of a class.

mod filter;
mod json;
mod page;
mod pdn;
mod survey;
mod text;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::shared::{MOST_PIECES, build_in_memory, counting_bar, lacking, no_problem, opened};
use crate::cli::{Failure, GameOptions, say};
use crate::escape::in_file;
use crate::notation::blank_board;
use crate::rules::{Color, RuleOption, RuleOptions};
use crate::tables::{EndgameTable, Material, TableSet};
use filter::Filter;
use survey::{Report, Survey};

/// Counts wins, draws and losses of all positions with few pieces, by class
///
/// A position is a placement of the pieces with a side to move, even if no game can reach it. Symmetric positions
/// count once, if the rules have that symmetry: reflections of positions with men, and also rotations of positions
/// with kings only. White is the side with more pieces, or with more kings if the numbers are equal; if both sides have
/// the same pieces, only White is to move. In Vanguard Draughts, the same placement with another vanguard, or without
/// one, is another position.
///
/// Plies are counted to the end of the game, when the side to move has no move. Draws by repetition or by a move
/// limit are ignored.
#[derive(Args)]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    game: GameOptions,
    /// Maximum number of pieces
    #[arg(long, value_name = "NUMBER", default_value_t = 3, value_parser = clap::value_parser!(u16).range(2..=MOST_PIECES))]
    pieces: u16,
    /// Only this class: White's men and kings, then Black's, as in 0M2K-0M1K
    #[arg(long, value_name = "CLASS", conflicts_with = "pieces")]
    class: Option<Material>,
    /// Only positions with this side to move
    #[arg(long, value_name = "SIDE")]
    to_move: Option<Side>,
    /// Only positions in which neither side could capture, whichever were to move
    #[arg(long)]
    quiet: bool,
    /// Only positions with all black pieces on these cells, as in 5,46. The set of cells should be symmetric
    #[arg(long, value_name = "CELLS")]
    black_on: Option<String>,
    /// Only positions without a vanguard, as in International Draughts (vanguard)
    #[arg(long)]
    without_vanguard: bool,
    /// Also count wins and losses that take the winner more than this many moves
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u16).range(0..=1000))]
    longer_than: Option<u16>,
    /// List the positions with this result for the side to move
    #[arg(long, value_name = "RESULT")]
    list: Option<filter::Ending>,
    /// Maximum number of positions to list per class and side to move
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    most: usize,
    /// Folder with the tables, instead of building them; made by coupturc tables build
    #[arg(long, value_name = "DIR", conflicts_with = "threads")]
    tables: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Also write the report as an HTML page, with boards
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also write the longest win of each class as a PDN game
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Number of threads that build the tables
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    White,
    Black,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let rules = options.game.game();
    let filter = filter(options)?;
    let only = options.class.map(Material::with_stronger_white);
    let pieces = only.map_or(usize::from(options.pieces), Material::pieces);
    if pieces as i64 > MOST_PIECES {
        return Err(format!("--class has {pieces} pieces, expected at most {MOST_PIECES}").into());
    }
    let set = match &options.tables {
        Some(folder) => complete(opened(rules, &options.game.rules(), folder)?, pieces, only, folder)?,
        None => build_in_memory(rules, pieces, only, options.threads, &options.game.rules())?,
    };
    let report = Report {
        title: title_of(options, rules.title),
        rules: rules_text(options),
        filter: &filter,
        board: blank_board(rules.geometry),
        surveys: surveys(&set, pieces, only, &filter),
    };
    // Damaged blocks were left out.
    no_problem(&set.take_problems())?;
    publish(&report, options)
}

/// The set, if it has the distances of all classes that are asked for.
fn complete(
    set: TableSet,
    pieces: usize,
    only: Option<Material>,
    folder: &Path,
) -> Result<TableSet, Failure> {
    let has = |class| set.tables().iter().any(|table| table.material() == class && table.has_distances());
    let have_all = |pieces| {
        let tables = set.tables().iter().filter(|table| table.material().pieces() <= pieces);
        set.pieces() >= pieces && tables.into_iter().all(EndgameTable::has_distances)
    };
    if only.map_or_else(|| have_all(pieces), has) {
        return Ok(set);
    }
    let wanted = only.map_or_else(|| format!("--pieces {pieces}"), |class| format!("--only {class}"));
    Err(lacking(folder, set.rules(), &format!("of {}", set.rules()), &wanted).into())
}

fn filter(options: &Options) -> Result<Filter, String> {
    let rules = options.game.game();
    let sides = match options.to_move {
        None => Color::ALL.to_vec(),
        Some(Side::White) => vec![Color::White],
        Some(Side::Black) => vec![Color::Black],
    };
    Ok(Filter {
        sides,
        quiet: options.quiet,
        black_on: options.black_on.as_deref().map(|cells| filter::cells(rules, cells)).transpose()?,
        without_vanguard: options.without_vanguard,
        moves: options.longer_than,
        list: options.list,
        most: options.most,
    })
}

/// Surveys all positions, with a progress bar.
fn surveys(set: &TableSet, pieces: usize, only: Option<Material>, filter: &Filter) -> Vec<Survey> {
    let is_wanted = |material: Material| only.map_or(material.pieces() <= pieces, |only| material == only);
    let tables: Vec<_> = set.tables().iter().filter(|table| is_wanted(table.material())).collect();
    let bar = counting_bar("classes counted");
    bar.set_length(tables.len() as u64);
    let surveys = tables.into_iter().map(|table| Survey::of(set, table, filter));
    let surveys = surveys.inspect(|_| bar.inc(1)).collect();
    bar.finish_and_clear();
    surveys
}

/// The title of the report.
fn title_of(options: &Options, game: &str) -> String {
    match options.class {
        Some(class) => format!("{game}: {}", super::values::title(class.with_stronger_white())),
        None => format!("{game}: endgames of up to {} pieces", options.pieces),
    }
}

/// The rule options of the game that affect values in tables.
fn rules_text(options: &Options) -> String {
    let (rules, chosen) = (options.game.game(), options.game.rules());
    let in_tables = |options: &RuleOptions| rules.start(options).position().options_in_tables();
    let matters = |option: &&'static RuleOption| {
        option.each(chosen).any(|other| in_tables(&other) != in_tables(&chosen))
    };
    let texts = RuleOption::ALL.iter().filter(matters);
    let texts = texts.map(|option| format!("{} {}", option.name, option.get(&chosen)));
    texts.collect::<Vec<_>>().join(", ")
}

/// Writes the page and the games of the report, and prints the report.
fn publish(report: &Report<'_>, options: &Options) -> Result<(), Failure> {
    let write = |path: &Path, text: String| fs::write(path, text).map_err(|error| in_file(path, &error));
    // Written first, so that an error does not follow the long text.
    if let Some(path) = &options.html {
        write(path, page::page(report))?;
    }
    if let Some(path) = &options.pdn {
        write(path, pdn::pdn(report).map_err(|error| error.to_string())?)?;
    }
    say(&if options.json { json::json(report).to_string() } else { text::text(report) })
}
