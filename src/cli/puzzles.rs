//! `coupturc puzzles`: finds puzzles in games.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use clap::Args;
use indicatif::ProgressBar;
use parking_lot::Mutex;

use super::options::{RulesFile, StopOptions, threads};
use super::sources::{Games, complain_of_guesses};
use super::terminal::{complain_of, long_bar};
use super::threads::on_threads;
use super::{Failure, games, say};
use crate::escape::in_file;
use crate::exclusive::write_whole;
use crate::notation::{PdnReplay, PdnStep, VariantName, file_text, game_of_fen};
use crate::puzzles::{
    Difficulty, Finder, FinderPlan, Found, Puzzle, endgames, parse_puzzles, puzzles_text, selection, tactic,
};
use crate::rules::games::Variant;
use crate::rules::{AnyGame, RuleOptions, Rules};

#[derive(Args)]
#[command(after_long_help = HELP)]
pub(super) struct Options {
    /// PDN files, logs of matches (games.jsonl) and folders of matches, whose games are searched for puzzles; files of
    /// puzzles (.tsv), which are checked again and come first
    #[arg(required_unless_present = "self_play", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Play this number of quick games of each variant, and search these
    #[arg(long, value_name = "GAMES", default_value_t = 0, hide_default_value = true)]
    self_play: u64,
    /// Seed of the random numbers of these games
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    #[arg(
        long,
        value_name = "GAMES",
        value_delimiter = ',',
        help = format!("Variants to play, separated by commas [default: all]: {}", games::names())
    )]
    variants: Vec<VariantName>,
    /// The game to play, and that of PDN games without a GameType tag: that whose rules are in this file
    #[arg(long = "rules", value_name = "FILE", conflicts_with = "variants")]
    game: Option<RulesFile>,
    /// Nodes of the search that finds a puzzle; its check has ten times as many. Results depend on nothing else
    #[arg(long, value_name = "NUMBER", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1_000..=1 << 40))]
    nodes: u64,
    /// Maximum number of puzzles of each variant
    #[arg(long, value_name = "NUMBER", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..))]
    most: u16,
    /// Number of threads [default: number of processors]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Write the puzzles into this file, and print how many there are
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write those that win into this file too, as problems like those in tests/data/tactics
    #[arg(long, value_name = "FILE")]
    tactics: Option<PathBuf>,
    #[command(flatten)]
    stop: StopOptions,
}

impl Options {
    /// The chosen games; none if none were.
    fn names(&self) -> Vec<VariantName> {
        self.game.iter().map(RulesFile::name).chain(self.variants.iter().copied()).collect()
    }
}

const HELP: &str = "\
A puzzle is a position with one move that wins, or one that saves a draw, and that does not look best at first sight. \
The solution goes on as long as each move is the only good one. docs/analysis.md says how puzzles are found and graded.

Examples:
  coupturc puzzles --self-play 200 --variants dameo,croda --out puzzles.tsv
  coupturc puzzles club.pdn --out puzzles.tsv
  coupturc serve --puzzles puzzles.tsv --open";

/// What one thread searches at a time.
enum Source {
    /// A puzzle from a file.
    Given(Box<dyn AnyGame>),
    /// The positions of a game.
    Played(Vec<Box<dyn AnyGame>>),
    /// The number of a game to be played.
    SelfPlay(u64),
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let sources = sources(options)?;
    let stop = options.stop.flag()?;
    let bar = long_bar();
    bar.set_length(sources.iter().map(|(_, own)| own.len() as u64).sum());
    let mut kept = Vec::new();
    for (variant, own) in &sources {
        bar.set_message(variant.title);
        let found = found(variant, own, options, &stop, &bar)?;
        kept.extend(selection(found, options.most.into()));
    }
    bar.finish_and_clear();
    write(&kept, options)?;
    if stop.load(Relaxed) {
        return Err(
            "interrupted: some games were not searched, and the puzzles are those of the others".into()
        );
    }
    Ok(())
}

fn write(kept: &[Found], options: &Options) -> Result<(), Failure> {
    let into = |file: &Path, text: &str| write_whole(file, text, true).map_err(|error| in_file(file, &error));
    if let Some(file) = &options.tactics {
        into(file, &kept.iter().filter_map(tactic).map(|row| row + "\n").collect::<String>())?;
    }
    let puzzles: Vec<Puzzle> = kept.iter().map(|one| one.puzzle.clone()).collect();
    let text = puzzles_text(&puzzles);
    match &options.out {
        // As it is, with its tabs.
        None => Ok(io::stdout().write_all(text.as_bytes())?),
        Some(file) => {
            into(file, &text)?;
            say(&summary(&puzzles))
        }
    }
}

/// What there is to search of each game.
fn sources(options: &Options) -> Result<Vec<(&'static Rules, Vec<Source>)>, Failure> {
    let (names, mut sources) = (options.names(), Vec::new());
    let (known, games): (Vec<&PathBuf>, Vec<&PathBuf>) =
        options.files.iter().partition(|file| file.extension().is_some_and(|end| end == "tsv"));
    for file in known {
        for Puzzle { rules, fen, .. } in read_puzzles(file)? {
            let game = game_of_fen(rules, &fen, &RuleOptions::default())?;
            add(&mut sources, rules, Source::Given(game));
        }
    }
    for (variant, positions) in positions_of_games(&games, &names)? {
        add(&mut sources, variant, positions);
    }
    let all = || Variant::ALL.iter().map(|game| game.rules()).collect();
    let played: Vec<&'static Rules> =
        if names.is_empty() { all() } else { names.iter().map(|name| name.rules).collect() };
    for (rules, number) in
        played.iter().flat_map(|rules| (0..options.self_play).map(move |number| (*rules, number)))
    {
        add(&mut sources, rules, Source::SelfPlay(number));
    }
    // In the order of the list, and those from files after it.
    sources.sort_by_key(|(rules, _)| rules.variant.map_or(usize::MAX, |game| game as usize));
    Ok(sources)
}

fn add(sources: &mut Vec<(&'static Rules, Vec<Source>)>, rules: &'static Rules, source: Source) {
    match sources.iter_mut().find(|(game, _)| *game == rules) {
        Some((_, own)) => own.push(source),
        None => sources.push((rules, vec![source])),
    }
}

/// Reads a file of puzzles.
pub(super) fn read_puzzles(file: &Path) -> Result<Vec<Puzzle>, Failure> {
    let bytes = fs::read(file).map_err(|error| in_file(file, &error))?;
    Ok(parse_puzzles(&file_text(&bytes)).map_err(|fault| in_file(file, &fault))?)
}

/// The positions before the moves of the main line of each game, with the usual rules.
fn positions_of_games(
    files: &[&PathBuf],
    variants: &[VariantName],
) -> Result<Vec<(&'static Rules, Source)>, Failure> {
    let mut games = Games::default();
    files.iter().try_for_each(|file| games.read(file))?;
    let usual = match variants {
        &[only] => Some(only),
        _ => None,
    };
    let mut guessed = 0;
    let mut positions = Vec::new();
    for played in &games.played {
        let replayed = played.name(usual, &RuleOptions::default()).and_then(|(name, is_guess)| {
            guessed += usize::from(is_guess);
            let options = RuleOptions { halt: name.halt.unwrap_or_default(), ..RuleOptions::default() };
            Ok((name.rules, PdnReplay::of(&played.game, name.rules, &options)?))
        });
        match replayed {
            Ok((variant, replay)) => {
                games.problems.extend(played.fault_in(&replay));
                positions.push((variant, Source::Played(before_moves(&replay))));
            }
            Err(fault) => games.problems.push(format!("{}: {fault}", played.place)),
        }
    }
    complain_of_guesses(guessed);
    complain_of("unreadable", &games.problems);
    Ok(positions)
}

fn before_moves(replay: &PdnReplay) -> Vec<Box<dyn AnyGame>> {
    let moves = replay.main_line().filter(|node| matches!(node.step, PdnStep::Move(_)));
    moves.map(|node| replay.before(node).to_game()).collect()
}

/// The puzzles of a game in the order of their sources, which are searched side by side.
fn found(
    variant: &'static Rules,
    sources: &[Source],
    options: &Options,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<Vec<Found>, Failure> {
    let (endgames, next, found) = (endgames(variant), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let plan = FinderPlan { nodes: options.nodes, seed: options.seed };
    let work = || -> Result<(), String> {
        let mut finder = Finder::new(variant, plan, &endgames, stop).map_err(|error| error.to_string())?;
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(source) = sources.get(number) else { return Ok(()) };
            let puzzles = match source {
                Source::Given(game) => finder.again(&**game).into_iter().collect(),
                Source::Played(games) => finder.from_game(games).unwrap_or_default(),
                Source::SelfPlay(game) => finder.from_self_play(*game).unwrap_or_default(),
            };
            if stop.load(Relaxed) {
                return Ok(());
            }
            found.lock().extend(puzzles.into_iter().map(|puzzle| (number, puzzle)));
            bar.inc(1);
        }
    };
    on_threads(threads(options.threads), "a search failed", work)?;
    let mut found = found.into_inner();
    found.sort_by_key(|&(number, _)| number);
    Ok(found.into_iter().map(|(_, puzzle)| puzzle).collect())
}

/// How many puzzles of each difficulty there are of each game.
fn summary(puzzles: &[Puzzle]) -> String {
    let mut lines = vec![format!("{:12}{:>8}{:>8}{:>8}", "game", "easy", "medium", "hard")];
    for group in puzzles.chunk_by(|one, next| one.rules == next.rules) {
        let own = group.iter();
        let of = |difficulty| own.clone().filter(|puzzle| puzzle.difficulty == difficulty).count();
        let [easy, medium, hard] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard].map(of);
        lines.extend(
            group.first().map(|first| format!("{:12}{easy:>8}{medium:>8}{hard:>8}", first.rules.name)),
        );
    }
    lines.join("\n")
}
