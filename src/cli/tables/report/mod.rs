//! `coupturc tables report`: counts what the positions of whole classes are worth.

mod filter;
mod page;
mod survey;
mod text;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::shared::{MOST_PIECES, build_in_memory, counting_bar};
use crate::cli::{Failure, GameOptions, say};
use crate::escape::escaped_path;
use crate::notation::blank_board;
use crate::rules::{Color, Game, Halt, KingAgainstMan, RuleOptions, VanguardScope};
use crate::tables::{Material, TableSet};
use filter::Filter;
use survey::{Report, Survey};

/// Counts wins, draws and losses among all positions with few pieces, class by class
///
/// A position is a placement of the pieces with a side to move, whether a game can lead there or not. Positions
/// that are images of each other, where the rules of the game keep such images, count once: reflections of
/// boards with men, and turns too of boards with kings only. White is the side with more pieces, or with more kings if
/// both have as many; where both have the same pieces, only White is to move. In Vanguard Draughts a position
/// with each man that can be the vanguard, and without one, counts as one each.
///
/// Plies are counted to the end of the game, where the side to move has no move. Draws by repetition or after
/// so many moves are not looked at.
#[derive(Args)]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    game: GameOptions,
    /// All classes of up to so many pieces
    #[arg(long, value_name = "NUMBER", default_value_t = 3, value_parser = clap::value_parser!(u16).range(2..=MOST_PIECES))]
    pieces: u16,
    /// Only this class: White's men and kings, then Black's, as in 0M2K-0M1K
    #[arg(long, value_name = "CLASS", conflicts_with = "pieces")]
    class: Option<Material>,
    /// Only positions with this side to move
    #[arg(long, value_name = "SIDE")]
    to_move: Option<Side>,
    /// Only positions in which neither side could capture, were it its move
    #[arg(long)]
    quiet: bool,
    /// Only positions in which all black pieces stand on these cells, as in 5,46. The cells should be their own
    /// image
    #[arg(long, value_name = "CELLS")]
    black_on: Option<String>,
    /// Only positions without a vanguard, which are those of International Draughts (vanguard)
    #[arg(long)]
    without_vanguard: bool,
    /// Count apart the wins and losses that take the winner more than so many moves
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u16).range(0..=1000))]
    longer_than: Option<u16>,
    /// List the positions with this result for the side to move
    #[arg(long, value_name = "RESULT")]
    list: Option<filter::Ending>,
    /// List up to so many positions for each class and side to move
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    most: usize,
    /// Also write the report as an HTML page, with boards
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// How many threads build the tables
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    White,
    Black,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    with_game!(options.game.variant(), G => report::<G>(options))
}

fn report<G: Game>(options: &Options) -> Result<(), Failure> {
    let filter = filter::<G>(options)?;
    let only = options.class.map(Material::with_stronger_white);
    let pieces = only.map_or(usize::from(options.pieces), Material::pieces);
    if pieces as i64 > MOST_PIECES {
        return Err(format!("--class has {pieces} pieces, expected at most {MOST_PIECES}").into());
    }
    let set = build_in_memory(G::VARIANT, pieces, only, options.threads, &options.game.rules())?;
    let report = Report {
        title: title_of(options, G::TITLE),
        rules: rules_text::<G>(options),
        filter: &filter,
        board: blank_board::<G>(),
        surveys: surveys::<G>(&set, only, &filter),
    };
    tell(&report, options.html.as_deref())
}

fn filter<G: Game>(options: &Options) -> Result<Filter, String> {
    let sides = match options.to_move {
        None => Color::ALL.to_vec(),
        Some(Side::White) => vec![Color::White],
        Some(Side::Black) => vec![Color::Black],
    };
    Ok(Filter {
        sides,
        quiet: options.quiet,
        black_on: options.black_on.as_deref().map(filter::cells::<G>).transpose()?,
        without_vanguard: options.without_vanguard,
        moves: options.longer_than,
        list: options.list,
        most: options.most,
    })
}

/// Goes through all positions, under a bar.
fn surveys<G: Game>(set: &TableSet, only: Option<Material>, filter: &Filter) -> Vec<Survey> {
    let tables = set.tables().iter().filter(|table| only.is_none_or(|only| table.material() == only));
    let tables: Vec<_> = tables.collect();
    let bar = counting_bar("classes counted");
    bar.set_length(tables.len() as u64);
    let surveys = tables.into_iter().map(|table| Survey::of::<G>(set, table, filter));
    let surveys = surveys.inspect(|_| bar.inc(1)).collect();
    bar.finish_and_clear();
    surveys
}

/// What the report is about, as a heading.
fn title_of(options: &Options, game: &str) -> String {
    match options.class {
        Some(class) => format!("{game}: {}", super::values::title(class.with_stronger_white())),
        None => format!("{game}: endgames of up to {} pieces", options.pieces),
    }
}

/// The options of the game, as far as it has them.
fn rules_text<G: Game>(options: &Options) -> String {
    let rules = options.game.rules();
    let mut text = Vec::new();
    // A game that has an option tells it from another value of it.
    let differs = |other: &RuleOptions| G::options(other) != G::options(&rules);
    if Halt::ALL.iter().any(|&halt| differs(&RuleOptions { halt, ..rules })) {
        text.push(format!("halt {}", rules.halt));
    }
    if VanguardScope::ALL.iter().any(|&vanguard_scope| differs(&RuleOptions { vanguard_scope, ..rules })) {
        text.push(format!("vanguard-scope {}", rules.vanguard_scope));
    }
    if KingAgainstMan::ALL.iter().any(|&king_against_man| differs(&RuleOptions { king_against_man, ..rules }))
    {
        text.push(format!("king-against-man {}", rules.king_against_man));
    }
    text.join(", ")
}

/// Prints the report, and writes its page.
fn tell(report: &Report<'_>, html: Option<&Path>) -> Result<(), Failure> {
    // A file that cannot be written is worth knowing of before the long text.
    if let Some(path) = html {
        fs::write(path, page::page(report)).map_err(|error| format!("{}: {error}", escaped_path(path)))?;
    }
    say(&text::text(report))
}
