//! `coupturc check`: reads a game file, describes the game, and plays random games by it.

use std::path::PathBuf;

use clap::Args;
use coupturc_gamefile::Rules;
use coupturc_gamefile::play::{Game, Outcome, Position, TooManyCaptures};

use super::{Failure, say};

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
    /// The number of random games
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    games: u32,
    /// The seed of the random games
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let embedded = options.file.to_str().filter(|_| !options.file.exists()).and_then(Rules::embedded);
    let rules = embedded.map_or_else(|| Rules::load(&options.file), Ok)?;
    say(&format!("{} ({})\n\n{}", rules.title, rules.name, rules.board.draw(&rules.start)))?;
    rules.in_words().iter().try_for_each(|line| say(line))?;
    let start = Position::start(&rules);
    let moves = start.legal_moves()?;
    let texts: Vec<String> = moves.iter().map(|mv| start.text(mv)).collect();
    say(&format!("\nfirst moves: {}", texts.join(" ")))?;
    say(&format!("perft: {}", perft(&start, options.depth)?))?;
    if options.games > 0 {
        say(&play(&rules, options)?.describe())?;
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
            "{} random games: White won {}, Black won {}, {} drawn, {unfinished} given up after {MOST_PLIES} plies; {} plies \
             on average, {} at most; {} % captures",
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

fn play(rules: &Rules, options: &Options) -> Result<Tally, TooManyCaptures> {
    let mut random = fastrand::Rng::with_seed(options.seed);
    let mut tally = Tally::default();
    for _ in 0..options.games {
        let mut game = Game::new(rules, Position::start(rules));
        let outcome = game.play_random(MOST_PLIES, &mut random)?;
        tally.add(&game, outcome.as_ref());
    }
    Ok(tally)
}
