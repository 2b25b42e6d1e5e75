//! `coupturc check`: reads a game file, describes the game, and plays random games by it.

mod engine;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use coupturc_gamefile::play::{Game, Move, Outcome, Position};
use coupturc_gamefile::{Rules, Vanguard};

use super::terminal::long_bar;
use super::{Failure, say};
use crate::eval::load_net_beside;
use crate::rules::file;
use crate::rules::games::Variant;
use engine::Follower;

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
    /// Print only the positions of all random games, one a line as 'pos' of Hub has them, each with its legal moves, for
    /// comparison with other programs
    #[arg(long)]
    positions: bool,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let embedded = options.file.to_str().filter(|_| !options.file.exists()).and_then(Rules::embedded);
    let is_embedded = embedded.is_some();
    let rules = embedded.map_or_else(|| Rules::load(&options.file), Ok)?;
    if options.positions {
        play(&rules, options, Deadline(None), &mut |position, legal| say(&line(&rules, position, legal)))?;
        return Ok(());
    }
    say(&format!("{} ({})\n\n{}", rules.title, rules.name, rules.board.draw(&rules.start)))?;
    rules.in_words().iter().try_for_each(|line| say(line))?;
    let start = Position::start(&rules);
    let moves = legal_moves(&start, options)?;
    let texts: Vec<String> = moves.iter().map(|mv| start.text(mv)).collect();
    say(&format!("\nfirst moves: {}", texts.join(" ")))?;
    say(&format!("perft: {}", perft(&start, options, Deadline::after(options.seconds, PERFT_SHARE))?))?;
    if options.games > 0 {
        let tally =
            play(&rules, options, Deadline::after(options.seconds, 1.0 - PERFT_SHARE), &mut |_, _| Ok(()))?;
        say(&tally.describe(options))?;
    }
    match file::compile(&rules) {
        Err(why) => say(&format!("the engine cannot play it: {why}"))?,
        Ok(compiled) => {
            if options.games > 0 {
                say("the engine plays it like the referee in all these positions")?;
            }
            if !is_embedded && load_net_beside(&options.file, compiled)? {
                say("the net beside the file evaluates its positions")?;
            }
        }
    }
    if let Some(why) = file::check_name(&rules).err().filter(|_| !is_embedded) {
        say(&format!("the engine cannot play it under this name: {why}"))?;
    }
    if options.self_play > 0 {
        let listed = rules.name.parse::<Variant>().ok().filter(|_| is_embedded);
        let rules = listed.map_or_else(|| file::compile(&rules), |game| Ok(game.rules()))?;
        say(&format!("\n{}", engine::describe(rules, options.self_play, options.seed)?))?;
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
fn perft(start: &Position<'_>, options: &Options, deadline: Deadline) -> Result<String, Failure> {
    let bar = long_bar();
    bar.set_length(options.depth.into());
    bar.set_message("perft");
    let mut counts = Vec::new();
    for depth in 1..=options.depth {
        let Some(leaves) = leaves(start, depth, options, deadline)? else {
            counts.push("(no time for more: --seconds gives more)".to_owned());
            break;
        };
        counts.push(leaves.to_string());
        bar.inc(1);
        if leaves > MOST_LEAVES {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(counts.join(" "))
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
#[derive(Default)]
struct Tally {
    games: u32,
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

    fn describe(&self, options: &Options) -> String {
        let games = self.games.max(1);
        let unfinished = self.games - self.white - self.black - self.draws;
        let Options { games: wanted, seconds, .. } = options;
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
    let mut tally = Tally::default();
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
