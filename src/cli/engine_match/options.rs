//! Options of `coupturc match`, and the match that they ask for.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::openings::Source;
use super::work_unit::PairRange;
use crate::arena::stats::{Model, Sprt};
use crate::arena::{
    Adjudication, Agreement, Conditions, EngineKeys, EngineSpec, Format, Match, MatchVariant, Opening,
    RandomOpenings, Repeat, SequentialTest, TimeControl, schedule,
};
use crate::cli::games;
use crate::cli::options::{Failure, RuleArgs, StopOptions, number_within, threads};
use crate::cli::terminal::complain;
use crate::escape::escaped_path;
use crate::notation::VariantName;
use crate::rules::games::Variant;
use crate::rules::{Changes, RuleOption, RuleOptions};
use crate::tables::files::default_root;
use crate::tables::{BuildPlan, TableSet};

#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Options {
    /// Go on with the match in this folder, which was interrupted; nothing else is needed
    #[arg(long, value_name = "FOLDER", exclusive = true)]
    pub(super) resume: Option<PathBuf>,
    /// Write PDN and report of the match in this folder as far as it was played, and play nothing; also while it is being
    /// played
    #[arg(long, value_name = "FOLDER", exclusive = true)]
    pub(super) report: Option<PathBuf>,
    /// An engine, twice or more: "cmd='PROGRAM ARGUMENTS' name=NAME tc=CONTROL param.NAME=VALUE ..."; only cmd must be
    /// given. It must declare its parameters. A program that speaks DXP has dxp=HOST:PORT instead, where it waits, or dxp-listen=ADDR:PORT, where it
    /// connects, with cmd if it is to be started; also dxp-fractions=true, dxp-moves=NUMBER and dxp-log=FILE
    #[arg(long = "engine", value_name = "ENGINE", required_unless_present_any = ["resume", "report"])]
    engines: Vec<EngineKeys>,
    /// What holds for each engine that does not say it itself: "cmd=PROGRAM", "tc=CONTROL" or "param.NAME=VALUE", one
    /// or more of them. Programs that speak DXP take tc only
    #[arg(long, value_name = "KEY=VALUE", value_parser = EngineKeys::of_each)]
    each: Vec<EngineKeys>,
    #[arg(
        long,
        value_name = "GAMES",
        value_delimiter = ',',
        default_value = "normal",
        help = format!("The games, with commas between: {}; killer has its own halt rule", games::names())
    )]
    variants: Vec<VariantName>,
    #[command(flatten)]
    rules: RuleArgs,
    /// The time of both: 60, 1+0.01 (increment), 40/60 (moves), 0.1/move, nodes=10000 or depth=6
    #[arg(long, value_name = "CONTROL", default_value = "1+0.01")]
    tc: TimeControl,
    /// How many openings all who meet play in every variant
    #[arg(long, value_name = "NUMBER", default_value_t = 50, value_parser = number_within(1_usize..=10_000_000))]
    rounds: usize,
    /// How often they play each: 2, with colours changed, or 1, with colours changed from round to round
    #[arg(long, value_name = "TIMES", default_value = "2")]
    repeat: Repeat,
    /// Who meets: round-robin, or gauntlet for the first engine against all others
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    format: Format,
    /// How many games are played at the same time; one where an engine speaks DXP [default: half the processors]
    #[arg(long, value_name = "NUMBER", value_parser = number_within(1_usize..=1024))]
    concurrency: Option<usize>,
    /// A file of openings instead of random ones, played in its order, and again from its beginning if there are more
    /// rounds: a FEN a line, the beginnings of the games of a PDN file, or the openings.json of another match
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// In which order the openings of a file are played: sequential, as they stand there, or random, as --seed has it
    #[arg(long, value_name = "ORDER", default_value = "sequential", requires = "openings")]
    order: Order,
    /// With which opening to start, counted from 1 in the order in which they are played; those before it come last
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    start: u32,
    /// How many moves an opening has: 6 if they are random; all moves of a game that comes from a PDN file
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=1000))]
    plies: Option<u32>,
    /// How unbalanced random openings may be, in hundredths of a man by a shallow search: FROM-TO
    #[arg(long, value_name = "FROM-TO", default_value = "0-50", value_parser = window)]
    window: (i32, i32),
    /// The seed of random openings, or of the random order of those of a file; the same seed gives the same ones
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// So many milliseconds too late is in time
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=86_400_000))]
    margin: u64,
    /// After so many seconds beyond its time an engine has not answered; also how long it may take to get ready
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..=86_400)
    )]
    patience: u64,
    /// End games in which both see one side ahead by so many men for so many moves: SCORE/MOVES
    #[arg(long, value_name = "SCORE/MOVES", value_parser = agreement)]
    resign: Option<Agreement>,
    /// End games in which both see nobody ahead by more men for so many moves, after some: SCORE/MOVES/FROM
    #[arg(long, value_name = "SCORE/MOVES/FROM", value_parser = agreement)]
    draw: Option<Agreement>,
    /// End games as draws after so many moves by each side
    #[arg(long, value_name = "MOVES", value_parser = number_within(1_usize..=100_000))]
    max_moves: Option<usize>,
    /// End games whose result endgame tables know, and no draw limit can change: those of the files in FOLDER, which
    /// coupturc tables build has written. Without FOLDER, those of the user's cache, and of up to 3 pieces
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true)]
    adjudicate_tables: Option<Option<PathBuf>>,
    /// Stop as soon as a sequential test (SPRT) has decided between two Elo differences of the first engine: ELO0,ELO1
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_pair)]
    sprt: Option<(f64, f64)>,
    /// How often the test may accept ELO1 though ELO0 is true
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// How often the test may accept ELO0 though ELO1 is true
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, requires = "sprt")]
    beta: f64,
    /// In what the test measures Elo: logistic, or normalized by the spread of the results
    #[arg(long, value_name = "MODEL", default_value = "logistic", requires = "sprt")]
    sprt_model: Model,
    /// Show what engines say to people over DXP, behind their names
    #[arg(long)]
    pub(super) chat: bool,
    /// The folder for games and report, which must not have a match in it
    #[arg(long, value_name = "FOLDER", default_value = "match")]
    pub(super) out: PathBuf,
    /// Play these pairs of games only, counted from 1, for a part of a match that is played elsewhere: FROM-TO
    #[arg(long, value_name = "FROM-TO")]
    pairs: Option<PairRange>,
    /// Only make the folder of the match, for --resume, and say how many pairs and games it has
    #[arg(long)]
    pub(super) begin_only: bool,
    #[command(flatten)]
    pub(super) stop: StopOptions,
}

const EXAMPLES: &str = "Examples:
  coupturc match --engine 'cmd=./new name=new' --engine 'cmd=./old name=old' --variants dameo,hexdame
  coupturc match --engine 'cmd=coupturc' --engine 'cmd=\"ssh host coupturc\" name=far' --tc 0.1/move --sprt 0,10
  coupturc match --engine 'cmd=coupturc' --engine 'name=peer dxp=127.0.0.1:27531' --tc 300 --plies 4

Games are written to games.jsonl in the folder as they end. A match
that was interrupted goes on with --resume FOLDER.";

/// How many moves random openings have if nobody says it.
const RANDOM_PLIES: u32 = 6;

/// In which order openings are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// As they stand in the file.
    Sequential,
    /// As a seed has it.
    Random,
}

impl Options {
    /// The match that is asked for, from openings that it has kept if there are such.
    pub(super) fn to_match(&self, kept: Option<Source>) -> Result<Match, Failure> {
        if self.engines.len() < 2 {
            return Err("a match needs two engines, expected --engine twice or more".into());
        }
        let is_kept = kept.is_some();
        let openings = kept.map_or_else(|| self.to_openings(), Ok)?;
        let variants = self.variants.iter().map(|&name| self.to_variant(name, &openings, is_kept));
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

    /// The engines. Those that speak DXP have the time that they are told.
    fn to_engines(&self) -> Result<Vec<EngineSpec>, Failure> {
        let engines = self.engines.iter().map(|keys| EngineSpec::of(keys, &self.each));
        let mut engines = distinct(engines.collect::<Result<_, _>>()?);
        for engine in &mut engines {
            let rule = engine.parameters.iter().find(|(name, _)| says_which_game(name));
            if let Some((name, _)) = rule {
                let name_of_option = if name == "variant" { "variants" } else { name };
                let why = format!("engine {}: param.{name} is for the match to set", engine.name);
                return Err(format!("{why}, expected --{name_of_option}").into());
            }
            if let Some(dxp) = &engine.dxp {
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
                    Err("a DXP peer plays one game at a time, expected --concurrency 1 or nothing".into())
                }
            };
        }
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(self.concurrency.unwrap_or((processors / 2).max(1)))
    }

    /// A game with its openings; those that the match has kept are in order already.
    fn to_variant(
        &self,
        name: VariantName,
        openings: &Source,
        is_kept: bool,
    ) -> Result<MatchVariant, Failure> {
        let (VariantName { variant, halt }, name) = (name, name.name());
        let rules = self.rules.rules(None);
        // Whoever plays killer beside other games may choose a halt rule for these.
        let rules = RuleOptions { halt: halt.unwrap_or(rules.halt), ..rules };
        let count = self.rounds + self.start as usize - 1;
        let openings = openings.openings(name, variant, &rules, count)?;
        let openings = if is_kept { openings } else { self.in_order(openings)? };
        Ok(MatchVariant { name: name.to_owned(), variant, rules, openings, tables: None })
    }

    /// Openings in the order in which they are played.
    fn in_order(&self, mut openings: Vec<Opening>) -> Result<Vec<Opening>, Failure> {
        if self.order == Order::Random {
            fastrand::Rng::with_seed(self.seed).shuffle(&mut openings);
        }
        let before = self.start as usize - 1;
        if before >= openings.len() {
            let (start, count) = (self.start, openings.len());
            return Err(
                format!("--start {start}: expected 1 to {count}, for there are {count} openings").into()
            );
        }
        openings.rotate_left(before);
        Ok(openings)
    }

    fn to_openings(&self) -> Result<Source, Failure> {
        if let Some(file) = &self.openings {
            return Source::of_file(file, self.plies);
        }
        let (least, most) = self.window;
        let plies = self.plies.unwrap_or(RANDOM_PLIES);
        Ok(Source::Random(RandomOpenings { plies, least, most, seed: self.seed }))
    }

    /// Gives each game the endgame tables that end it, if that is wanted. Raising `stop` ends the work.
    pub(super) fn add_tables(&self, the_match: &mut Match, stop: &AtomicBool) -> Result<(), Failure> {
        let Some(folder) = &self.adjudicate_tables else { return Ok(()) };
        for MatchVariant { variant, rules, tables, .. } in &mut the_match.variants {
            let set = match folder {
                Some(folder) => tables_of(*variant, rules, folder)?,
                None => usual_tables(*variant, rules, stop)?,
            };
            *tables = Some(Arc::new(set));
        }
        Ok(())
    }

    /// Whether only a part of the match is played here.
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

/// The tables of a game in a folder, which must have some.
fn tables_of(variant: Variant, rules: &RuleOptions, folder: &Path) -> Result<TableSet, Failure> {
    let mut set = TableSet::new(variant, rules);
    if let Some(problem) = set.open(folder).into_iter().next() {
        return Err(
            format!("--adjudicate-tables: {problem}; coupturc tables verify tells of all files").into()
        );
    }
    if set.tables().is_empty() {
        let folder = escaped_path(folder);
        let missing =
            format!("--adjudicate-tables: {folder} has no tables of {variant} by the rules of the match");
        let build = format!("coupturc tables build --variant {variant} --tables '{folder}'");
        return Err(format!("{missing}; build them with: {build}").into());
    }
    Ok(set)
}

/// The tables of up to three pieces, and those that the user has in the cache.
fn usual_tables(variant: Variant, rules: &RuleOptions, stop: &AtomicBool) -> Result<TableSet, Failure> {
    let mut set = BuildPlan { threads: threads(None), stop, ..BuildPlan::default() }.build(variant, rules)?;
    if let Some(folder) = default_root().filter(|folder| folder.is_dir()) {
        set.open(&folder).iter().for_each(|problem| complain(&problem.to_string()));
    }
    Ok(set)
}

/// Whether a parameter says which game is played: an engine that had its own would play another one.
fn says_which_game(parameter: &str) -> bool {
    let option = RuleOption::named(parameter);
    parameter == "variant" || option.is_some_and(|option| option.changes == Changes::Moves)
}

/// Engines of the same name get numbers, so that tables tell them apart.
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

/// Two numbers with a minus between them.
fn window(text: &str) -> Result<(i32, i32), String> {
    let expected = || format!("'{text}' is no window, expected FROM-TO, such as 0-50");
    let (least, most) = text.split_once('-').ok_or_else(expected)?;
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if 0 <= least && least < most => Ok((least, most)),
        _ => Err(expected()),
    }
}

/// A score, a number of moves, and perhaps the first move.
fn agreement(text: &str) -> Result<Agreement, String> {
    let expected =
        || format!("'{text}' is no agreement, expected SCORE/MOVES or SCORE/MOVES/FROM, such as 5/4");
    let mut parts = text.split('/');
    let score: f64 = parts.next().and_then(|part| part.parse().ok()).ok_or_else(expected)?;
    let moves = parts.next().and_then(|part| part.parse().ok()).ok_or_else(expected)?;
    let from_move = parts.next().map_or(Ok(0), |part| part.parse().map_err(|_| expected()))?;
    let is_sensible = score >= 0.0 && score.is_finite() && moves > 0 && parts.next().is_none();
    if is_sensible { Ok(Agreement { score, moves, from_move }) } else { Err(expected()) }
}

/// Two Elo differences with a comma between them.
fn elo_pair(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    pair.ok_or_else(|| format!("'{text}' are no two Elo differences, expected ELO0,ELO1, such as 0,10"))
}
