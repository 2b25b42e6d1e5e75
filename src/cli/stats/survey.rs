//! Survey: what is counted of the games that were played by the same rules.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::source::Played;
use crate::notation::{NotationError, PdnGame, PdnResult, pdn_moves, replay_pdn};
use crate::rules::games::Variant;
use crate::rules::{Color, Game, Move, MoveList, Position, RuleOptions};

/// What `Termination` says of games that ended by no move of the game: by the clock, by a breach of rules, by a crash.
const FAULTS: [&str; 3] = ["time forfeit", "rules infraction", "abandoned"];

/// Counts of games. Nothing but the first three knows of games that ended by a fault, or without a result.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) variant: Variant,
    pub(super) faults: u64,
    pub(super) unfinished: u64,
    /// White's wins, draws, and Black's.
    pub(super) results: [u64; 3],
    /// Wins of who moved first, draws, and losses.
    pub(super) first_moves: [u64; 3],
    /// The lengths of the games behind their openings.
    pub(super) plies: Vec<usize>,
    pub(super) phases: [Choices; 3],
    pub(super) captures: Captures,
    pub(super) promotions: u64,
    pub(super) games_with_promotions: u64,
    pub(super) endings: BTreeMap<String, u64>,
    distinct: HashSet<u64>,
}

/// The positions of a phase, and how many moves were legal in them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choices {
    pub(super) positions: u64,
    pub(super) legal_moves: u64,
    /// Positions with one legal move.
    pub(super) forced: u64,
}

/// Moves that captured.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Captures {
    pub(super) moves: u64,
    pub(super) pieces: u64,
    /// The most pieces that a move has captured.
    pub(super) most: u64,
}

impl Survey {
    pub(super) fn of(variant: Variant) -> Self {
        Self {
            variant,
            faults: 0,
            unfinished: 0,
            results: [0; 3],
            first_moves: [0; 3],
            plies: Vec::new(),
            phases: [Choices::default(); 3],
            captures: Captures::default(),
            promotions: 0,
            games_with_promotions: 0,
            endings: BTreeMap::new(),
            distinct: HashSet::new(),
        }
    }

    /// Whether no game has been added.
    pub(super) fn is_empty(&self) -> bool {
        self.faults + self.unfinished == 0 && self.plies.is_empty()
    }

    /// How many games differ in their moves or in where they began.
    pub(super) fn distinct(&self) -> usize {
        self.distinct.len()
    }

    /// Counts a game of `G`; so many plies of it are its opening, if it does not say itself.
    ///
    /// # Errors
    ///
    /// If a move is not legal. Then nothing is counted.
    pub(super) fn add<G: Game>(&mut self, played: &Played, opening: usize) -> Result<(), NotationError> {
        let game = &played.game;
        let (start, moves) = pdn_moves::<G>(game, &RuleOptions::default())?;
        let result = match game.result {
            _ if game.tag("Termination").is_some_and(|word| FAULTS.contains(&word)) => {
                self.faults += 1;
                return Ok(());
            }
            Some(PdnResult::WhiteWins) => 0,
            Some(PdnResult::Draw) => 1,
            Some(PdnResult::BlackWins) => 2,
            Some(PdnResult::BothLose) | None => {
                self.unfinished += 1;
                return Ok(());
            }
        };
        self.results[result] += 1;
        self.first_moves[if start.side() == Color::White { result } else { 2 - result }] += 1;
        self.add_moves(start, &moves, played.opening_plies().unwrap_or(opening));
        *self.endings.entry(ending::<G>(game)).or_default() += 1;
        let mut hasher = DefaultHasher::new();
        (start.key(), &moves).hash(&mut hasher);
        self.distinct.insert(hasher.finish());
        Ok(())
    }

    fn add_moves<G: Game>(&mut self, start: Position<G>, moves: &[Move], opening: usize) {
        let opening = opening.min(moves.len());
        self.plies.push(moves.len() - opening);
        let (mut position, mut legal) = (start, MoveList::new());
        let mut promotions = 0;
        for (ply, &mv) in moves.iter().enumerate() {
            let next = position.play_legal(mv);
            if ply >= opening {
                position.legal_moves(&mut legal);
                self.phases[phase(&position)].add(legal.len());
                self.captures.add(mv);
                promotions += u64::from(promotes(&position, mv, &next));
            }
            position = next;
        }
        self.promotions += promotions;
        self.games_with_promotions += u64::from(promotions > 0);
    }
}

impl Choices {
    fn add(&mut self, legal_moves: usize) {
        self.positions += 1;
        self.legal_moves += legal_moves as u64;
        self.forced += u64::from(legal_moves == 1);
    }
}

impl Captures {
    fn add(&mut self, mv: Move) {
        let pieces = u64::from(mv.captured().count());
        self.moves += u64::from(pieces > 0);
        self.pieces += pieces;
        self.most = self.most.max(pieces);
    }
}

/// The opening, the middlegame or the endgame: more than two thirds of the pieces of the start, more than one third, or
/// fewer.
fn phase<G: Game>(position: &Position<G>) -> usize {
    let of_start: u32 = Color::ALL.map(|color| G::START[color].count()).iter().sum();
    let left: u32 = Color::ALL.map(|color| position.board().pieces(color).count()).iter().sum();
    match 3 * left {
        thirds if thirds > 2 * of_start => 0,
        thirds if thirds > of_start => 1,
        _ => 2,
    }
}

fn promotes<G: Game>(before: &Position<G>, mv: Move, after: &Position<G>) -> bool {
    let us = before.side();
    before.board().men(us).contains(mv.from()) && after.board().kings(us).contains(mv.to())
}

/// What ended a game, in one word: as it says itself, or else by the rules, or else as PGN says it.
fn ending<G: Game>(game: &PdnGame) -> String {
    if let Some(details) = game.tag("TerminationDetails") {
        return details.split(':').next().unwrap_or_default().trim().to_owned();
    }
    let record = replay_pdn::<G>(game, &RuleOptions::default());
    let outcome = record.ok().and_then(|record| record.outcome());
    let by_rule = outcome.map(|outcome| outcome.reason());
    by_rule.or(game.tag("Termination")).unwrap_or("unknown").to_owned()
}
