//! Self-play within this process, between players with different tunables.
//!
//! Without pipes and records, this is several times as fast as matches between processes.

use std::time::{Duration, Instant};

use super::openings::Opening;
use super::record::GameResult;
use crate::memory::OutOfMemory;
use crate::notation::NotationError;
use crate::rules::{AnyGame, Color, Outcome, RuleOptions, Rules};
use crate::search::{Goal, Handler, Line, ScoreKind, Searcher, Stopped, TranspositionTable};
use crate::tunables::Setting;

/// The limit of each search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    /// The number of nodes.
    Nodes(u64),
    /// The time.
    Time(Duration),
}

/// Two players in this thread.
pub struct SelfPlay {
    thinking: Thinking,
    max_plies: usize,
    players: [Player; 2],
}

struct Player {
    searcher: Searcher,
    table: TranspositionTable,
    setting: Setting,
}

/// The number of plies after which a game is drawn.
const MAX_PLIES: usize = 300;

impl SelfPlay {
    /// Two players with transposition tables of `mebibytes` MiB.
    ///
    /// # Errors
    ///
    /// If there is no memory for the tables.
    pub fn new(thinking: Thinking, mebibytes: usize) -> Result<Self, OutOfMemory> {
        let player = || -> Result<Player, OutOfMemory> {
            let table = TranspositionTable::with_mebibytes(mebibytes)?;
            Ok(Player { searcher: Searcher::new(), table, setting: Setting::default() })
        };
        Ok(Self { thinking, max_plies: MAX_PLIES, players: [player()?, player()?] })
    }

    /// Sets the tunables of White and Black for the next games.
    pub fn seat(&mut self, white: Setting, black: Setting) {
        self.players[Color::White as usize].setting = white;
        self.players[Color::Black as usize].setting = black;
    }

    /// Plays a game. It ends early when a search finds a win or a loss.
    ///
    /// # Errors
    ///
    /// If the opening is not valid in this game.
    pub fn play(
        &mut self,
        rules: &'static Rules,
        opening: &Opening,
        options: &RuleOptions,
    ) -> Result<GameResult, NotationError> {
        let mut game = opening.played(rules, options)?;
        for player in &mut self.players {
            player.table.clear();
            player.searcher.clear();
        }
        while game.outcome().is_none() && game.plies() < self.max_plies {
            let side = game.position().side();
            let Some(line) = self.players[side as usize].think(&*game, self.thinking) else { break };
            match line.score.kind() {
                ScoreKind::WinIn(_) | ScoreKind::TableWinIn(_) => return Ok(won_by(side)),
                ScoreKind::LossIn(_) | ScoreKind::TableLossIn(_) => return Ok(won_by(!side)),
                ScoreKind::Evaluation(_) => {}
            }
            let Some(&mv) = line.moves.first() else { break };
            game.play(mv).map_err(|error| NotationError::new(error.to_string()))?;
        }
        Ok(match game.outcome() {
            Some(Outcome::Win { winner, .. }) => won_by(winner),
            _ => GameResult::Draw,
        })
    }
}

const fn won_by(color: Color) -> GameResult {
    match color {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    }
}

impl Player {
    fn think(&mut self, game: &dyn AnyGame, thinking: Thinking) -> Option<Line> {
        self.setting.apply_here();
        self.table.next_generation();
        let mut clock = match thinking {
            Thinking::Nodes(nodes) => Limit { nodes, until: None },
            Thinking::Time(time) => Limit { nodes: u64::MAX, until: Some(Instant::now() + time) },
        };
        self.searcher.search_any(game, &self.table, Goal::default(), &mut clock).into_iter().next()
    }
}

struct Limit {
    nodes: u64,
    until: Option<Instant>,
}

/// The number of nodes between two checks of the clock.
const POLL_NODES: u64 = 256;

impl Limit {
    fn is_over(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.until.is_some_and(|until| nodes > 0 && Instant::now() >= until)
    }
}

impl Handler for Limit {
    fn poll(&mut self, nodes: u64) -> Result<u64, Stopped> {
        if self.is_over(nodes) {
            return Err(Stopped);
        }
        Ok(self.nodes.min(nodes + POLL_NODES))
    }

    fn next_depth(&mut self, nodes: u64) -> bool {
        !self.is_over(nodes)
    }
}
