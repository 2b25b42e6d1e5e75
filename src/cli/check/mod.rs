//! `coupturc check`: reads a game file, describes the game, and plays random games by it.

mod engine;
mod page;
mod self_play;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use coupturc_gamefile::play::{Game, Move, Outcome, Position};
use coupturc_gamefile::{Rules, Vanguard};
use serde::Serialize;

use super::options::StopOptions;
use super::terminal::long_bar;
use super::{Failure, say};
use crate::escape::in_file;
use crate::eval::load_net_beside;
use crate::exclusive::write_whole;
use crate::notation::pdn_text;
use crate::rules::file;
use crate::rules::games::Variant;
use engine::Follower;
use self_play::SelfPlay;

/// The number of plies after which a random game is given up.
const MOST_PLIES: usize = 1000;
/// The number of leaves after which perft does not go deeper.
const MOST_LEAVES: u64 = 50_000;
/// The share of the time that perft may take.
const PERFT_SHARE: f64 = 0.25;

#[derive(Args)]
pub(super) struct Options {
    /// The file, or the name of a game that is embedded as a file
    file: PathBuf,
    /// The greatest depth of perft, in plies; it ends earlier when there are many leaves
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// The number of random games; in each of their positions the engine is compared with the slow referee
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    games: u32,
    /// The seed of the random games
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// The most seconds that perft and the random games may take together; 0 for as many as they need
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    seconds: u64,
    /// Let the engine play this number of games against itself, and tell what they are like: results, lengths, choices and
    /// captures
    #[arg(long, value_name = "GAMES", default_value_t = 0, hide_default_value = true)]
    self_play: u32,
    /// Also write what was found as an HTML page, with plots and boards
    #[arg(long, value_name = "FILE", requires = "self_play")]
    html: Option<PathBuf>,
    /// Also write the games of the engine against itself as PDN
    #[arg(long, value_name = "FILE", requires = "self_play")]
    pdn: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "positions")]
    json: bool,
    /// Print only the positions of all random games, one a line as 'pos' of Hub has them, each with its legal moves, for
    /// comparison with other programs
    #[arg(long)]
    positions: bool,
    #[command(flatten)]
    stop: StopOptions,
}

/// What was found out about a game. The text, the page and the JSON object say the same.
#[derive(Serialize)]
struct Report {
    game: String,
    title: String,
    /// The rules in words.
    rules: Vec<String>,
    /// The legal moves of the start position.
    first_moves: Vec<String>,
    perft: Perft,
    random_games: Option<Tally>,
    /// Whether the engine plays the game, and how.
    engine: Vec<String>,
    self_play: Option<SelfPlay>,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let embedded = options.file.to_str().filter(|_| !options.file.exists()).and_then(Rules::embedded);
    let is_embedded = embedded.is_some();
    let rules = embedded.map_or_else(|| Rules::load(&options.file), Ok)?;
    if options.positions {
        play(&rules, options, Deadline(None), &mut |position, legal| say(&line(&rules, position, legal)))?;
        return Ok(());
    }
    let report = report(&rules, is_embedded, options)?;
    if options.json {
        say(&serde_json::to_string(&report)?)?;
    }
    let played = report.self_play.map_or(0, |self_play| self_play.games.len());
    if played < options.self_play as usize {
        let wanted = options.self_play;
        return Err(format!(
            "interrupted: {played} of {wanted} games were played, and the figures are those of these"
        )
        .into());
    }
    Ok(())
}

/// Finds out everything, and tells it on the way, unless it is to be JSON.
fn report(rules: &Rules, is_embedded: bool, options: &Options) -> Result<Report, Failure> {
    let tell = |line: &str| if options.json { Ok(()) } else { say(line) };
    tell(&format!("{} ({})\n\n{}", rules.title, rules.name, rules.board.draw(&rules.start)))?;
    let words = rules.in_words();
    words.iter().try_for_each(|line| tell(line))?;
    let start = Position::start(rules);
    let moves = legal_moves(&start, options)?;
    let first_moves: Vec<String> = moves.iter().map(|mv| start.text(mv)).collect();
    tell(&format!("\nfirst moves: {}", first_moves.join(" ")))?;
    let perft = Perft::of(&start, options, Deadline::after(options.seconds, PERFT_SHARE))?;
    tell(&format!("perft: {}", perft.text()))?;
    let mut random_games = None;
    if options.games > 0 {
        let deadline = Deadline::after(options.seconds, 1.0 - PERFT_SHARE);
        let tally = play(rules, options, deadline, &mut |_, _| Ok(()))?;
        tell(&tally.text())?;
        random_games = Some(tally);
    }
    let engine = about_engine(rules, is_embedded, random_games.as_ref(), options)?;
    engine.iter().try_for_each(|line| tell(line))?;
    let mut report = Report {
        game: rules.name.clone(),
        title: rules.title.clone(),
        rules: words,
        first_moves,
        perft,
        random_games,
        engine,
        self_play: None,
    };
    if options.self_play > 0 {
        let listed = rules.name.parse::<Variant>().ok().filter(|_| is_embedded);
        let compiled = listed.map_or_else(|| file::compile(rules), |game| Ok(game.rules()))?;
        let stop = options.stop.flag()?;
        let self_play = SelfPlay::of(compiled, options.self_play, options.seed, &stop)?;
        write_files(&report, &self_play, compiled, options)?;
        tell(&format!("\n{}", self_play.text()))?;
        report.self_play = Some(self_play);
    }
    Ok(report)
}

/// Whether the engine plays the game, and how.
fn about_engine(
    rules: &Rules,
    is_embedded: bool,
    games: Option<&Tally>,
    options: &Options,
) -> Result<Vec<String>, Failure> {
    let mut lines = Vec::new();
    match file::compile(rules) {
        Err(why) => lines.push(format!("the engine cannot play it: {why}")),
        Ok(compiled) => {
            let positions = games.map(|games| games.positions);
            lines.extend(
                positions.map(|all| format!("the engine plays it like the referee in all {all} positions")),
            );
            if !is_embedded && load_net_beside(&options.file, compiled)? {
                lines.push("the net beside the file evaluates its positions".to_owned());
            }
        }
    }
    if let Some(why) = file::check_name(rules).err().filter(|_| !is_embedded) {
        lines.push(format!("the engine cannot play it under this name: {why}"));
    }
    Ok(lines)
}

/// Writes the page and the games.
fn write_files(
    report: &Report,
    self_play: &SelfPlay,
    rules: &'static crate::rules::Rules,
    options: &Options,
) -> Result<(), Failure> {
    let write =
        |file: &Path, text: String| write_whole(file, text, true).map_err(|error| in_file(file, &error));
    if let Some(file) = &options.html {
        write(file, page::page(report, self_play, rules))?;
    }
    if let Some(file) = &options.pdn {
        write(file, self_play.games.iter().map(pdn_text).collect())?;
    }
    Ok(())
}

/// The time at which work ends, if it must.
#[derive(Clone, Copy)]
struct Deadline(Option<Instant>);

impl Deadline {
    /// A share of some seconds from now.
    fn after(seconds: u64, share: f64) -> Self {
        let end = Instant::now().checked_add(Duration::from_secs(seconds).mul_f64(share));
        Self(end.filter(|_| seconds > 0))
    }

    fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

/// The legal moves of a position.
///
/// # Errors
///
/// If they cannot all be found; says in which position, and what to change.
fn legal_moves(position: &Position<'_>, options: &Options) -> Result<Vec<Move>, Failure> {
    let explain = |why| {
        format!(
            "{}: {why} in position {}. Draw fewer pieces, let pieces capture in fewer directions, or write \
             captures.removal = \"at-the-end\"",
            options.file.display(),
            position.to_hub()
        )
    };
    Ok(position.legal_moves().map_err(explain)?)
}

/// The numbers of leaves at depth 1, 2, 3, ...
#[derive(Serialize)]
struct Perft {
    leaves: Vec<u64>,
    /// Whether there was no time for more.
    is_cut_short: bool,
}

impl Perft {
    fn of(start: &Position<'_>, options: &Options, deadline: Deadline) -> Result<Self, Failure> {
        let bar = long_bar();
        bar.set_length(options.depth.into());
        bar.set_message("perft");
        let mut perft = Self { leaves: Vec::new(), is_cut_short: false };
        for depth in 1..=options.depth {
            let Some(leaves) = leaves(start, depth, options, deadline)? else {
                perft.is_cut_short = true;
                break;
            };
            perft.leaves.push(leaves);
            bar.inc(1);
            if leaves > MOST_LEAVES {
                break;
            }
        }
        bar.finish_and_clear();
        Ok(perft)
    }

    fn text(&self) -> String {
        let cut = self.is_cut_short.then(|| "(no time for more: --seconds gives more)".to_owned());
        self.leaves.iter().map(u64::to_string).chain(cut).collect::<Vec<_>>().join(" ")
    }
}

/// The number of leaves at a depth; none if there is no time to count them.
fn leaves(
    position: &Position<'_>,
    depth: u32,
    options: &Options,
    deadline: Deadline,
) -> Result<Option<u64>, Failure> {
    if deadline.is_over() {
        return Ok(None);
    }
    let legal = legal_moves(position, options)?;
    if depth <= 1 {
        return Ok(Some(legal.len() as u64));
    }
    let counts = legal.iter().map(|mv| leaves(&position.after(mv), depth - 1, options, deadline));
    counts.sum()
}

/// What happened in random games.
#[derive(Default, Serialize)]
struct Tally {
    games: u32,
    wanted: u32,
    /// The most seconds that were allowed.
    seconds: u64,
    /// In all of these, the engine was compared with the referee.
    positions: u64,
    white: u32,
    black: u32,
    draws: u32,
    plies: usize,
    longest: usize,
    captures: usize,
    /// Whether the time was up before all games were played.
    is_cut_short: bool,
}

impl Tally {
    fn add(&mut self, game: &Game<'_>, outcome: Option<&Outcome>) {
        let plies = game.moves().len();
        self.games += 1;
        self.plies += plies;
        self.longest = self.longest.max(plies);
        self.captures += game.moves().iter().filter(|mv| !mv.captured.is_empty()).count();
        match outcome {
            Some(("white-win", _)) => self.white += 1,
            Some(("black-win", _)) => self.black += 1,
            Some(_) => self.draws += 1,
            None => {}
        }
    }

    fn text(&self) -> String {
        let games = self.games.max(1);
        let unfinished = self.games - self.white - self.black - self.draws;
        let Self { wanted, seconds, .. } = self;
        let cut = match self.is_cut_short {
            true => format!(" (of {wanted}: the time was up after {seconds} s, --seconds gives more)"),
            false => String::new(),
        };
        format!(
            "{} random games{cut}: White won {}, Black won {}, {} drawn, {unfinished} given up after {MOST_PLIES} plies; \
             {} plies on average, {} at most; {} % captures",
            self.games,
            self.white,
            self.black,
            self.draws,
            self.plies / games as usize,
            self.longest,
            100 * self.captures / self.plies.max(1),
        )
    }
}

/// A position with its further arguments, and its legal moves, separated by spaces.
fn line(rules: &Rules, position: &Position<'_>, legal: &[Move]) -> String {
    let moves: String = legal.iter().map(|mv| format!(" {}", position.text(mv))).collect();
    let name = if rules.captures.vanguard == Vanguard::None { "king-moves" } else { "vanguard" };
    let more = position.more().map_or(String::new(), |more| format!(" {name}={more}"));
    format!("{}{more}{moves}", position.to_hub())
}

/// What is done with each position and its legal moves.
type Show<'a> = dyn FnMut(&Position<'_>, &[Move]) -> Result<(), Failure> + 'a;

/// Plays random games until the time is up, and shows each position with its legal moves.
fn play(rules: &Rules, options: &Options, deadline: Deadline, show: &mut Show<'_>) -> Result<Tally, Failure> {
    let bar = long_bar();
    bar.set_length(options.games.into());
    bar.set_message("random games");
    let mut random = fastrand::Rng::with_seed(options.seed);
    let mut tally = Tally { wanted: options.games, seconds: options.seconds, ..Tally::default() };
    let compiled = file::compile(rules).ok();
    for _ in 0..options.games {
        let mut game = Game::new(rules, Position::start(rules));
        let mut follower = compiled.map(Follower::new);
        let outcome = loop {
            if deadline.is_over() {
                bar.finish_and_clear();
                return Ok(Tally { is_cut_short: true, ..tally });
            }
            let legal = legal_moves(game.position(), options)?;
            show(game.position(), &legal)?;
            let outcome = game.outcome(&legal);
            tally.positions += 1;
            if let Some(follower) = &follower {
                let differences = follower.differences(game.position(), &legal, outcome.as_ref());
                expect_none(&differences, &game, options)?;
            }
            match random.choice(&legal) {
                Some(mv) if outcome.is_none() && game.moves().len() < MOST_PLIES => {
                    follower = follower.and_then(|follower| follower.after(mv));
                    game.play(mv);
                }
                _ => break outcome,
            }
        };
        tally.add(&game, outcome.as_ref());
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(tally)
}

/// Refuses differences between the engine and the referee, and says how to report them.
fn expect_none(differences: &[String], game: &Game<'_>, options: &Options) -> Result<(), Failure> {
    if differences.is_empty() {
        return Ok(());
    }
    let position = game.position();
    let moves: Vec<String> = game.moves().iter().map(|mv| position.text(mv)).collect();
    Err(format!(
        "{}: the engine and the referee differ, which is a fault of this program: please report it with the file, with \
         this message, and with what 'coupturc --version' prints\nposition: {}\n{}\nmoves from the start: {}",
        options.file.display(),
        position.to_hub(),
        differences.join("\n"),
        moves.join(" ")
    )
    .into())
}
