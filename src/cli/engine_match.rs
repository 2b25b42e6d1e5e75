//! `coupturc match`: games between engines.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use clap::{Args, Parser};
use indicatif::{ProgressBar, ProgressStyle};

use super::{Failure, say};
use crate::arena::stats::{Accepted, Model, Sprt, Tally};
use crate::arena::{
    Adjudication, Agreement, Conditions, Continue, EngineSpec, Format, GameRecord, Journal, Match,
    MatchResults, MatchVariant, RandomOpenings, TimeControl, html_report, pdn_of, read_fens, schedule,
};
use crate::notation::VariantName;
use crate::rules::{DrawRule, Halt, RuleOptions, VanguardScope};

#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// Go on with the match in this folder, which was interrupted; nothing else is needed
    #[arg(long, value_name = "FOLDER", exclusive = true)]
    resume: Option<PathBuf>,
    /// An engine, twice or more: "cmd='PROGRAM ARGUMENTS' name=NAME tc=CONTROL param.NAME=VALUE ..."; only cmd must be
    /// given
    #[arg(long = "engine", value_name = "ENGINE", required_unless_present = "resume")]
    engines: Vec<EngineSpec>,
    /// The games, with commas between: normal, vanguard, dameo, hexdame, harzdame, killer
    #[arg(long, value_name = "GAMES", value_delimiter = ',', default_value = "normal")]
    variants: Vec<String>,
    /// When a capturing king must stop behind the last captured piece (normal and vanguard)
    #[arg(long, value_name = "RULE")]
    halt: Option<Halt>,
    /// Which jumps may not take the vanguard backwards (vanguard)
    #[arg(long, value_name = "SCOPE", default_value = "first")]
    vanguard_scope: VanguardScope,
    /// Whether the move limits of the federation end games: fmjd or repetition (normal and vanguard)
    #[arg(long, value_name = "RULE", default_value = "fmjd")]
    draw_rule: DrawRule,
    /// The time of both: 60, 1+0.01 (increment), 40/60 (moves), 0.1/move, nodes=10000 or depth=6
    #[arg(long, value_name = "CONTROL", default_value = "1+0.01")]
    tc: TimeControl,
    /// How often all who meet play a pair of games in every variant
    #[arg(long, value_name = "NUMBER", default_value_t = 50)]
    rounds: usize,
    /// Who meets: round-robin, or gauntlet for the first engine against all others
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    format: Format,
    /// How many games are played at the same time [default: half the processors]
    #[arg(long, value_name = "NUMBER")]
    concurrency: Option<usize>,
    /// A file of openings, a FEN a line, instead of random ones
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many random moves an opening has
    #[arg(long, value_name = "PLIES", default_value_t = 6)]
    plies: u32,
    /// How unbalanced random openings may be, in hundredths of a man by a shallow search: FROM-TO
    #[arg(long, value_name = "FROM-TO", default_value = "0-50", value_parser = window)]
    window: (i32, i32),
    /// What chance begins with; the same seed gives the same openings
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// So many milliseconds too late is in time
    #[arg(long, value_name = "MS", default_value_t = 20)]
    margin: u64,
    /// After so many seconds beyond its time an engine has not answered
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
    /// End games in which both see one side ahead by so many men for so many moves: SCORE/MOVES
    #[arg(long, value_name = "SCORE/MOVES", value_parser = agreement)]
    resign: Option<Agreement>,
    /// End games in which both see nobody ahead by more men for so many moves, after some: SCORE/MOVES/FROM
    #[arg(long, value_name = "SCORE/MOVES/FROM", value_parser = agreement)]
    draw: Option<Agreement>,
    /// End games as draws after so many moves by each side
    #[arg(long, value_name = "MOVES")]
    max_moves: Option<usize>,
    /// Stop as soon as a sequential test has decided between two Elo differences of the first engine: ELO0,ELO1
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_pair)]
    sprt: Option<(f64, f64)>,
    /// The folder for games and report, which must not have a match in it
    #[arg(long, value_name = "FOLDER", default_value = "match")]
    out: PathBuf,
}

const EXAMPLES: &str = "Examples:
  coupturc match --engine 'cmd=./new name=new' --engine 'cmd=./old name=old' --variants dameo,hexdame
  coupturc match --engine 'cmd=coupturc' --engine 'cmd=\"ssh host coupturc\" name=far' --tc 0.1/move --sprt 0,10

Each opening is played twice, with colours changed. Games are written to games.jsonl in the folder as they end. A match
that was interrupted goes on with --resume FOLDER.";

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    match &options.resume {
        None => {
            let the_match = options.to_match()?;
            let arguments: Vec<String> = std::env::args().skip(2).collect();
            let journal = Journal::create(&options.out, &arguments).map_err(|error| {
                format!("{}: {error}; expected a folder without a match", options.out.display())
            })?;
            play(options, &the_match, journal, Vec::new())
        }
        Some(folder) => {
            let arguments =
                Journal::arguments(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            let line = MatchLine::try_parse_from([String::new()].into_iter().chain(arguments))?;
            let (journal, games) = Journal::resume(folder)?;
            play(&line.options, &line.options.to_match()?, journal, games)
        }
    }
}

/// The arguments behind `match`, as they are read again when a match goes on.
#[derive(Parser)]
struct MatchLine {
    #[command(flatten)]
    options: Options,
}

/// Plays the games that are missing, and says what came of all.
fn play(
    options: &Options,
    the_match: &Match,
    mut journal: Journal,
    mut games: Vec<GameRecord>,
) -> Result<(), Failure> {
    let sprt =
        options.sprt.map(|(elo0, elo1)| Sprt::new(elo0, elo1, ALPHA, BETA, Model::Logistic)).transpose()?;
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::clone(&stop);
    ctrlc::set_handler(move || interrupted.store(true, Relaxed))?;
    let finished: HashSet<u64> = games.iter().map(|game| game.number).collect();
    let mut results = MatchResults::default();
    games.iter().for_each(|game| results.add(game));
    let bar = progress_bar(the_match.schedule.len(), finished.len());
    let first = &the_match.conditions.engines[0].name;
    let mut failure = None;
    the_match.play(&finished, &stop, |game| {
        if let Err(error) = journal.add(&game) {
            failure = Some(error);
            return Continue::No;
        }
        results.add(&game);
        let tally = results.of(first);
        bar.inc(1);
        bar.set_message(summary(first, &tally));
        if bar.is_hidden() {
            let _ = say(&game_line(&game));
        }
        games.push(game);
        let decided = sprt.as_ref().and_then(|sprt| sprt.verdict(&tally));
        if decided.is_some() { Continue::No } else { Continue::Yes }
    })?;
    bar.finish_and_clear();
    if let Some(error) = failure {
        return Err(error.into());
    }
    games.sort_by_key(|game| game.number);
    journal.write("games.pdn", &pdn_of(&games)?)?;
    journal.write("report.html", &html_report(&title(the_match), &games))?;
    for engine in &the_match.conditions.engines {
        say(&summary(&engine.name, &results.of(&engine.name)))?;
    }
    if let Some(sprt) = sprt {
        say(&sprt_line(&sprt, &results.of(first)))?;
    }
    let missing = the_match.schedule.len() - games.len();
    if missing > 0 {
        say(&format!("{missing} games were not played"))?;
    }
    Ok(())
}

/// How often a sequential test may be wrong.
const ALPHA: f64 = 0.05;
const BETA: f64 = 0.05;

impl Options {
    fn to_match(&self) -> Result<Match, Failure> {
        if self.engines.len() < 2 {
            return Err("a match needs two engines, expected --engine twice or more".into());
        }
        let variants =
            self.variants.iter().map(|name| self.to_variant(name)).collect::<Result<Vec<_>, _>>()?;
        let conditions = Conditions {
            engines: distinct(self.engines.clone()),
            time_control: self.tc,
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
            adjudication: Adjudication { resign: self.resign, draw: self.draw, move_limit: self.max_moves },
        };
        let schedule = schedule(self.format, self.engines.len(), variants.len(), self.rounds);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let concurrency = self.concurrency.unwrap_or((processors / 2).max(1));
        Ok(Match { conditions, variants, schedule, concurrency })
    }

    fn to_variant(&self, name: &str) -> Result<MatchVariant, Failure> {
        let VariantName { variant, halt } = name.parse()?;
        let rules = RuleOptions {
            halt: self.halt.or(halt).unwrap_or_default(),
            vanguard_scope: self.vanguard_scope,
            draw_rule: self.draw_rule,
        };
        let openings = with_game!(variant, G => match &self.openings {
            Some(file) => read_fens::<G>(&std::fs::read_to_string(file)?, &rules)?,
            None => self.random_openings().generate::<G>(&rules, self.rounds)?,
        });
        Ok(MatchVariant { name: name.to_owned(), variant, rules, openings })
    }

    fn random_openings(&self) -> RandomOpenings {
        let (least, most) = self.window;
        RandomOpenings { plies: self.plies, least, most, seed: self.seed }
    }
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

fn title(the_match: &Match) -> String {
    let names: Vec<&str> = the_match.conditions.engines.iter().map(|engine| engine.name.as_str()).collect();
    names.join(" - ")
}

/// A line for people: results, score and Elo of an engine.
fn summary(name: &str, tally: &Tally) -> String {
    let elo = tally.elo().map_or(String::new(), |elo| {
        format!(
            ", Elo {:+.0} [{:+.0}, {:+.0}], LOS {:.1}%",
            elo.estimate,
            elo.low,
            elo.high,
            100.0 * tally.los()
        )
    });
    let share = 100.0 * tally.points() / tally.game_count().max(1) as f64;
    let (wins, draws, losses) = (tally.wins(), tally.draws(), tally.losses());
    format!("{name}: +{wins} ={draws} -{losses}, {share:.1}%{elo}, pairs {:?}", tally.pairs())
}

fn game_line(game: &GameRecord) -> String {
    let GameRecord { number, variant, white, black, termination, detail, moves, .. } = game;
    let result = game.result.text();
    let why = if detail.is_empty() { String::new() } else { format!(": {detail}") };
    format!("{number} {variant} {white} - {black} {result} {termination} after {} plies{why}", moves.len())
}

fn sprt_line(sprt: &Sprt, tally: &Tally) -> String {
    let (lower, upper) = sprt.bounds();
    let verdict = match sprt.verdict(tally) {
        Some(Accepted::H0) => "H0 accepted",
        Some(Accepted::H1) => "H1 accepted",
        None => "undecided",
    };
    let (elo0, elo1, llr) = (sprt.elo0(), sprt.elo1(), sprt.llr(tally));
    format!("SPRT of {elo0} against {elo1} Elo: {verdict}, LLR {llr:.2} [{lower:.2}, {upper:.2}]")
}

/// A bar that shows itself on a terminal only.
fn progress_bar(all: usize, done: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed_precise} [{bar:30}] {pos}/{len}, {eta} left  {msg}");
    let bar = ProgressBar::new(all as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_position(done as u64);
    bar
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

fn elo_pair(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    pair.ok_or_else(|| format!("'{text}' are no two Elo differences, expected ELO0,ELO1, such as 0,10"))
}
