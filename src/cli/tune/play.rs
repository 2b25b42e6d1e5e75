//! Pairs of games between two settings, on several threads.

use std::time::Duration;

use clap::Args;

use crate::arena::stats::GameScore;
use crate::arena::{GameResult, Opening, RandomOpenings, SelfPlay, Thinking};
use crate::cli::Failure;
use crate::cli::options::number_within;
use crate::cli::threads::on_threads;
use crate::notation::VariantName;
use crate::rules::games::Variant;
use crate::rules::{RuleOptions, Rules};
use crate::tunables::Setting;

/// The transposition table of each player: small, like the searches.
const TABLE_MEBIBYTES: usize = 8;

/// The games to play, and their conditions.
#[derive(Args)]
pub(super) struct Play {
    /// The variants, separated by commas
    #[arg(
        long,
        value_name = "GAMES",
        value_delimiter = ',',
        default_values = Variant::ALL.iter().map(|variant| variant.name())
    )]
    pub(super) variants: Vec<VariantName>,
    /// Nodes per search
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Microseconds per search, instead of --nodes
    #[arg(
        long,
        value_name = "NUMBER",
        conflicts_with = "nodes",
        value_parser = clap::value_parser!(u64).range(1..=1 << 32)
    )]
    microseconds: Option<u64>,
    /// Number of games in each variant
    #[arg(long, value_name = "NUMBER", default_value_t = 400, value_parser = number_within(2_usize..=100_000_000))]
    pub(super) games: usize,
    /// Number of threads
    #[arg(long, value_name = "NUMBER", default_value_t = 2, value_parser = number_within(1_usize..=256))]
    threads: usize,
    /// Length of the random openings in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(super) plies: u32,
    /// Seed of the random openings
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(super) seed: u64,
}

impl Play {
    /// Two players of this process.
    pub(super) fn players(&self) -> Result<SelfPlay, String> {
        let time = self.microseconds.map(|micros| Thinking::Time(Duration::from_micros(micros)));
        let thinking = time.unwrap_or(Thinking::Nodes(self.nodes));
        SelfPlay::new(thinking, TABLE_MEBIBYTES).map_err(|error| error.to_string())
    }

    /// The limit of a search, in words.
    pub(super) fn limit(&self) -> String {
        match self.microseconds {
            Some(microseconds) => format!("{microseconds} microseconds"),
            None => format!("{} nodes", self.nodes),
        }
    }

    /// Runs `play` on all threads, and waits for them.
    pub(super) fn on_all_threads(
        &self,
        play: &(dyn Fn() -> Result<(), String> + Sync),
    ) -> Result<(), String> {
        on_threads(self.threads, "a game failed", play)
    }

    /// The number of pairs of games in each variant.
    pub(super) const fn pairs(&self) -> usize {
        self.games.div_ceil(2)
    }

    /// An opening for each pair of games, all of them different.
    pub(super) fn openings(&self, rules: &'static Rules) -> Result<Vec<Opening>, Failure> {
        Ok(self.random_openings(self.seed).generate(rules, &RuleOptions::default(), self.pairs())?)
    }

    /// The opening of one pair. Generating the openings of very many pairs before the first game would take minutes.
    pub(super) fn opening(&self, rules: &'static Rules, pair: usize) -> Result<Opening, String> {
        let random = self.random_openings(self.seed_of(pair));
        let openings = random.generate(rules, &RuleOptions::default(), 1);
        let openings = openings.map_err(|error| error.to_string())?;
        openings.into_iter().next().ok_or_else(|| "no such opening".to_owned())
    }

    const fn random_openings(&self, seed: u64) -> RandomOpenings {
        RandomOpenings { plies: self.plies, least: 0, most: 50, seed }
    }

    /// The random seed of one pair of games, independent of the order of play.
    pub(super) const fn seed_of(&self, pair: usize) -> u64 {
        self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(pair as u64)
    }
}

/// The scores of `one` in two games from an opening, with reversed colours.
pub(super) fn play_pair(
    players: &mut SelfPlay,
    rules: &'static Rules,
    opening: &Opening,
    one: &Setting,
    other: &Setting,
) -> Result<[GameScore; 2], String> {
    let options = RuleOptions::default();
    let mut play = |white: &Setting, black: &Setting| {
        players.seat(*white, *black);
        players.play(rules, opening, &options).map(for_white).map_err(|error| error.to_string())
    };
    Ok([play(one, other)?, play(other, one)?.swapped()])
}

const fn for_white(result: GameResult) -> GameScore {
    match result {
        GameResult::WhiteWins => GameScore::Win,
        GameResult::BlackWins => GameScore::Loss,
        GameResult::Draw => GameScore::Draw,
    }
}
