//! Options of `coupturc match`, and the match they describe.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::openings::{PLIES, Source};
use super::work_unit::PairRange;
use crate::arena::stats::{Model, Sprt};
use crate::arena::{
    Adjudication, Agreement, Conditions, EngineKeys, EngineSpec, Format, Match, MatchVariant, Opening,
    RandomOpenings, Repeat, SequentialTest, TimeControl, schedule,
};
use crate::cli::games;
use crate::cli::options::{Failure, RuleArgs, RulesFile, StopOptions, expect_dxp, number_within, threads};
use crate::cli::terminal::complain;
use crate::escape::escaped_path;
use crate::notation::VariantName;
use crate::rules::{Changes, RuleOption, RuleOptions, Rules};
use crate::tables::files::default_root;
use crate::tables::{BuildPlan, TableSet, expect_tables};

#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Options {
    /// Continue the interrupted match in this folder; no other option is needed
    #[arg(long, value_name = "FOLDER", exclusive = true)]
    pub(super) resume: Option<PathBuf>,
    /// Write the PDN and the report of the match in this folder, covering the games played so far, and play none. Also
    /// works while the match is running
    #[arg(long, value_name = "FOLDER", exclusive = true)]
    pub(super) report: Option<PathBuf>,
    /// An engine; give this option at least twice: "cmd='PROGRAM ARGUMENTS' name=NAME tc=CONTROL param.NAME=VALUE ...".
    /// Only cmd is required. An engine must declare every parameter that is set here. For a DXP program, use
    /// dxp=HOST:PORT if it listens, or dxp-listen=ADDR:PORT if it connects (add cmd to start it); also
    /// dxp-fractions=true, dxp-moves=NUMBER and dxp-log=FILE
    #[arg(long = "engine", value_name = "ENGINE", required_unless_present_any = ["resume", "report"])]
    engines: Vec<EngineKeys>,
    /// Defaults for all engines: one or more of "cmd=PROGRAM", "tc=CONTROL" or "param.NAME=VALUE". DXP programs use
    /// only tc
    #[arg(long, value_name = "KEY=VALUE", value_parser = EngineKeys::of_each)]
    each: Vec<EngineKeys>,
    #[arg(
        long,
        value_name = "GAMES",
        value_delimiter = ',',
        default_value = "normal",
        help = format!("The games, separated by commas: {}; killer ignores --halt", games::names())
    )]
    variants: Vec<VariantName>,
    #[arg(
        long = "rules",
        value_name = "FILE",
        conflicts_with = "variants",
        conflicts_with_all = RuleOption::ALL.iter().map(|option| option.name),
        help = RulesFile::HELP
    )]
    file: Option<RulesFile>,
    #[command(flatten)]
    rules: RuleArgs,
    /// Time control: 60 (seconds per game), 1+0.01 (with increment), 40/60 (moves/seconds), 0.1/move, nodes=10000 or
    /// depth=6
    #[arg(long, value_name = "CONTROL", default_value = "1+0.01")]
    tc: TimeControl,
    /// Openings per pairing and variant
    #[arg(long, value_name = "NUMBER", default_value_t = 50, value_parser = number_within(1_usize..=10_000_000))]
    rounds: usize,
    /// Games per opening: 2 (with colours reversed), or 1 (colours alternate from round to round)
    #[arg(long, value_name = "TIMES", default_value = "2")]
    repeat: Repeat,
    /// Tournament type: round-robin, or gauntlet (the first engine against all others)
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    format: Format,
    /// Number of games played at the same time; 1 with a DXP program [default: half the processors]
    #[arg(long, value_name = "NUMBER", value_parser = number_within(1_usize..=1024))]
    concurrency: Option<usize>,
    /// Take openings from a file: one FEN per line, PDN games, openings.json of another match, or an opening book. If
    /// there are more rounds than openings, the openings are reused
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Order of the openings of a file: sequential, or random (see --seed)
    #[arg(long, value_name = "ORDER", default_value = "sequential", requires = "openings")]
    order: Order,
    /// Number of the first opening, from 1, in the chosen order; earlier ones are played last
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    start: u32,
    /// Length of openings in plies [default: 6 for random openings and books, all moves for PDN games]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=1000))]
    plies: Option<u32>,
    /// Allowed imbalance of random openings and of openings from a book, in hundredths of a man
    #[arg(long, value_name = "FROM-TO", default_value = "0-50", value_parser = window)]
    window: (i32, i32),
    /// Seed of random openings, or of the random order of openings from a file
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Grace period: exceeding the time by up to this many milliseconds is forgiven
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=86_400_000))]
    margin: u64,
    /// Seconds an engine may overrun its time before it counts as unresponsive; also the limit for its startup
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..=86_400)
    )]
    patience: u64,
    /// Adjudicate a win when both engines agree that one side is ahead by at least SCORE men for MOVES moves
    #[arg(long, value_name = "SCORE/MOVES", value_parser = agreement)]
    resign: Option<Agreement>,
    /// Adjudicate a draw when both scores are within SCORE men of 0 for MOVES moves, from move FROM on
    #[arg(long, value_name = "SCORE/MOVES/FROM", value_parser = agreement)]
    draw: Option<Agreement>,
    /// Adjudicate a draw after this many moves by each side
    #[arg(long, value_name = "MOVES", value_parser = number_within(1_usize..=100_000))]
    max_moves: Option<usize>,
    /// Adjudicate by endgame tables, unless a draw limit could change the result. Uses the files written to FOLDER by
    /// coupturc tables build; without FOLDER, those in the user's cache and tables of up to 3 pieces
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true)]
    adjudicate_tables: Option<Option<PathBuf>>,
    /// Stop as soon as a sequential test (SPRT) of the first engine accepts ELO0 or ELO1
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_pair)]
    sprt: Option<(f64, f64)>,
    /// Probability of accepting ELO1 when ELO0 is true
    #[arg(long, value_name = "PROBABILITY", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// Probability of accepting ELO0 when ELO1 is true
    #[arg(long, value_name = "PROBABILITY", default_value_t = 0.05, requires = "sprt")]
    beta: f64,
    /// Elo model of the test: logistic, or normalized (by the spread of the results)
    #[arg(long, value_name = "MODEL", default_value = "logistic", requires = "sprt")]
    sprt_model: Model,
    /// Show DXP chat messages from the engines
    #[arg(long)]
    pub(super) chat: bool,
    /// Folder for the games and the report; it must not already contain a match
    #[arg(long, value_name = "FOLDER", default_value = "match")]
    pub(super) out: PathBuf,
    /// Play only these pairs of games, counted from 1, as part of a match split across several machines
    #[arg(long, value_name = "FROM-TO")]
    pairs: Option<PairRange>,
    /// Create the folder of the match for --resume, print its number of pairs and games, and play nothing
    #[arg(long)]
    pub(super) begin_only: bool,
    #[command(flatten)]
    pub(super) stop: StopOptions,
}

const EXAMPLES: &str = "Examples:
  coupturc match --engine 'cmd=./new name=new' --engine 'cmd=./old name=old' --variants dameo,hexdame
  coupturc match --engine 'cmd=coupturc' --engine 'cmd=\"ssh host coupturc\" name=far' --tc 0.1/move --sprt 0,10
  coupturc match --engine 'cmd=coupturc' --engine 'name=peer dxp=127.0.0.1:27531' --tc 300 --plies 4

Each game is written to games.jsonl in the folder when it ends. Continue
an interrupted match with --resume FOLDER.";

/// The order in which openings are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// The order of the file.
    Sequential,
    /// An order that depends on the seed.
    Random,
}

impl Options {
    /// The match, with its stored openings if there are any.
    pub(super) fn to_match(&self, kept: Option<Source>) -> Result<Match, Failure> {
        if self.engines.len() < 2 {
            return Err("a match needs at least two engines: give --engine at least twice".into());
        }
        let is_kept = kept.is_some();
        let openings = kept.map_or_else(|| self.to_openings(), Ok)?;
        let variants = self.names().into_iter().map(|name| self.to_variant(name, &openings, is_kept));
        let variants = variants.collect::<Result<Vec<_>, _>>()?;
        let conditions = Conditions {
            engines: self.to_engines()?,
            time_control: self.tc,
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
            adjudication: Adjudication { resign: self.resign, draw: self.draw, move_limit: self.max_moves },
        };
        let mut schedule =
            schedule(self.format, self.repeat, self.engines.len(), variants.len(), self.rounds);
        if let Some(pairs) = self.pairs {
            pairs.choose(&mut schedule)?;
        }
        let concurrency = self.to_concurrency(&conditions.engines)?;
        Ok(Match { conditions, variants, schedule, concurrency })
    }

    /// The engines. DXP engines get a time control that DXP can express.
    fn to_engines(&self) -> Result<Vec<EngineSpec>, Failure> {
        let engines = self.engines.iter().map(|keys| EngineSpec::of(keys, &self.each));
        let mut engines = distinct(engines.collect::<Result<_, _>>()?);
        for engine in &mut engines {
            let rule = engine.parameters.iter().find(|(name, _)| selects_game(name));
            if let Some((name, _)) = rule {
                let name_of_option = match name.as_str() {
                    "variant" => "variants",
                    "rules-file" => "rules",
                    option => option,
                };
                let why = format!("engine {}: param.{name} is set by the match", engine.name);
                return Err(format!("{why}, expected --{name_of_option}").into());
            }
            if let Some(dxp) = &engine.dxp {
                self.names().iter().try_for_each(|name| expect_dxp(name.rules))?;
                let control = dxp.control(engine.time_control.unwrap_or(self.tc));
                engine.time_control = Some(control.map_err(|why| format!("engine {}: {why}", engine.name))?);
            }
        }
        Ok(engines)
    }

    fn to_concurrency(&self, engines: &[EngineSpec]) -> Result<usize, Failure> {
        if engines.iter().any(|engine| engine.dxp.is_some()) {
            return match self.concurrency {
                None | Some(..=1) => Ok(1),
                Some(_) => {
                    Err("a DXP peer plays one game at a time: use --concurrency 1, or leave it out".into())
                }
            };
        }
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(self.concurrency.unwrap_or((processors / 2).max(1)))
    }

    /// A game with its openings; stored openings are already in order.
    fn to_variant(
        &self,
        name: VariantName,
        openings: &Source,
        is_kept: bool,
    ) -> Result<MatchVariant, Failure> {
        let (VariantName { rules: game, halt }, name) = (name, name.name());
        let rules = self.rules.rules(None);
        // --halt applies only to games whose name does not imply a halt rule.
        let rules = RuleOptions { halt: halt.unwrap_or(rules.halt), ..rules };
        let count = self.rounds + self.start as usize - 1;
        let openings = openings.openings(name, game, &rules, count)?;
        let rules_file = self.file.as_ref().map(|file| file.path.clone());
        let openings = if is_kept { openings } else { self.in_order(openings)? };
        Ok(MatchVariant { name: name.to_owned(), game, rules_file, rules, openings, tables: None })
    }

    /// The names of the games, or that of the game from a file.
    fn names(&self) -> Vec<VariantName> {
        self.file.as_ref().map_or_else(|| self.variants.clone(), |file| vec![file.name()])
    }

    /// Puts openings in the order in which they are played.
    fn in_order(&self, mut openings: Vec<Opening>) -> Result<Vec<Opening>, Failure> {
        if self.order == Order::Random {
            fastrand::Rng::with_seed(self.seed).shuffle(&mut openings);
        }
        let before = self.start as usize - 1;
        if before >= openings.len() {
            let (start, count) = (self.start, openings.len());
            return Err(
                format!("--start {start}: expected 1 to {count}, as there are {count} openings").into()
            );
        }
        openings.rotate_left(before);
        Ok(openings)
    }

    fn to_openings(&self) -> Result<Source, Failure> {
        if let Some(file) = &self.openings {
            return Source::of_file(file, self.plies, self.window);
        }
        let (least, most) = self.window;
        let plies = self.plies.unwrap_or(PLIES);
        Ok(Source::Random(RandomOpenings { plies, least, most, seed: self.seed }))
    }

    /// Adds the endgame tables for adjudication to each game, if requested. Setting `stop` ends the work.
    pub(super) fn add_tables(&self, the_match: &mut Match, stop: &AtomicBool) -> Result<(), Failure> {
        let Some(folder) = &self.adjudicate_tables else { return Ok(()) };
        for MatchVariant { game, rules, tables, .. } in &mut the_match.variants {
            expect_tables(game)?;
            let set = match folder {
                Some(folder) => tables_of(game, rules, folder)?,
                None => usual_tables(game, rules, stop)?,
            };
            *tables = Some(Arc::new(set));
        }
        Ok(())
    }

    /// Whether this is only a part of a match.
    pub(super) const fn is_part(&self) -> bool {
        self.pairs.is_some()
    }

    /// The sequential test that may end the match early.
    pub(super) fn to_test(&self) -> Result<Option<SequentialTest>, Failure> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        let sprt = Sprt::new(elo0, elo1, self.alpha, self.beta, self.sprt_model)
            .map_err(|error| format!("--sprt: {error}"))?;
        let engine = self.to_engines()?.swap_remove(0).name;
        Ok(Some(SequentialTest { engine, sprt, repeat: self.repeat }))
    }
}

/// Opens the tables of a game in a folder. Fails if there are none.
fn tables_of(game: &'static Rules, rules: &RuleOptions, folder: &Path) -> Result<TableSet, Failure> {
    let mut set = TableSet::new(game, rules);
    if let Some(problem) = set.open(folder).into_iter().next() {
        return Err(
            format!("--adjudicate-tables: {problem}; check all files with: coupturc tables verify").into()
        );
    }
    if set.tables().is_empty() {
        let folder = escaped_path(folder);
        let missing =
            format!("--adjudicate-tables: {folder} has no tables of {game} by the rules of the match");
        let build = format!("coupturc tables build {} --tables '{folder}'", games::choice(game));
        return Err(format!("{missing}; build them with: {build}").into());
    }
    Ok(set)
}

/// The tables of up to three pieces, and those in the user's cache.
fn usual_tables(game: &'static Rules, rules: &RuleOptions, stop: &AtomicBool) -> Result<TableSet, Failure> {
    let mut set = BuildPlan { threads: threads(None), stop, ..BuildPlan::default() }.build(game, rules)?;
    if let Some(folder) = default_root().filter(|folder| folder.is_dir()) {
        set.open(&folder).iter().for_each(|problem| complain(&problem.to_string()));
    }
    Ok(set)
}

/// Whether a parameter decides which game is played. All engines must have the same value.
fn selects_game(parameter: &str) -> bool {
    let option = RuleOption::named(parameter);
    ["variant", "rules-file"].contains(&parameter)
        || option.is_some_and(|option| option.changes == Changes::Moves)
}

/// Numbers engines of the same name, so that tables can distinguish them.
fn distinct(mut engines: Vec<EngineSpec>) -> Vec<EngineSpec> {
    for place in 1..engines.len() {
        let (before, rest) = engines.split_at_mut(place);
        let Some(engine) = rest.first_mut() else { continue };
        let name = engine.name.clone();
        let mut number = 2;
        while before.iter().any(|other| other.name == engine.name) {
            engine.name = format!("{name}-{number}");
            number += 1;
        }
    }
    engines
}

/// Parses two numbers with a hyphen between them.
fn window(text: &str) -> Result<(i32, i32), String> {
    let expected = || format!("'{text}' is not a window, expected FROM-TO, such as 0-50");
    let (least, most) = text.split_once('-').ok_or_else(expected)?;
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if 0 <= least && least < most => Ok((least, most)),
        _ => Err(expected()),
    }
}

/// Parses a score, a number of moves, and optionally the first move.
fn agreement(text: &str) -> Result<Agreement, String> {
    let expected = || format!("'{text}' is not valid, expected SCORE/MOVES or SCORE/MOVES/FROM, such as 5/4");
    let mut parts = text.split('/');
    let score: f64 = parts.next().and_then(|part| part.parse().ok()).ok_or_else(expected)?;
    let moves = parts.next().and_then(|part| part.parse().ok()).ok_or_else(expected)?;
    let from_move = parts.next().map_or(Ok(0), |part| part.parse().map_err(|_| expected()))?;
    let is_valid = score >= 0.0 && score.is_finite() && moves > 0 && parts.next().is_none();
    if is_valid { Ok(Agreement { score, moves, from_move }) } else { Err(expected()) }
}

/// Parses two Elo differences with a comma between them.
fn elo_pair(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    pair.ok_or_else(|| format!("'{text}' is not a pair of Elo differences, expected ELO0,ELO1, such as 0,10"))
}
