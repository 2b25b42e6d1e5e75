//! The engine's games against itself, and what it thinks of the first moves.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use crate::arena::OPENING_TAG;
use crate::cli::Failure;
use crate::cli::sources::Played;
use crate::cli::stats::{Figures, Survey};
use crate::cli::terminal::long_bar;
use crate::notation::{PdnGame, PdnResult, move_text, pdn_comment, pdn_game};
use crate::rules::{AnyGame, Color, Move, Outcome, RuleOptions, Rules};
use crate::search::{Goal, Handler, Line, Searcher, TranspositionTable};

/// The number of plies that are random.
pub(super) const OPENING: usize = 6;
/// The depth of the searches.
pub(super) const DEPTH: u32 = 6;
/// The search of all first moves goes no deeper after this number of nodes.
const FIRST_NODES: u64 = 300_000;
/// The number of plies after which a game has no result.
pub(super) const MOST_PLIES: usize = 300;
/// The size of the table.
const MEBIBYTES: usize = 4;

/// What the games are like.
#[derive(Serialize)]
pub(super) struct SelfPlay {
    /// The first moves, the best first.
    pub(super) first_moves: Vec<FirstMove>,
    pub(super) figures: Figures,
    #[serde(skip)]
    pub(super) games: Vec<PdnGame>,
}

/// A move in the start position.
#[derive(Serialize)]
pub(super) struct FirstMove {
    #[serde(rename = "move")]
    pub(super) text: String,
    /// In men, for the side that makes it.
    pub(super) score: f64,
    /// The depth of the search.
    pub(super) depth: u32,
}

impl SelfPlay {
    /// Plays games from random openings until there are as many as `wanted`, or `stop` is set.
    pub(super) fn of(
        rules: &'static Rules,
        wanted: u32,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Self, Failure> {
        let (usual, mut survey) = (RuleOptions::default(), Survey::of(rules));
        let mut random = fastrand::Rng::with_seed(seed);
        let mut player = Player::new()?;
        let first_moves = player.first_moves(&*rules.start(&usual));
        let mut games = Vec::new();
        let bar = long_bar();
        bar.set_length(wanted.into());
        bar.set_message("games of the engine against itself");
        for number in 1..=wanted {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let played = Played { place: format!("game {number}"), game: player.play(rules, &mut random)? };
            survey.add(&played, &usual, OPENING).map_err(|fault| fault.message)?;
            games.push(played.game);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(Self { first_moves, figures: Figures::of(rules.name, survey), games })
    }

    /// The figures, and the best and the worst first move.
    pub(super) fn text(&self) -> String {
        let ends = self.first_moves.first().zip(self.first_moves.last());
        let first = ends.map_or_else(String::new, |(best, worst)| {
            format!("\nfirst moves: the best is {}, the worst {}", best.in_words(), worst.in_words())
        });
        self.figures.text() + &first
    }
}

impl FirstMove {
    fn in_words(&self) -> String {
        format!("{} ({:+.2} men)", self.text, self.score)
    }
}

/// Ends the search of the first moves with a whole depth, so that their scores can be compared.
struct FewNodes;

impl Handler for FewNodes {
    fn next_depth(&mut self, nodes: u64) -> bool {
        nodes < FIRST_NODES
    }
}

/// Both players.
struct Player {
    searcher: Searcher,
    table: TranspositionTable,
}

impl Player {
    fn new() -> Result<Self, Failure> {
        Ok(Self { searcher: Searcher::new(), table: TranspositionTable::with_mebibytes(MEBIBYTES)? })
    }

    fn first_moves(&mut self, game: &dyn AnyGame) -> Vec<FirstMove> {
        let goal = Goal { lines: game.legal_moves().len(), ..Goal::default() };
        let lines = self.searcher.search_any(game, &self.table, goal, &mut FewNodes);
        let of_line = |line: &Line| {
            let &mv = line.moves.first()?;
            Some(FirstMove { text: move_text(game.rules(), mv), score: line.score.men(), depth: line.depth })
        };
        lines.iter().filter_map(of_line).collect()
    }

    /// Plays a game, with the scores of the searches in comments.
    fn play(&mut self, rules: &'static Rules, random: &mut fastrand::Rng) -> Result<PdnGame, Failure> {
        self.searcher.clear();
        self.table.clear();
        let mut game = rules.start(&RuleOptions::default());
        let (mut moves, mut comments): (Vec<Move>, Vec<Option<String>>) = (Vec::new(), Vec::new());
        while game.outcome().is_none() && moves.len() < MOST_PLIES {
            let (mv, comment) = if moves.len() < OPENING {
                (random.choice(game.legal_moves()).copied(), None)
            } else {
                let goal = Goal { to_depth: DEPTH, ..Goal::default() };
                let line = self.searcher.search_any(&*game, &self.table, goal, &mut ()).into_iter().next();
                let comment = line
                    .as_ref()
                    .and_then(|line| pdn_comment(Some(line.score.men()), Some(line.depth), None));
                (line.and_then(|line| line.moves.first().copied()), comment)
            };
            let Some(mv) = mv else { break };
            moves.push(mv);
            comments.push(comment);
            if game.play(mv).is_err() {
                break;
            }
        }
        let mut pdn = pdn_game(game.first(), &moves, game.outcome().map(result))?;
        pdn.set_tag(OPENING_TAG, moves.len().min(OPENING).to_string());
        pdn.moves.iter_mut().zip(comments).for_each(|(mv, comment)| mv.comment = comment);
        Ok(pdn)
    }
}

fn result(outcome: Outcome) -> PdnResult {
    match outcome {
        Outcome::Win { winner: Color::White, .. } => PdnResult::WhiteWins,
        Outcome::Win { winner: Color::Black, .. } => PdnResult::BlackWins,
        Outcome::Draw(_) => PdnResult::Draw,
    }
}
