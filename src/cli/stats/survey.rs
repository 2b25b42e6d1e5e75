//! Survey: what is counted of the games that were played by the same rules.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::source::Played;
use crate::notation::{PdnFault, PdnGame, PdnReplay, PdnResult};
use crate::rules::{AnyGame, AnyPosition, Color, Move, Outcome, RuleOptions, Rules};

/// What `Termination` says of games that ended by no move of the game: by the clock, by a breach of rules, by a crash.
const FAULTS: [&str; 3] = ["time forfeit", "rules infraction", "abandoned"];

/// Counts of games. Nothing but the first three knows of games that ended by a fault, or without a result.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) rules: &'static Rules,
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
    pub(super) fn of(rules: &'static Rules) -> Self {
        Self {
            rules,
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

    /// Counts a game, under `rules` where it does not name its own. Its opening has `opening` plies if it does not tell
    /// another number.
    ///
    /// # Errors
    ///
    /// If a move is not legal. Then nothing is counted.
    pub(super) fn add(
        &mut self,
        played: &Played,
        rules: &RuleOptions,
        opening: usize,
    ) -> Result<(), PdnFault> {
        let game = &played.game;
        let replay = PdnReplay::of(game, self.rules, rules)?;
        if let Some(fault) = replay.fault {
            return Err(fault);
        }
        let moves: Vec<Move> = replay.moves().collect();
        let mut record = replay.start.to_game();
        let result = match game.result() {
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
        let start = record.position();
        self.first_moves[if start.side() == Color::White { result } else { 2 - result }] += 1;
        let mut hasher = DefaultHasher::new();
        (start.key(), &moves).hash(&mut hasher);
        self.distinct.insert(hasher.finish());
        let outcome = self.add_moves(&mut *record, &moves, played.opening_plies().unwrap_or(opening));
        *self.endings.entry(ending(game, outcome)).or_default() += 1;
        Ok(())
    }

    /// Plays and counts the moves of a game that has just begun, and tells how its rules have ended it.
    fn add_moves(&mut self, game: &mut dyn AnyGame, moves: &[Move], opening: usize) -> Option<Outcome> {
        let opening = opening.min(moves.len());
        self.plies.push(moves.len() - opening);
        let mut promotions = 0;
        for (ply, &mv) in moves.iter().enumerate() {
            let (before, choices) = (game.position(), game.legal_moves().len());
            let (phase, us) = (phase(before), before.side());
            let is_man = before.board().men(us).contains(mv.from());
            // Where captures are too many to be told, nothing can be counted.
            game.play(mv).ok()?;
            if ply >= opening {
                self.phases[phase].add(choices);
                self.captures.add(mv);
                promotions += u64::from(is_man && game.position().board().kings(us).contains(mv.to()));
            }
        }
        self.promotions += promotions;
        self.games_with_promotions += u64::from(promotions > 0);
        game.outcome()
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
fn phase(position: &dyn AnyPosition) -> usize {
    let men = position.rules().men;
    let of_start: u32 = Color::ALL.map(|color| men[color].count()).iter().sum();
    let left = position.board().occupied().count();
    match 3 * left {
        thirds if thirds > 2 * of_start => 0,
        thirds if thirds > of_start => 1,
        _ => 2,
    }
}

/// What ended a game, in one word: as it says itself, or else by the rules, or else as PGN says it.
fn ending(game: &PdnGame, outcome: Option<Outcome>) -> String {
    if let Some(details) = game.tag("TerminationDetails") {
        return details.split(':').next().unwrap_or_default().trim().to_owned();
    }
    let by_rule = outcome.map(Outcome::reason);
    by_rule.or(game.tag("Termination")).unwrap_or("unknown").to_owned()
}
