//! `coupturc check`: reads a game file, describes the game, and plays random games by it.

mod engine;

use std::path::PathBuf;

use clap::Args;
use coupturc_gamefile::Rules;
use coupturc_gamefile::play::{Game, Move, Outcome, Position, TooManyCaptures};

use super::{Failure, say};
use crate::eval::load_net_beside;
use crate::rules::file;
use crate::rules::games::Variant;
use engine::Follower;

/// The number of plies after which a random game is given up.
const MOST_PLIES: usize = 1000;
/// The number of leaves after which perft does not go deeper.
const MOST_LEAVES: u64 = 50_000;

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
    /// Let the engine play this number of games against itself, and tell what they are like: results, lengths, choices and
    /// captures
    #[arg(long, value_name = "GAMES", default_value_t = 0, hide_default_value = true)]
    self_play: u32,
    /// Print only the positions of the random games, one a line as Hub has them, each with its legal moves, for
    /// comparison with other programs
    #[arg(long)]
    positions: bool,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let embedded = options.file.to_str().filter(|_| !options.file.exists()).and_then(Rules::embedded);
    let is_embedded = embedded.is_some();
    let rules = embedded.map_or_else(|| Rules::load(&options.file), Ok)?;
    if options.positions {
        play(&rules, options, &mut |position, legal| say(&line(position, legal)))?;
        return Ok(());
    }
    say(&format!("{} ({})\n\n{}", rules.title, rules.name, rules.board.draw(&rules.start)))?;
    rules.in_words().iter().try_for_each(|line| say(line))?;
    let start = Position::start(&rules);
    let moves = start.legal_moves()?;
    let texts: Vec<String> = moves.iter().map(|mv| start.text(mv)).collect();
    say(&format!("\nfirst moves: {}", texts.join(" ")))?;
    say(&format!("perft: {}", perft(&start, options.depth)?))?;
    if options.games > 0 {
        say(&play(&rules, options, &mut |_, _| Ok(()))?.describe())?;
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
    if options.self_play > 0 {
        let listed = rules.name.parse::<Variant>().ok().filter(|_| is_embedded);
        let rules = listed.map_or_else(|| file::compile(&rules), |game| Ok(game.rules()))?;
        say(&format!("\n{}", engine::describe(rules, options.self_play, options.seed)?))?;
    }
    Ok(())
}

/// The numbers of leaves at depth 1, 2, 3, ...
fn perft(start: &Position<'_>, depth: u32) -> Result<String, TooManyCaptures> {
    let mut counts = Vec::new();
    for depth in 1..=depth {
        let leaves = start.perft(depth)?;
        counts.push(leaves.to_string());
        if leaves > MOST_LEAVES {
            break;
        }
    }
    Ok(counts.join(" "))
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

    fn describe(&self) -> String {
        let games = self.games.max(1);
        let unfinished = self.games - self.white - self.black - self.draws;
        format!(
            "{} random games: White won {}, Black won {}, {} drawn, {unfinished} given up after {MOST_PLIES} plies; \
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

/// A position and its legal moves, separated by spaces.
fn line(position: &Position<'_>, legal: &[Move]) -> String {
    let moves: String = legal.iter().map(|mv| format!(" {}", position.text(mv))).collect();
    let more = position.more().map_or(String::new(), |more| format!(":{more}"));
    format!("{}{more}{moves}", position.to_hub())
}

/// What is done with each position and its legal moves.
type Show<'a> = dyn FnMut(&Position<'_>, &[Move]) -> Result<(), Failure> + 'a;

/// Plays random games, and shows each position with its legal moves.
fn play(rules: &Rules, options: &Options, show: &mut Show<'_>) -> Result<Tally, Failure> {
    let mut random = fastrand::Rng::with_seed(options.seed);
    let mut tally = Tally::default();
    let compiled = file::compile(rules).ok();
    for _ in 0..options.games {
        let mut game = Game::new(rules, Position::start(rules));
        let mut follower = compiled.map(Follower::new);
        let outcome = loop {
            let legal = game.position().legal_moves()?;
            show(game.position(), &legal)?;
            let outcome = game.outcome(&legal);
            if let Some(follower) = &follower {
                follower.compare(game.position(), &legal, outcome.as_ref())?;
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
    }
    Ok(tally)
}
